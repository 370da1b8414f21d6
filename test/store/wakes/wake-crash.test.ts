import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Model, ModelReply } from "../../../shared/ports/model.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { sweep } from "../../../shared/steps/sweep/sweep.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { type Gate, gateRequests, through } from "../../support/request-gate.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { agentLike, minute, runsOf } from "../../support/wakes.ts";
import { type Pending, World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

/** Schedules when a person asks, and says something when it is woken; each attempt in other words. */
function watcher(): Model {
  let calls = 0;
  return {
    call: async (request): Promise<ModelReply> => {
      calls += 1;
      const said = JSON.stringify(request.messages);
      const isDone = said.includes("<wake>") || said.includes("tool_result");
      const schedule = ["schedule_follow_up", { description: `Look again, in words ${calls}.`, in: "1m" }] as const;
      const answer = ["give_answer", { text: "Yes.", rests_on: [], supported: true }] as const;
      const { parts = [] } = callsTools(isDone ? answer : schedule);
      return { parts, stop: "tool_use", usage: { input_tokens: 1, output_tokens: 1, calls: 1 } };
    },
  };
}

const isWrite = (command: string) => /^(Update|TransactWrite)/.test(command);

/** A process that dies at its `at`-th write, before it or when it is done but not answered; later ones live. */
function dyingAt(at: number, when: "before" | "after") {
  let writes = 0;
  let hasDied = false;
  const gateOf = (): Gate => {
    let isDead = false;
    const pass = (command: string, moment: "before" | "after") => {
      if (moment === "before" && isWrite(command) && !isDead) writes += 1;
      if (!hasDied && writes === at && moment === when && isWrite(command)) {
        hasDied = true;
        isDead = true;
      }
      if (isDead) throw new Error("the process died");
    };
    return { before: async (command) => pass(command, "before"), after: async (command) => pass(command, "after") };
  };
  return { gateOf, writes: () => writes, hasDied: () => hasDied };
}

let sessions = 0;

/** A session with a delivery and a message that asks to look again. */
async function asked(world: World) {
  sessions += 1;
  const request = { owner: "ada", agent: "memo", input: "add one", sources: [], channel: null };
  const run = await startRun(world.ports, { ...request, on_busy: "enqueue", idempotency_key: `crash ${sessions}` });
  if (run.kind !== "accepted") throw new Error(run.kind);
  await world.settle();
  const message = { owner: "ada", run_id: run.run_id, text: "Please check back in a minute.", attachments: [] };
  await acceptFollowUp(world.ports, { ...message, on_busy: "revise" });
  return run.session_id;
}

/** Works through everything for six minutes; a message whose worker died comes back after 30 s. */
async function live(world: World, gateOf: () => Gate): Promise<void> {
  const until = world.clock.now() + 6 * minute;
  const work = async (message: Pending) => {
    try {
      await through(gateOf(), () => world.deliver(message));
    } catch (error) {
      if (!(error instanceof Error && error.message === "the process died")) throw error;
      world.pending.push({ ...message, at: world.clock.now() + 30_000 });
    }
  };
  while (world.clock.now() < until) {
    for (let message = world.take(); message !== undefined; message = world.take()) await work(message);
    const next = Math.min(nextMinute(world.clock.now()), ...world.pending.map(({ at }) => at));
    world.clock.advance(next - world.clock.now());
    if (world.clock.now() % minute === 0) await sweep(world.ports, 0);
  }
}

const nextMinute = (now: number): number => (Math.floor(now / minute) + 1) * minute;

describe("from the question to the end of the woken turn", () => {
  test.each(["before", "after"] as const)(
    "a process may die %s any write: one wake, one run",
    async (when) => {
      for (let at = 1; ; at += 1) {
        const world = new World(table, [agentLike("memo")], watcher());
        const session_id = await asked(world);
        const dying = dyingAt(at, when);
        await live(world, dying.gateOf);
        const note = `dies ${when} write ${at} of ${dying.writes()}`;
        const runs = await runsOf(world, session_id);
        expect(
          runs.map(({ status, wake }) => [status, wake?.depth ?? 0]),
          note,
        ).toEqual([
          ["completed", 0],
          ["completed", 1],
        ]);
        const mailbox = await world.ports.mailboxes.read(session_id);
        expect(mailbox, note).toMatchObject({ entries: [], pending_wakes: 0 });
        expect(mailbox?.active_turn, note).toBeUndefined();
        const overdue = await world.ports.attention.overdue(world.clock.now() + 10 * minute);
        expect(
          overdue.filter((item) => item.session_id === session_id),
          note,
        ).toEqual([]);
        if (!dying.hasDied()) {
          expect(at).toBeGreaterThan(12);
          return;
        }
      }
    },
    300_000,
  );
});
