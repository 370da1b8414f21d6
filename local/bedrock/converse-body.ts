import * as z from "zod";
import { Json, JsonObject } from "../../shared/contracts/json.ts";

const ToolResultItem = z.looseObject({ text: z.string().optional(), json: Json.optional() });

const Block = z.looseObject({
  text: z.string().optional(),
  toolUse: z.looseObject({ toolUseId: z.string(), name: z.string(), input: Json }).optional(),
  toolResult: z
    .looseObject({
      toolUseId: z.string(),
      content: z.array(ToolResultItem),
      status: z.enum(["success", "error"]).optional(),
    })
    .optional(),
  reasoningContent: z
    .looseObject({
      reasoningText: z.looseObject({ text: z.string(), signature: z.string().optional() }).optional(),
      redactedContent: z.string().optional(),
    })
    .optional(),
});
export type Block = z.infer<typeof Block>;

const ToolSpec = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.looseObject({ json: JsonObject }),
  strict: z.boolean().optional(),
});
export type ToolSpec = z.infer<typeof ToolSpec>;

/** The body of a Converse request as it arrives; fields nobody here reads are let through. */
export const ConverseBody = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(["user", "assistant"]), content: z.array(Block) })).default([]),
  system: z.array(z.looseObject({ text: z.string().optional() })).optional(),
  inferenceConfig: z
    .looseObject({
      maxTokens: z.number().optional(),
      temperature: z.number().optional(),
      topP: z.number().optional(),
      stopSequences: z.array(z.string()).optional(),
    })
    .optional(),
  toolConfig: z
    .looseObject({
      tools: z.array(z.looseObject({ toolSpec: ToolSpec.optional() })),
      toolChoice: z
        .looseObject({
          auto: z.unknown().optional(),
          any: z.unknown().optional(),
          tool: z.looseObject({ name: z.string() }).optional(),
        })
        .optional(),
    })
    .optional(),
  additionalModelRequestFields: Json.optional(),
});
export type ConverseBody = z.infer<typeof ConverseBody>;

/** What a model thought before it answered: as much of it as is shown, the seal on it unless it was cut off, and what it took. */
export type Thought = { readonly text: string; readonly signature?: string; readonly tokens: number };

/** What an assistant answers: text and tool uses, and why it stopped. */
export type AssistantTurn = {
  readonly thought?: Thought;
  readonly content: readonly (
    | { readonly text: string }
    | { readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: JsonObject } }
  )[];
  readonly stop_reason: "end_turn" | "tool_use" | "max_tokens" | "content_filtered" | "refusal" | "malformed_tool_use";
  /** Tokens as somebody else counted them; estimated from the text when absent. */
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
};

/** Something that can answer Converse requests. @throws BedrockError for what Bedrock would answer with an exception. */
export type Answerer = (body: ConverseBody, modelId: string, signal: AbortSignal) => Promise<AssistantTurn>;

/** The tools a request offers, without cache points. */
export function toolsOf(body: ConverseBody): readonly ToolSpec[] {
  return (body.toolConfig?.tools ?? []).flatMap((tool) => (tool.toolSpec === undefined ? [] : [tool.toolSpec]));
}

/** Tokens of a text, near enough for accounting. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
