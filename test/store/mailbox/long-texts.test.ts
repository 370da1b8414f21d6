import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { researcher } from "../../../agents/researcher/researcher.ts";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { exampleSources } from "../../scenarios/example-sources.ts";
import { TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { localModel } from "../../support/local-model.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
let world: World;
let ada: ReturnType<TestApi["as"]>;
beforeAll(async () => {
  table = await startDynoxide();
  world = new World(table, [report, researcher], localModel);
  ada = new TestApi(world).as("ada");
});
afterAll(() => table.stop());

/** A session that delivered, of a real agent over the local model. */
async function delivered(agent: string): Promise<{ readonly url: string; readonly session_id: SessionId }> {
  const body = { agent, input: "Write a report on the energy crisis", sources: exampleSources() };
  const { body: run } = await ada.post("/api/runs", { body });
  await world.settle();
  expect((await ada.get(`/api/runs/${run.id}`)).body).toMatchObject({ status: "completed" });
  return { url: `/api/runs/${run.id}`, session_id: run.session_id };
}

const whole = limits.messageTextBytes;
const filled = (text: string) => text.repeat(Math.ceil(whole / Buffer.byteLength(text))).slice(0, whole);

/** 256 KB each; the rules look at all of it. */
const longTexts = [
  { of: "one letter", text: "a".repeat(whole) },
  { of: "one command over and over", text: filled("add the risks, ") },
  { of: "please", text: filled("please ") },
  { of: "questions", text: filled("why? ") },
  { of: "spaces behind a word", text: `Expand the third point.${" ".repeat(whole - 30)}x` },
  { of: "quotes and brackets", text: filled(`"(['`) },
  { of: "numbers", text: filled("1,000.5 ") },
  { of: "lines", text: filled("- point\n") },
  { of: "CJK", text: filled("補充風險。").slice(0, Math.floor(whole / 3) - 10) },
];

describe.each(["report", "researcher"])("a message of 256 KB to the %s agent", (agent) => {
  test.each(longTexts)(
    "of $of is taken in seconds, ends, and the session goes on with a short one",
    async ({ text }) => {
      const { url } = await delivered(agent);
      expect(await ada.post(`${url}/messages`, { body: { content: { text } } })).toMatchObject({ status: 202 });
      const start = performance.now();
      await world.advance(60_000);
      expect(performance.now() - start).toBeLessThan(15_000);
      const run = await ada.get(url);
      expect(run.body).toMatchObject({ status: "completed", waiting: 0 });
      expect(await ada.post(`${url}/messages`, { body: { content: { text: "hi" } } })).toMatchObject({ status: 202 });
      await world.advance(60_000);
      expect((await ada.get(url)).body).toMatchObject({ status: "completed", waiting: 0 });
    },
  );
});

test("a message of 2 MB is refused before anything of it is stored, and hi works", async () => {
  const { url, session_id } = await delivered("report");
  const before = await world.ports.mailboxes.read(session_id);
  const text = "x".repeat(2 * 1024 * 1024);
  expect(await ada.post(`${url}/messages`, { body: { content: { text } } })).toMatchObject({
    status: 413,
    body: { code: "content_too_large" },
  });
  expect(await world.ports.mailboxes.read(session_id)).toEqual(before);
  for (const text of ["", " \n\t", "\u200b"]) {
    expect(await ada.post(`${url}/messages`, { body: { content: { text } } })).toMatchObject({ status: 422 });
  }
  expect(await ada.post(`${url}/messages`, { body: { content: { text: "hi" } } })).toMatchObject({ status: 202 });
  await world.settle();
  expect((await ada.get(url)).body).toMatchObject({ status: "completed", waiting: 0 });
});
