import { round } from "./load.ts";
import type { MeasuredStack, Usage } from "./measured-stack.ts";

/** CPU milliseconds of one operation, by who spent them. */
export interface CpuPerOperation {
  readonly all: number;
  /** The thread of each function: our code, the SDK, and Node.js beneath them. */
  readonly functions: Readonly<Record<string, number>>;
  /** What stands for API Gateway and Lambda: routes, tokens, events, invocations. */
  readonly front: number;
  /** What stands for SQS and its mappings. */
  readonly queues: number;
  /** What stands for DynamoDB. */
  readonly database: number;
  /** Everything else of the process: compiler, garbage collector, the other emulators. */
  readonly rest: number;
}

const emulators: ReadonlySet<string> = new Set(["front", "queues", "bedrock"]);

/** What `count` operations cost between two looks. */
function cpuBetween(before: Usage, after: Usage, count: number): CpuPerOperation {
  const per = (ms: number): number => round(ms / count);
  const spent = (name: string): number => (after.threads[name] ?? 0) - (before.threads[name] ?? 0);
  const functions: Record<string, number> = {};
  let known = 0;
  for (const name of Object.keys(after.threads)) {
    known += spent(name);
    if (!emulators.has(name) && per(spent(name)) >= 0.01) functions[name] = per(spent(name));
  }
  const total = after.total - before.total;
  const database = after.database.cpu - before.database.cpu;
  return {
    all: per(total + database),
    functions,
    front: per(spent("front")),
    queues: per(spent("queues")),
    database: per(database),
    rest: per(Math.max(0, total - known + spent("bedrock"))),
  };
}

/** What `work` gives, and what each of its `count` operations cost until nothing was left to do. */
export async function metered<T>(
  stack: MeasuredStack,
  count: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly during: CpuPerOperation; readonly whole: CpuPerOperation }> {
  const before = await stack.usage();
  const result = await work();
  const after = await stack.usage();
  await stack.settle();
  return {
    result,
    during: cpuBetween(before, after, count),
    whole: cpuBetween(before, await stack.usage(), count),
  };
}
