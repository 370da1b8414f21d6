import { underEither } from "../../domain/under-either.ts";
import { Fault } from "../../errors/fault.ts";
import type { Model } from "../../ports/model.ts";

/** A model for work that may be told to stop: then no call is begun, and one that goes on is given up. @throws the signal's reason. */
export const untilAborted = (model: Model, signal: AbortSignal): Model => ({
  call: async (request, bounds = {}) => {
    signal.throwIfAborted();
    const signals = bounds.signal === undefined ? [signal] : [bounds.signal, signal];
    try {
      return await underEither(signals, (either) => model.call(request, { ...bounds, signal: either }));
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
});

/**
 * A model for work that must end in time: each call gets at most the milliseconds that are left, and none is begun when none
 * are, which is `model_unavailable` (retry) like any answer that does not come in time.
 */
export const withinTimeLeft = (model: Model, leftMs: () => number): Model => ({
  call: async (request, bounds = {}) => {
    const left = leftMs();
    if (left <= 0) throw new Fault("model_unavailable", "retry", { purpose: request.purpose, reason: "no_time_left" });
    return model.call(request, { ...bounds, time_ms: Math.min(left, bounds.time_ms ?? left) });
  },
});
