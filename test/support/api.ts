import { afterEach, beforeEach, expect } from "vitest";
import { acceptEndpoints } from "../../functions/accept/endpoints.ts";
import { readEndpoints } from "../../functions/http-read/endpoints.ts";
import { writeEndpoints } from "../../functions/http-write/endpoints.ts";
import { operatorEndpoints } from "../../functions/operator/endpoints.ts";
import { DynamoDocumentStore } from "../../shared/adapters/dynamo/document-store.ts";
import { DynamoImportStore } from "../../shared/adapters/dynamo/import-store.ts";
import { DynamoReader } from "../../shared/adapters/dynamo/reader.ts";
import { routes } from "../../shared/contracts/routes.ts";
import type { Clock } from "../../shared/ports/clock.ts";
import type { DeadLetters } from "../../shared/ports/dead-letters.ts";
import { httpHandler } from "../../shared/runtime/http-handler.ts";
import { answering } from "./answering-model.ts";
import { startDynoxide, type TestTable } from "./dynoxide.ts";
import { keptLog, send, type TestAnswer, type TestRequest } from "./http.ts";
import { memoAgent } from "./memo-agent.ts";
import { World } from "./world.ts";

/** No queue gave anything up. */
const deadLetters: DeadLetters = { look: async () => ({ messages: 0, sample: [] }), redrive: async () => 0 };

/** A request by its URL, as one owner sends it. */
export type Call = (
  url: string,
  request?: Omit<TestRequest, "route" | "path" | "query" | "owner">,
) => Promise<TestAnswer>;

/** The whole HTTP interface over a world, in one process. */
export class TestApi {
  /** What the functions logged. */
  readonly lines: Readonly<Record<string, unknown>>[];
  /** All functions behind the API, as one. */
  readonly handler: ReturnType<typeof httpHandler>;

  /** `onPause` is called whenever a waiting request pauses; the pause itself moves the world's clock. */
  constructor(world: World, onPause: () => Promise<void> = async () => undefined) {
    const reader = new DynamoReader(world.table);
    const clock: Clock = {
      now: () => world.clock.now(),
      pause: async (ms) => {
        world.clock.advance(ms);
        await onPause();
      },
      every: (ms, work) => world.clock.every(ms, work),
    };
    const { log, lines } = keptLog();
    this.lines = lines;
    this.handler = httpHandler(
      {
        ...acceptEndpoints(world.ports, log),
        ...readEndpoints({ reader, documents: new DynamoDocumentStore(world.table), clock }),
        ...writeEndpoints({ ...world.ports, reader, imports: new DynamoImportStore(world.table) }, log),
        ...operatorEndpoints({ ...world.ports, operations: world.operations, agents: world.agents, deadLetters }, log),
      },
      log,
    );
  }

  /** Calls by method, with the token of `owner`. */
  as(owner: string | null, scope?: string): Readonly<Record<"get" | "post" | "patch" | "delete", Call>> {
    const call =
      (method: string): Call =>
      (url, request = {}) =>
        send(this.handler, { ...located(method, url), ...request, owner, ...(scope === undefined ? {} : { scope }) });
    return { get: call("GET"), post: call("POST"), patch: call("PATCH"), delete: call("DELETE") };
  }
}

/** Finds the route of a URL as the API would. */
function located(method: string, url: string): Pick<TestRequest, "route" | "path" | "query"> {
  const [path = "", search] = url.split("?");
  const query = search === undefined ? {} : { query: Object.fromEntries(new URLSearchParams(search)) };
  for (const route of routes) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
    const form = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "([^/]+)").replaceAll(".", "\\.")}$`);
    const values = route.method === method ? form.exec(path) : null;
    if (values === null) continue;
    const found = names.map((name, index) => [name, decodeURIComponent(values[index + 1] ?? "")]);
    return { route: `${method} ${route.path}`, path: Object.fromEntries(found), ...query };
  }
  return { route: "$default", ...query };
}

/** A request's body that says something. */
export const say = (text: string) => ({ body: { content: { text } } });

/** What a test of the interface works with: the world, its owner, and somebody else. */
export type ApiSetup = {
  readonly world: World;
  readonly api: TestApi;
  readonly ada: ReturnType<TestApi["as"]>;
  readonly eve: ReturnType<TestApi["as"]>;
  /** Asks for a run of the memo agent. */
  start(input?: string): Promise<{ readonly id: string; readonly session_id: string; readonly event_id: string }>;
};

/** Gives every test of the file a table of its own, and the interface over it. */
export function useApi(): (onPause?: (world: World) => Promise<void>) => ApiSetup {
  let table: TestTable;
  beforeEach(async () => {
    table = await startDynoxide();
  });
  afterEach(() => table.stop());
  return (onPause) => {
    const world = new World(table, [memoAgent([])], answering("Because it was asked for."));
    const api = new TestApi(world, onPause && (() => onPause(world)));
    const ada = api.as("ada");
    const start = async (input = "add one, add two") => {
      const { status, body } = await ada.post("/api/runs", { body: { agent: "memo", input } });
      expect(status).toBe(202);
      return body;
    };
    return { world, api, ada, eve: api.as("eve"), start };
  };
}
