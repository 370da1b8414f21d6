import * as z from "zod";
import type { JsonObject } from "../../shared/contracts/json.ts";
import { BedrockError, type BedrockErrorName, isBedrockErrorName } from "./bedrock-error.ts";
import { type AssistantTurn, type ConverseBody, toolsOf } from "./converse-body.ts";

const Count = z.int().min(0).max(1_000_000);

/** How the next calls are to go wrong. Counts are of calls (attempts, as the server sees them); `reset` clears the rest. */
export const Disturbance = z.strictObject({
  reset: z.boolean().optional(),
  /** Answer ThrottlingException. */
  throttle: Count.optional(),
  /** Answer this exception. */
  fail: z
    .strictObject({
      error: z.string().refine(isBedrockErrorName, "is no exception of this server"),
      times: Count,
      message: z.string().optional(),
    })
    .optional(),
  /** Take the request and never answer. */
  hang: Count.optional(),
  /** Close the connection before the answer. */
  drop: Count.optional(),
  /** Answer with tool input that fits no schema. */
  unusable: Count.optional(),
  /** Answer with stop reason malformed_tool_use and no content. */
  malformed: Count.optional(),
  /** Answer with stop reason refusal and no content. */
  refuse: Count.optional(),
  /** End a stream in its middle with an exception. */
  break_stream: Count.optional(),
});
export type Disturbance = z.infer<typeof Disturbance>;

type Counted = "throttle" | "fail" | "hang" | "drop" | "unusable" | "malformed" | "refuse" | "break_stream";

/** What is still to go wrong. One call takes one disturbance, in the order of the list above. */
export class Disturbances {
  readonly #left = new Map<Counted, number>();
  #failure: { name: BedrockErrorName; message: string } | undefined;

  add(disturbance: Disturbance): void {
    if (disturbance.reset === true) this.#left.clear();
    const { fail, reset: _, ...counts } = disturbance;
    for (const kind of ["throttle", "hang", "drop", "unusable", "malformed", "refuse", "break_stream"] as const) {
      const count = counts[kind];
      if (count !== undefined) this.#left.set(kind, count);
    }
    if (fail !== undefined && isBedrockErrorName(fail.error)) {
      this.#failure = { name: fail.error, message: fail.message ?? "Injected." };
      this.#left.set("fail", fail.times);
    }
  }

  /** Takes one of this kind if any is left. */
  take(kind: Counted): boolean {
    const left = this.#left.get(kind) ?? 0;
    if (left > 0) this.#left.set(kind, left - 1);
    return left > 0;
  }

  /** @throws BedrockError when this call is to be refused. */
  throwIfRefused(): void {
    if (this.take("throttle"))
      throw new BedrockError("ThrottlingException", "Too many requests, please wait before trying again.");
    if (this.take("fail") && this.#failure !== undefined)
      throw new BedrockError(this.#failure.name, this.#failure.message);
  }
}

/** An answer of the right form that fits no schema: what a confused model says. */
export function unusableTurn(body: ConverseBody): AssistantTurn {
  const name = body.toolConfig?.toolChoice?.tool?.name ?? toolsOf(body)[0]?.name;
  if (name === undefined) return { content: [{ text: "???" }], stop_reason: "end_turn" };
  const input: JsonObject = { unusable_answer: true };
  return {
    content: [{ toolUse: { toolUseId: `tooluse_unusable_${body.messages.length}`, name, input } }],
    stop_reason: "tool_use",
  };
}
