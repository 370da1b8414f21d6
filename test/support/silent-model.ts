import { answerMs } from "../../shared/adapters/bedrock/bedrock-model.ts";
import { Fault } from "../../shared/errors/fault.ts";
import type { CallBounds, Model, ModelRequest } from "../../shared/ports/model.ts";
import type { ManualClock } from "./manual-clock.ts";

/** A model that takes every call and answers none: each lasts as long as it may, and then fails. */
export function silentModel(clock: ManualClock): Model & { readonly asked: readonly ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    call: async (request: ModelRequest, { time_ms = Number.POSITIVE_INFINITY }: CallBounds = {}) => {
      asked.push(request);
      clock.advance(Math.min(answerMs(request.max_tokens), time_ms));
      throw new Fault("model_unavailable", "retry", { reason: "too_slow" });
    },
  };
}
