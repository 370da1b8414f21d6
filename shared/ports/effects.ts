import type { Json } from "../contracts/json.ts";
import type { Millis } from "../contracts/records.ts";
import type { RunRef } from "./runs.ts";

/** Something a step does outside: which step's work, and the name that the step gives it. */
export type EffectRef = RunRef & { readonly work: string; readonly name: string };

/** `begun`: nobody has done it. `unknown`: somebody was about to, and nothing tells whether it happened. */
export type EffectState = { readonly kind: "begun" | "unknown" } | { readonly kind: "done"; readonly result: Json };

export interface EffectStore {
  /** Notes that it is about to be done. `token`: of this call alone, so that it is known again when the SDK repeats it. */
  begin(ref: EffectRef, token: string, now: Millis): Promise<EffectState>;
  /** Notes what came of it. */
  record(ref: EffectRef, result: Json, now: Millis): Promise<void>;
  /** Notes that it certainly was not done. */
  forget(ref: EffectRef): Promise<void>;
}
