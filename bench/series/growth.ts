import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { mailboxKey, sessionKey } from "../../shared/adapters/dynamo/keys.ts";
import { locateRun, type RunId } from "../../shared/contracts/ids.ts";
import { closedLoop, type Timing, timing } from "../load.ts";
import type { MeasuredStack } from "../measured-stack.ts";
import type { People } from "../people.ts";
import { type CpuPerOperation, metered } from "../usage.ts";
import { yardstick } from "../yardstick.ts";
import type { Scale } from "./scale.ts";

/** The same two operations, one at a time, at one size of something. */
export interface GrowthPoint {
  readonly size: number;
  /** Of sessions at rest, with nothing else going on. */
  readonly accept: Timing;
  readonly cpu_accept: CpuPerOperation;
  /** From a follow-up to its delivery. */
  readonly completed: Timing;
  readonly cpu_completed: CpuPerOperation;
  readonly mailbox_bytes: number;
  /** What the yardstick took meanwhile, CPU milliseconds. */
  readonly yardstick_ms: number;
}

export type Growth = Readonly<Record<"earlier_follow_ups" | "sessions" | "steps", readonly GrowthPoint[]>>;

/** What is measured; `step` is the one that a follow-up changes, and it is the last. */
type Measured = { readonly size: number; readonly run: RunId; readonly step: number };

/** Changes a run once, to the end. Gives the time until its follow-up was accepted. Milliseconds. */
async function revise(people: People, { run, step }: Pick<Measured, "run" | "step">): Promise<number> {
  const { version } = await people.state(run);
  const at = performance.now();
  await people.say(run, step);
  const accepted = performance.now() - at;
  await people.until(run, (state) => state.version > version && state.status === "completed");
  return accepted;
}

/**
 * Measures one session at one size. `other` is changed first: while a size is made the functions stand still for up to a
 * minute, and what that costs is not to count.
 */
async function point(
  stack: MeasuredStack,
  people: People,
  { other, ...what }: Measured & { readonly other: RunId },
  scale: Scale,
): Promise<GrowthPoint> {
  const { size, run } = what;
  await closedLoop(1, scale.growthWarmUps, () => revise(people, { run: other, step: 3 }));
  await closedLoop(1, 2, () => revise(people, what));
  const accepts: number[] = [];
  const before = yardstick();
  const revised = await metered(stack, scale.growthRevisions, () =>
    closedLoop(1, scale.growthRevisions, async () => {
      accepts.push(await revise(people, what));
    }),
  );
  return {
    size,
    accept: timing(accepts),
    cpu_accept: revised.during,
    completed: revised.result,
    cpu_completed: revised.whole,
    mailbox_bytes: await people.mailboxBytes(run),
    yardstick_ms: (before + yardstick()) / 2,
  };
}

async function begin(stack: MeasuredStack, people: People, agent: string): Promise<RunId> {
  const run = await people.start(agent);
  await stack.settle();
  return run;
}

/** As many as a mailbox has room for, and then the next: more at a time would be refused most of the time. */
const roomful = 50;

/** Notes go to the last step, so that the history grows and not the work. */
async function sayMore(stack: MeasuredStack, people: People, run: RunId, count: number): Promise<void> {
  for (let left = count; left > 0; left -= roomful) {
    await closedLoop(16, Math.min(left, roomful), () => people.say(run, 3));
    await stack.settle();
  }
}

/** The same at growing numbers of earlier follow-ups, other sessions, and steps. */
export async function measureGrowth(stack: MeasuredStack, people: People, scale: Scale): Promise<Growth> {
  const earlier: GrowthPoint[] = [];
  const other = await begin(stack, people, "chain-3");
  const long = await begin(stack, people, "chain-3");
  let said = 0;
  for (const size of scale.earlier) {
    await sayMore(stack, people, long, size - said);
    earlier.push(await point(stack, people, { size, run: long, step: 3, other }, scale));
    said = size;
  }
  const steps: GrowthPoint[] = [];
  for (const size of [5, 499]) {
    const run = await begin(stack, people, `chain-${size}`);
    steps.push(await point(stack, people, { size, run, step: size, other }, { ...scale, growthRevisions: 10 }));
  }
  const sessions: GrowthPoint[] = [];
  const one = await begin(stack, people, "chain-3");
  sessions.push(await point(stack, people, { size: 1, run: one, step: 3, other }, scale));
  await copySessions(people, one, scale.otherSessions);
  sessions.push(await point(stack, people, { size: scale.otherSessions, run: one, step: 3, other }, scale));
  return { earlier_follow_ups: earlier, sessions, steps };
}

/** Items of one request. */
const batch = 25;

/** Writes the items of a session at rest again, under other names: opening that many would take minutes. */
async function copySessions(people: People, run: RunId, count: number): Promise<void> {
  const { sessionId } = locateRun(run);
  const items = await Promise.all(
    [mailboxKey(sessionId), sessionKey(sessionId)].map(async ({ pk, sk }) => {
      const Key = { pk: { S: pk }, sk: { S: sk } };
      const { Item } = await people.ask("GetItem", { TableName: people.tableName, Key });
      return Item as object;
    }),
  );
  const puts = (): object[] => {
    const pk = { S: `S#01${randomBytes(12).toString("hex").toUpperCase()}` };
    return items.map((item) => ({ PutRequest: { Item: { ...item, pk } } }));
  };
  const perRequest = Math.floor(batch / items.length);
  await closedLoop(4, Math.ceil(count / perRequest), () => {
    const RequestItems = { [people.tableName]: Array.from({ length: perRequest }, puts).flat() };
    return people.ask("BatchWriteItem", { RequestItems });
  });
}
