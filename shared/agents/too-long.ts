import { isFault } from "../errors/fault.ts";
import type { ModelReply } from "../ports/model.ts";

/** What a model answered, or that it did not take the request because it was too long. */
export type Asked = ModelReply | "too_long";

/** Makes a call; that its request was too long is an outcome, whichever way the model says so. */
export async function askIfItFits(call: () => Promise<ModelReply>): Promise<Asked> {
  try {
    const reply = await call();
    return reply.stop === "context_full" ? "too_long" : reply;
  } catch (error) {
    if (isFault(error) && error.details["reason"] === "input_too_long") return "too_long";
    throw error;
  }
}
