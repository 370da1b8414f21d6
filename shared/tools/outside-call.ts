import type { JsonObject } from "../contracts/json.ts";

/**
 * A tool call of an agent that runs elsewhere. Whose conversation it is about was said by the application that runs the
 * agent, where the model cannot reach; null when it was not said.
 */
export type OutsideCall = {
  readonly tool: string;
  readonly input: JsonObject;
  readonly owner: string | null;
  readonly session_id: string | null;
};
