import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptEndpoints } from "../../functions/accept/endpoints.ts";
import { readEndpoints } from "../../functions/http-read/endpoints.ts";
import { writeEndpoints } from "../../functions/http-write/endpoints.ts";
import { DynamoDocumentStore } from "../../shared/adapters/dynamo/document-store.ts";
import { DynamoImportStore } from "../../shared/adapters/dynamo/import-store.ts";
import { DynamoReader } from "../../shared/adapters/dynamo/reader.ts";
import { routes } from "../../shared/contracts/routes.ts";
import { httpHandler, operatorScope } from "../../shared/runtime/http-handler.ts";
import { useApi } from "../support/api.ts";
import { keptLog, send } from "../support/http.ts";

const setup = useApi();

test("no request makes the server fail, on any route, with the store behind it", async () => {
  const { world, start } = setup();
  const run = await start("add one");
  await world.settle();
  const reader = new DynamoReader(world.table);
  const { log, lines } = keptLog();
  const clock = { ...world.clock, now: () => world.clock.now(), pause: async (ms: number) => world.clock.advance(ms) };
  const handler = httpHandler(
    {
      ...acceptEndpoints(world.ports),
      ...readEndpoints({
        reader,
        documents: new DynamoDocumentStore(world.table),
        clock: { ...clock, every: () => () => undefined },
      }),
      ...writeEndpoints({ ...world.ports, reader, imports: new DynamoImportStore(world.table) }),
    },
    log,
  );
  const text = fc.string({ unit: "binary", maxLength: 40 });
  const known = { run_id: run.id, session_id: run.session_id, event_id: run.event_id, slug: "memo" };
  const ids = { artifact_id: "art_00000000000000000000000000", followup_id: "fu_00000000000000000000000000" };
  const sometimes = (value: string) => fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, text);
  const path = fc.record(
    Object.fromEntries(Object.entries({ ...known, ...ids }).map(([key, value]) => [key, sometimes(value)])),
  );
  const query = fc.record(
    {
      session_id: sometimes(run.session_id),
      after: fc.oneof(text, fc.nat().map(String)),
      wait: fc.constantFrom("0", "1", "x"),
      limit: fc.constantFrom("1", "100", "0"),
      cursor: text,
      dag_version: fc.oneof(text, fc.nat().map(String)),
    },
    { requiredKeys: [] },
  );
  const source = fc.oneof(
    fc.record({ name: text, media_type: fc.constantFrom("text/csv", "text/plain"), text }),
    fc.record({ upload_id: fc.constant("src_00000000000000000000000000") }),
  );
  const body = fc.oneof(
    fc.jsonValue({ depthSize: "medium" }),
    fc.record(
      {
        agent: sometimes("memo"),
        input: text,
        session_id: sometimes(run.session_id),
        title: text,
        channel: fc.dictionary(text, fc.jsonValue()),
        sources: fc.array(source, { maxLength: 2 }),
        content: fc.record({ text, attachments: fc.array(source, { maxLength: 2 }) }, { requiredKeys: ["text"] }),
        answers: fc.dictionary(text, fc.jsonValue()),
        on_busy: fc.constantFrom("revise", "enqueue", "reject", "rollback", "now"),
        text,
        name: text,
        media_type: fc.constant("text/plain"),
      },
      { requiredKeys: [] },
    ),
  );
  const served = routes
    .filter((route) => route.function !== "openapi")
    .map(({ method, path: form }) => `${method} ${form}`);
  const requests = fc.record({
    route: fc.constantFrom(...served),
    path,
    query: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, query),
    body,
    headers: fc.record({ "idempotency-key": fc.oneof(text, fc.constantFrom("a", '"b"')) }, { requiredKeys: [] }),
    owner: fc.oneof({ weight: 5, arbitrary: fc.constant("ada") }, text),
    scope: fc.constantFrom("", operatorScope),
  });
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const { status, headers, body: answer } = await send(handler, request);
      expect(status, JSON.stringify([answer, lines.at(-1)])).toBeLessThan(500);
      if (status >= 400) expect(headers["content-type"]).toBe("application/problem+json");
    }),
    { numRuns: 400 },
  );
});
