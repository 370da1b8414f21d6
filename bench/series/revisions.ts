import { performance } from "node:perf_hooks";
import type { RunId } from "../../shared/contracts/ids.ts";
import { closedLoop, round, type Timing, timing } from "../load.ts";
import type { MeasuredStack } from "../measured-stack.ts";
import type { People } from "../people.ts";
import { type CpuPerOperation, metered } from "../usage.ts";
import { inFlight, type Scale } from "./scale.ts";

/** From sending a follow-up to the version that takes it in, and to the delivery of that version. */
export interface RevisionLoad {
  readonly steps: number;
  readonly in_flight: number;
  readonly per_second: number;
  readonly committed: Timing;
  readonly completed: Timing;
  readonly cpu: CpuPerOperation;
}

/** Each of `some` sessions has one follow-up on its way until its steps and the delivery are done. */
async function revise(
  stack: MeasuredStack,
  people: People,
  { steps, runs, count }: { readonly steps: number; readonly runs: readonly RunId[]; readonly count: number },
): Promise<RevisionLoad> {
  const committed: number[] = [];
  const completed: number[] = [];
  const free = [...runs];
  const one = async () => {
    const run = free.pop() as RunId;
    const { version } = await people.state(run);
    const at = performance.now();
    await people.say(run);
    await people.until(run, (state) => state.version > version);
    committed.push(performance.now() - at);
    await people.until(run, (state) => state.version > version && state.status === "completed");
    completed.push(performance.now() - at);
    free.unshift(run);
  };
  const { result, whole } = await metered(stack, count, () => closedLoop(runs.length, count, one));
  return {
    steps,
    in_flight: runs.length,
    per_second: result.per_second,
    committed: timing(committed),
    completed: timing(completed),
    cpu: whole,
  };
}

/** Revisions of chains of one step and of three, at 1, 8 and 32 in flight. */
export async function measureRevisions(
  stack: MeasuredStack,
  people: People,
  scale: Scale,
): Promise<readonly RevisionLoad[]> {
  const loads: RevisionLoad[] = [];
  for (const steps of [1, 3]) {
    const runs: RunId[] = [];
    await closedLoop(8, Math.max(...inFlight), async () => void runs.push(await people.start(`chain-${steps}`)));
    await stack.settle();
    for (const some of inFlight) {
      const count = some === 1 ? Math.ceil(scale.revisions / 4) : scale.revisions;
      loads.push(await revise(stack, people, { steps, runs: runs.slice(0, some), count }));
    }
  }
  return loads;
}

/** Twenty follow-ups at once in one session. */
export interface Burst {
  readonly revisions: number;
  readonly accepted_ms: number;
  readonly completed_ms: number;
}

/** Bursts of twenty, each on an idle session of its own. */
export async function measureBursts(stack: MeasuredStack, people: People, scale: Scale): Promise<readonly Burst[]> {
  const bursts: Burst[] = [];
  for (let index = 0; index < scale.bursts; index += 1) {
    const run = await people.start("chain-3");
    await stack.settle();
    const { version } = await people.state(run);
    const at = performance.now();
    await closedLoop(20, 20, () => people.say(run));
    const accepted = performance.now() - at;
    await stack.settle();
    const completed = performance.now() - at;
    const now = await people.state(run);
    if (now.status !== "completed") throw new Error(`a burst left ${run} ${now.status}`);
    bursts.push({
      revisions: now.version - version,
      accepted_ms: round(accepted),
      completed_ms: round(completed),
    });
  }
  return bursts;
}
