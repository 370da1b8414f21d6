import type { RunId } from "../../shared/contracts/ids.ts";
import { closedLoop, type Timing } from "../load.ts";
import { measureFloor } from "../measure-floor.ts";
import type { MeasuredStack } from "../measured-stack.ts";
import type { People } from "../people.ts";
import { type CpuPerOperation, metered } from "../usage.ts";
import { inFlight, type Scale } from "./scale.ts";

/** Accepting follow-ups: from the request to the 202, while the workers take in what was accepted. */
export interface AcceptRep {
  readonly floor: Readonly<Record<string, Timing>>;
  readonly many: Readonly<Record<string, AcceptLoad>>;
  readonly one: Readonly<Record<string, AcceptLoad>>;
  readonly memory: readonly { readonly accepted: number; readonly stack_mib: number; readonly database_mib: number }[];
}

export interface AcceptLoad extends Timing {
  readonly refused: number;
  /** The accepting alone: threads `accept`, `front` and the emulators while the load went on. */
  readonly cpu: CpuPerOperation;
  /** Until everything accepted was taken in. */
  readonly cpu_whole: CpuPerOperation;
}

/** Sessions with a run of one step each. */
export async function openSessions(stack: MeasuredStack, people: People, count: number): Promise<readonly RunId[]> {
  const runs: RunId[] = [];
  await closedLoop(8, count, async () => void runs.push(await people.start("chain-1")));
  await stack.settle();
  return runs;
}

/** One repetition: the floor, then the loads over many sessions and on one. */
export async function measureAccepts(
  stack: MeasuredStack,
  people: People,
  runs: readonly RunId[],
  scale: Scale,
): Promise<AcceptRep> {
  const floor = await measureFloor(inFlight, (scale.accepts[32] ?? 0) * 2);
  const memory: AcceptRep["memory"][number][] = [];
  let accepted = 0;
  const load = async (some: (typeof inFlight)[number], over: readonly RunId[]): Promise<AcceptLoad> => {
    const count = scale.accepts[some] ?? 0;
    const before = people.refused;
    const say = (index: number) => people.say(over[index % over.length] as RunId);
    const { result, during, whole } = await metered(stack, count, () => closedLoop(some, count, say));
    accepted += count;
    const { rss, database } = await stack.usage();
    memory.push({ accepted, stack_mib: mib(rss), database_mib: mib(database.rss) });
    return { ...result, refused: people.refused - before, cpu: during, cpu_whole: whole };
  };
  const many: Record<string, AcceptLoad> = {};
  const one: Record<string, AcceptLoad> = {};
  for (const some of inFlight) many[some] = await load(some, runs);
  for (const some of inFlight) one[some] = await load(some, runs.slice(0, 1));
  return { floor, many, one, memory };
}

const mib = (bytes: number): number => Math.round(bytes / 1_048_576);
