import { afterAll, beforeAll, expect, test } from "vitest";
import { outsideTool } from "../../../shared/steps/wakes/outside-tool.ts";
import { chainAgent } from "../../support/chain-agent.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { costOf, type OperationCost } from "../../support/operation-cost.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A session of a chain of three steps, delivered once. */
async function chain(): Promise<MemoSession> {
  const memo = new MemoSession(table, {}, undefined, chainAgent(3, []));
  await memo.start("write it");
  await memo.settle();
  memo.world.clock.advance(60_000);
  return memo;
}

/** What taking the next message of a queue off it and working on it costs. */
const next = (memo: MemoSession, queue: "nudges" | "tasks" | "wakes"): Promise<OperationCost> =>
  costOf(memo.world, table.client, async () => {
    const message = memo.world.take(queue);
    if (message === undefined) throw new Error(`nothing is on ${queue}`);
    await memo.world.deliver(message);
  });

const line = ({ requests, read_units, write_units, messages, kb_sent, kb_read }: OperationCost): string =>
  [
    ...Object.entries(requests)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([command, count]) => `${count} ${command}`),
    `${read_units} RCU`,
    `${write_units} WCU`,
    `${messages} messages`,
    `${kb_sent} kB sent`,
    `${kb_read} kB read`,
  ].join(", ");

// Exact, so that a request that somebody adds to a hot path is seen here before it is seen on a bill.
test("a follow-up to its delivery, operation by operation", async () => {
  const memo = await chain();
  const costs = { accept: line(await costOf(memo.world, table.client, () => memo.say("note 1 x"))) };
  for (const operation of ["fold", "first step", "second step", "third step", "deliver"])
    Object.assign(costs, { [operation]: line(await next(memo, operation === "fold" ? "nudges" : "tasks")) });
  expect(costs).toEqual({
    // One unit is the mailbox, the other its entry in the index of what somebody must look at.
    accept: "1 Update, 0 RCU, 2 WCU, 1 messages, 2 kB sent, 1 kB read",
    fold: "2 BatchGet, 2 Get, 1 TransactWrite, 1 Update, 4 RCU, 19 WCU, 1 messages, 9 kB sent, 5 kB read",
    "first step": "1 BatchGet, 1 Get, 2 TransactWrite, 1 Update, 4 RCU, 19 WCU, 1 messages, 7 kB sent, 3 kB read",
    "second step": "1 BatchGet, 1 Get, 2 TransactWrite, 1 Update, 6 RCU, 19 WCU, 1 messages, 7 kB sent, 4 kB read",
    "third step": "1 BatchGet, 1 Get, 2 TransactWrite, 1 Update, 6 RCU, 19 WCU, 1 messages, 7 kB sent, 4 kB read",
    deliver: "1 BatchGet, 1 TransactWrite, 8 RCU, 15 WCU, 0 messages, 5 kB sent, 5 kB read",
  });
});

test("a follow-up that changes the last of three steps: those before it are not written again", async () => {
  const memo = await chain();
  await memo.say("note 3 x");
  const costs: Record<string, string> = {};
  for (const operation of ["fold", "third step", "deliver"])
    costs[operation] = line(await next(memo, operation === "fold" ? "nudges" : "tasks"));
  expect(await memo.delivered()).toBe("1 2 3x");
  expect(costs).toEqual({
    fold: "2 BatchGet, 2 Get, 1 TransactWrite, 1 Update, 6 RCU, 15 WCU, 1 messages, 8 kB sent, 5 kB read",
    "third step": "1 BatchGet, 1 Get, 2 TransactWrite, 1 Update, 5 RCU, 19 WCU, 1 messages, 7 kB sent, 4 kB read",
    deliver: "1 BatchGet, 1 TransactWrite, 8 RCU, 15 WCU, 0 messages, 5 kB sent, 5 kB read",
  });
});

test("the same with time left: one message for all the steps", async () => {
  const memo = await chain();
  memo.world.worksThrough = true;
  await memo.say("note 1 x");
  const fold = await next(memo, "nudges");
  const work = await next(memo, "tasks");
  expect(await memo.run()).toMatchObject({ status: "completed", delivered_version: 2 });
  expect([fold, work].map(line)).toEqual([
    "2 BatchGet, 2 Get, 1 TransactWrite, 1 Update, 4 RCU, 19 WCU, 1 messages, 9 kB sent, 5 kB read",
    "4 BatchGet, 3 Get, 7 TransactWrite, 3 Update, 24 RCU, 72 WCU, 0 messages, 24 kB sent, 15 kB read",
  ]);
});

test("a direct answer", async () => {
  const memo = await chain();
  const accept = await costOf(memo.world, table.client, () => memo.say("Why is the first step there?"));
  const fold = await next(memo, "nudges");
  const answer = await next(memo, "tasks");
  expect([accept, fold, answer].map(line)).toEqual([
    "1 Update, 0 RCU, 2 WCU, 1 messages, 2 kB sent, 1 kB read",
    "1 BatchGet, 2 Get, 1 TransactWrite, 2 Update, 3 RCU, 4 WCU, 1 messages, 3 kB sent, 4 kB read",
    "3 BatchGet, 4 Get, 2 Query, 1 TransactWrite, 1 Update, 10 RCU, 12 WCU, 0 messages, 7 kB sent, 6 kB read",
  ]);
});

test("a wake, from the promise to the end of its turn", async () => {
  const memo = await chain();
  const call = {
    tool: "schedule_follow_up",
    input: { description: "Look again.", in: "2m" },
    owner: "ada",
    session_id: memo.session_id,
  };
  const schedule = await costOf(memo.world, table.client, () => outsideTool(memo.world.ports, call, "call-1"));
  memo.world.clock.advance(120_000);
  const ring = await next(memo, "wakes");
  const fire = await next(memo, "nudges");
  const turn = await next(memo, "tasks");
  expect([schedule, ring, fire, turn].map(line)).toEqual([
    "2 BatchGet, 4 Get, 1 TransactWrite, 8 RCU, 12 WCU, 1 messages, 5 kB sent, 3 kB read",
    "1 Get, 1 TransactWrite, 1 RCU, 9 WCU, 1 messages, 3 kB sent, 2 kB read",
    "2 BatchGet, 3 Get, 1 TransactWrite, 1 Update, 6 RCU, 24 WCU, 1 messages, 10 kB sent, 6 kB read",
    "5 BatchGet, 3 Get, 3 Query, 2 TransactWrite, 2 Update, 15 RCU, 20 WCU, 1 messages, 10 kB sent, 13 kB read",
  ]);
});
