import type { JsonObject } from "../contracts/json.ts";

/** Tokens of one or more calls. */
export type Usage = { readonly input_tokens: number; readonly output_tokens: number; readonly calls: number };

/** A tool as the model is told of it. `input` is a JSON Schema of an object. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly input: JsonObject };

/** One part of a message. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: "tool_result"; readonly id: string; readonly ok: boolean; readonly text: string }
  | Thought;

/**
 * What a model thought before the parts behind it. It is given back as it came, or left out: with it the request must begin
 * with the same system text, tools and messages as the one it answers, every thought in them included.
 */
export type Thought = {
  readonly type: "thought";
  readonly sealed: { readonly text: string; readonly signature: string } | { readonly redacted: Uint8Array };
};

export type ModelMessage = { readonly role: "user" | "assistant"; readonly parts: readonly Part[] };

export type ModelRequest = {
  /** What the call is for; shown in logs and counted. */
  readonly purpose: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  /** Name of the tool that must be called, where the model can be made to. */
  readonly force_tool?: string;
  readonly max_tokens: number;
};

export type ModelReply = {
  readonly parts: readonly Part[];
  readonly stop: "end" | "tool_use" | "max_tokens" | "context_full" | "filtered" | "malformed";
  readonly usage: Usage;
};

/** How long a call may take, and what ends it before. */
export type CallBounds = {
  /**
   * Milliseconds within which the answer must be there, repeats included. It can only shorten the time that an answer of
   * `max_tokens` is given anyway.
   */
  readonly time_ms?: number;
  /** The call is given up when it aborts. */
  readonly signal?: AbortSignal;
};

/** A language model. One method is one call; what is built of calls is in `shared/agents/`. */
export interface Model {
  /**
   * @throws Fault `model_unavailable` (retry) when it is throttled, down, too slow or given up,
   * `model_refused_request` (reject) when the request breaks a rule of the model's interface or access is missing.
   */
  call(request: ModelRequest, bounds?: CallBounds): Promise<ModelReply>;
}
