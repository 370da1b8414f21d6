import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type SessionId, SessionId as SessionIdForm } from "../../../shared/contracts/ids.ts";
import { answering } from "../../support/answering-model.ts";
import { say, TestApi } from "../../support/api.ts";
import { countRequests } from "../../support/counted-requests.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

/** A session with a run that is done, in which others can be asked for. */
async function opened() {
  const world = new World(table, [memoAgent([])], answering("Because it was asked for."));
  const ada = new TestApi(world).as("ada");
  const ask = async (session_id?: string) => {
    const { body } = await ada.post("/api/runs", { body: { agent: "memo", input: "add one", session_id } });
    return body as { readonly id: string; readonly session_id: string };
  };
  const first = await ask();
  await world.settle();
  const session_id = SessionIdForm.parse(first.session_id);
  const withdrawn = async () => {
    const run = await ask(session_id);
    expect(await ada.post(`/api/runs/${run.id}/cancel`)).toMatchObject({ status: 200, body: { status: "canceled" } });
    return `/api/runs/${run.id}`;
  };
  return { world, ada, session_id, withdrawn };
}

/** Puts so many more lines into the history of the session's first run. */
async function lengthen(world: World, session_id: SessionId, lines: number): Promise<void> {
  for (let done = 0; done < lines; done += 90) {
    const events = Array.from({ length: 90 }, () => ({
      id: `evt_${world.ids.ulid()}` as const,
      turn: 1,
      type: "run_canceled" as const,
      payload: { dag_version: 1, work: "keep" },
    }));
    await world.ports.ledger.commit({ session_id, at: world.clock.now(), mailbox: {}, events, writes: [] });
  }
}

test("a run that was withdrawn is read and canceled again with a few requests, wherever it is in a long session", async () => {
  const { world, ada, session_id, withdrawn } = await opened();
  const early = await withdrawn();
  await lengthen(world, session_id, 1_800);
  const middle = await withdrawn();
  await lengthen(world, session_id, 1_800);
  const late = await withdrawn();
  for (const run of [early, middle, late]) {
    const read = await countRequests(table.client, async () => {
      expect(await ada.get(run)).toMatchObject({ status: 200, body: { status: "canceled", input: "add one" } });
    });
    expect(read.requests, run).toBeLessThanOrEqual(5);
    const canceled = await countRequests(table.client, async () => {
      expect(await ada.post(`${run}/cancel`)).toMatchObject({ status: 200, body: { status: "canceled" } });
    });
    expect(canceled.requests, run).toBeLessThanOrEqual(12);
  }
  // What belongs to one run among thousands of lines of another is found with a few requests as well.
  const events = await countRequests(table.client, async () => {
    expect((await ada.get(`${late}/events`)).body.items.length).toBeGreaterThan(0);
  });
  expect(events.requests).toBeLessThanOrEqual(5);
}, 60_000);

test("what was said to a run that is withdrawn before it starts is refused at once, and whoever said it is told why", async () => {
  const { world, ada, session_id } = await opened();
  const { body: run } = await ada.post("/api/runs", { body: { agent: "memo", input: "add two", session_id } });
  await ada.post(`/api/runs/${run.id}/messages`, say("add three"));
  await ada.post(`/api/runs/${run.id}/messages`, say("Füge bitte noch die Kosten hinzu"));
  world.pending.splice(0);
  expect(await ada.post(`/api/runs/${run.id}/cancel`)).toMatchObject({ status: 200, body: { status: "canceled" } });
  await world.settle();
  const { items } = (await ada.get(`/api/sessions/${session_id}/messages?limit=100`)).body;
  const answers = items.slice(-2).map(({ role, text }: { role: string; text: string }) => `${role}: ${text}`);
  expect(answers).toEqual([
    expect.stringMatching(
      /^assistant: .*withdrawn or refused before it started \(run_not_started\).*start another run/,
    ),
    expect.stringMatching(/^assistant: .*bevor er begann \(run_not_started\).*einen anderen Lauf beginnen/),
  ]);
  const { items: events } = (await ada.get(`/api/runs/${run.id}/events?limit=100`)).body;
  const ended = events.find(({ payload }: { payload: { disposition?: { kind: string } } }) =>
    payload.disposition?.kind.startsWith("refused"),
  );
  expect(ended.payload.disposition).toEqual({ kind: "refused", reason: "run_not_started" });
});

describe("the lists of a run that never started", () => {
  const lists = ["tasks", "revisions", "questions", "artifacts"];
  const empty = { status: 200, body: { items: [], next_cursor: null } };

  test("are empty while it waits, and when it was withdrawn", async () => {
    const { world, ada, session_id } = await opened();
    const body = { agent: "memo", input: "add one", session_id };
    const { body: run } = await ada.post("/api/runs", { body });
    for (const list of lists) expect(await ada.get(`/api/runs/${run.id}/${list}`), list).toMatchObject(empty);
    await ada.post(`/api/runs/${run.id}/cancel`);
    for (const list of lists) expect(await ada.get(`/api/runs/${run.id}/${list}`), list).toMatchObject(empty);
    await world.settle();
    for (const list of lists) expect(await ada.get(`/api/runs/${run.id}/${list}`), list).toMatchObject(empty);
  });

  test("are empty when it was refused", async () => {
    const { world, ada, session_id } = await opened();
    const sources = [{ upload_id: `src_${"0".repeat(26)}` }];
    const body = { agent: "memo", input: "add one", session_id, sources };
    const { body: run } = await ada.post("/api/runs", { body });
    await world.settle();
    expect((await ada.get(`/api/runs/${run.id}`)).body).toMatchObject({ status: "failed" });
    for (const list of lists) expect(await ada.get(`/api/runs/${run.id}/${list}`), list).toMatchObject(empty);
  });

  test("are not there for a turn that nobody asked for", async () => {
    const { ada, session_id } = await opened();
    for (const list of lists)
      expect(await ada.get(`/api/runs/run_${session_id.slice(4)}_2/${list}`), list).toMatchObject({ status: 404 });
  });
});
