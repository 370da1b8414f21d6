import { limits } from "../../contracts/limits.ts";
import { underEither } from "../../domain/under-either.ts";
import { Fault } from "../../errors/fault.ts";
import type { Clock } from "../../ports/clock.ts";

/** Whose work it is: the signal of the claim that it is done under, and the run that it is for. */
export type Timed = { readonly held: AbortSignal; readonly turn: number };

/**
 * Lets work go on for {@link limits.stepMs}, which is shorter than its function has. `work` gets a signal that aborts when
 * the time is over or `held` aborts; its reason is the fault to stop with.
 * @throws Fault `step_timed_out` (retry), and whatever `work` throws.
 */
export async function withinTime<T>(
  clock: Clock,
  { held, turn }: Timed,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const began = clock.now();
  const ended = new AbortController();
  const overtime = Promise.withResolvers<never>();
  const stop = clock.every(limits.renewMs, () => {
    if (clock.now() - began < limits.stepMs) return;
    const fault = new Fault("step_timed_out", "retry", { turn });
    ended.abort(fault);
    overtime.reject(fault);
  });
  try {
    return await Promise.race([underEither([held, ended.signal], work), overtime.promise]);
  } finally {
    stop();
  }
}
