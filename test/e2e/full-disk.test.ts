import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../../local/process/free-port.ts";
import { startStack } from "../../local/stack.ts";
import { Person } from "../scenarios/person.ts";
import { startDatabase } from "../support/full-disk.ts";
import { emptyFolder } from "../support/tiny-assembly.ts";

const sources = [{ name: "energy.md", media_type: "text/markdown", text: "The hall used 40 MWh in 2024." }];
const big = { name: "big.txt", media_type: "text/plain", text: "All of it is needed. ".repeat(6_000) };

test("a full disk refuses what it cannot keep, loses nothing it took, and takes it when there is room", {
  timeout: 300_000,
}, async () => {
  const dataDir = emptyFolder();
  const databaseFile = join(dataDir, "small.sqlite");
  const port = await freePort();
  const small = await startDatabase(databaseFile, port, 2 * 1024);
  const stack = await startStack({
    dataDir,
    clock: "virtual",
    dynamodbEndpoint: `http://127.0.0.1:${port}`,
    say: () => undefined,
  });
  const deployment = {
    origin: stack.origin,
    token: (owner: string) => stack.token(owner),
    pass: async (by: string) => void (await stack.advance(by)),
  };
  const ada = await Person.of(deployment, "ada");
  const first = await ada.ask("report", "Write a report on energy use", sources);
  await stack.settle();
  const upload = (key: string) =>
    ada.send("POST", `/api/sessions/${first.session_id}/uploads`, big, { "idempotency-key": key });
  const kept: string[] = [];
  let refused = 0;
  for (let sent = 0; refused === 0 && sent < 40; sent += 1) {
    const { status, body } = await upload(`key-${sent}`);
    if (status === 201) kept.push((body as { id: string }).id);
    else {
      expect([status, body]).toEqual([503, expect.objectContaining({ code: "unavailable" })]);
      refused += 1;
    }
  }
  expect(kept.length).toBeGreaterThan(3);
  expect(refused).toBe(1);
  // What is there can be read, and what cannot be kept is not acknowledged.
  expect(await ada.run(first.id)).toMatchObject({ status: "completed" });
  const again = { content: { text: "Expand the first point" } };
  const said = await ada.send("POST", `/api/runs/${first.id}/messages`, again, { "idempotency-key": "again" });
  await small.stop();

  const roomy = await startDatabase(databaseFile, port);
  const later = await ada.send("POST", `/api/runs/${first.id}/messages`, again, { "idempotency-key": "again" });
  expect(later.status).toBe(202);
  if (said.status === 202) expect(later.body).toEqual(said.body);
  else expect(said.status).toBe(503);
  await stack.advance("5m");
  expect(await ada.run(first.id)).toMatchObject({ status: "completed", dag_version: 2, waiting: 0 });
  const attachments = kept.slice(-1).map((upload_id) => ({ upload_id }));
  const all = { content: { text: "Make it a table", attachments } };
  expect((await ada.send("POST", `/api/runs/${first.id}/messages`, all)).status).toBe(202);
  await stack.advance("5m");
  expect(await ada.run(first.id)).toMatchObject({ status: "completed", dag_version: 3, waiting: 0 });
  expect((await upload("key-last")).status).toBe(201);
  await stack.stop();
  await roomy.stop();
});
