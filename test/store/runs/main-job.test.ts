import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunId, SessionId } from "../../../shared/contracts/ids.ts";
import { runIdOf } from "../../../shared/contracts/ids.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { type CellRuns, memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

function memoWorld(): { world: World; runs: CellRuns } {
  const runs: CellRuns = [];
  return { world: new World(table, [memoAgent(runs)], answering("Because it was asked for.")), runs };
}

let sessions = 0;
async function started(world: World, input: string): Promise<{ run_id: RunId; session_id: SessionId }> {
  sessions += 1;
  const outcome = await startRun(world.ports, {
    owner: "alice",
    agent: "memo",
    input,
    sources: [],
    on_busy: "enqueue",
    channel: null,
    idempotency_key: `start-${sessions}`,
  });
  if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  return outcome;
}

const say = (world: World, run_id: RunId, text: string, idempotency_key?: string) =>
  acceptFollowUp(world.ports, {
    owner: "alice",
    run_id,
    text,
    attachments: [],
    on_busy: "revise",
    ...(idempotency_key === undefined ? {} : { idempotency_key }),
  });

describe("the main job on the real store", () => {
  test("a run is planned, worked on and delivered", async () => {
    const { world, runs } = memoWorld();
    const { session_id } = await started(world, "add one, add two");
    await world.settle();
    const run = await world.ports.runs.readRun({ session_id, turn: 1 });
    expect(run).toMatchObject({ status: "completed", dag_version: 1, delivered_version: 1 });
    expect(runs.map(({ cell }) => cell).sort()).toEqual(["join", "write", "write"]);
    expect(await world.ports.mailboxes.read(session_id)).toMatchObject({ entries: [] });
  });

  test("a follow-up makes a second version that runs only what changed", async () => {
    const { world, runs } = memoWorld();
    const { session_id, run_id } = await started(world, "add one, add two");
    await world.settle();
    runs.length = 0;
    expect(await say(world, run_id, "add three")).toMatchObject({ kind: "accepted" });
    await world.settle();
    const revision = await world.ports.runs.readRevision({ session_id, turn: 1 }, 2);
    expect(revision).toMatchObject({
      added: [
        { step_id: "write:three", because: "new" },
        { step_id: "join", because: "changed" },
      ],
      reused: ["write:one", "write:two"],
      dropped: [],
    });
    expect(runs).toEqual([
      { cell: "write", args: { word: "three" } },
      { cell: "join", args: { loud: false, order: ["one", "two", "three"] } },
    ]);
    expect(await world.ports.runs.readRun({ session_id, turn: 1 })).toMatchObject({
      status: "completed",
      dag_version: 2,
    });
  });

  test("a question is answered from what was delivered, and the entry leaves with the answer", async () => {
    const { world } = memoWorld();
    const { session_id, run_id } = await started(world, "add one");
    await world.settle();
    await say(world, run_id, "Why is the first point there?");
    await world.settle();
    const mailbox = await world.ports.mailboxes.read(session_id);
    expect(mailbox?.entries).toEqual([]);
    expect(await world.ports.runs.readRun({ session_id, turn: 1 })).toMatchObject({
      dag_version: 1,
      status: "completed",
    });
  });

  test("INV-2 twenty messages at once: distinct numbers, a disposition each, versions without a gap", async () => {
    const { world } = memoWorld();
    const { session_id, run_id } = await started(world, "add one");
    await world.settle();
    const words = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index).repeat(3));
    const answers = await Promise.all(words.map((word) => say(world, run_id, `add ${word}`)));
    expect(new Set(answers.map((answer) => ("seq" in answer ? answer.seq : 0))).size).toBe(20);
    await world.settle();
    const run = await world.ports.runs.readRun({ session_id, turn: 1 });
    expect(run).toMatchObject({ status: "completed" });
    const versions = await Promise.all(
      Array.from({ length: run?.dag_version ?? 0 }, (_, index) =>
        world.ports.runs.readRevision({ session_id, turn: 1 }, index + 1),
      ),
    );
    expect(versions.every((version) => version !== null)).toBe(true);
    expect(versions.flatMap((version) => version?.caused_by ?? []).length).toBe(21);
  });

  test("a repeat under the same key is answered like the first time and done once", async () => {
    const { world } = memoWorld();
    const { session_id, run_id } = await started(world, "add one");
    await world.settle();
    const first = await say(world, run_id, "add two", "key-1");
    expect(await say(world, run_id, "add two", "key-1")).toEqual({ ...first, kind: "repeated" });
    expect(await say(world, run_id, "add three", "key-1")).toEqual({ kind: "key_reused" });
    await world.settle();
    expect(await world.ports.runs.readRun({ session_id, turn: 1 })).toMatchObject({ dag_version: 2 });
    expect(await say(world, run_id, "add two", "key-1")).toEqual({ ...first, kind: "repeated" });
  });

  test("a message to somebody else's run, to an unknown one and to a turn that does not exist are the same", async () => {
    const { world } = memoWorld();
    const { session_id, run_id } = await started(world, "add one");
    const foreign = acceptFollowUp(world.ports, {
      owner: "bob",
      run_id,
      text: "add x",
      attachments: [],
      on_busy: "revise",
    });
    expect(await foreign).toEqual({ kind: "not_found" });
    expect(await say(world, runIdOf("ses_01J00000000000000000009999", 1), "add x")).toEqual({ kind: "not_found" });
    expect(await say(world, runIdOf(session_id, 7), "add x")).toEqual({ kind: "not_found" });
  });
});
