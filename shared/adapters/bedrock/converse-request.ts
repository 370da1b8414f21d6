/**
 * The parts of a Converse request that the rules look at. Looser than the SDK's types on purpose, so that both what we
 * send and what a server receives can be checked.
 */
export type ConverseRequest = {
  readonly messages?: readonly ConverseMessage[] | undefined;
  readonly system?: readonly { readonly text?: string | undefined; readonly cachePoint?: unknown }[] | undefined;
  readonly inferenceConfig?: { readonly maxTokens?: number | undefined } | undefined;
  readonly toolConfig?: ConverseToolConfig | undefined;
  /** Fields of the model's own interface. */
  readonly additionalModelRequestFields?: unknown;
};

export type ConverseMessage = {
  readonly role?: string | undefined;
  readonly content?: readonly ConverseBlock[] | undefined;
};

export type ConverseBlock = {
  readonly text?: string | undefined;
  readonly toolUse?: ConverseToolUse | undefined;
  readonly toolResult?: ConverseToolResult | undefined;
  readonly reasoningContent?: unknown;
  readonly cachePoint?: unknown;
};

export type ConverseToolUse = {
  readonly toolUseId?: string | undefined;
  readonly name?: string | undefined;
  readonly input?: unknown;
};

export type ConverseToolResult = {
  readonly toolUseId?: string | undefined;
  readonly content?: readonly { readonly text?: string | undefined; readonly json?: unknown }[] | undefined;
  readonly status?: string | undefined;
};

export type ConverseToolConfig = {
  readonly tools?: readonly ConverseTool[] | undefined;
  readonly toolChoice?: ConverseToolChoice | undefined;
};

export type ConverseTool = {
  readonly toolSpec?:
    | {
        readonly name?: string | undefined;
        readonly description?: string | undefined;
        readonly inputSchema?: { readonly json?: unknown } | undefined;
        readonly strict?: boolean | undefined;
      }
    | undefined;
  readonly cachePoint?: unknown;
};

export type ConverseToolChoice = {
  readonly auto?: unknown;
  readonly any?: unknown;
  readonly tool?: { readonly name?: string | undefined } | undefined;
};

/** True for text that Bedrock refuses as blank; zero-width characters count as nothing. */
export function isBlank(text: string): boolean {
  return /^[\s\u200B-\u200D\u2060\uFEFF]*$/u.test(text);
}

/** What a tool name and a tool use id may be made of. */
export const toolNameForm = /^[a-zA-Z0-9_-]{1,64}$/;

/** The tool use ids of a message's blocks of one kind, in order. */
export function idsOf(message: ConverseMessage | undefined, kind: "toolUse" | "toolResult"): readonly string[] {
  return (message?.content ?? []).flatMap((block) => {
    const found = block[kind];
    return found === undefined ? [] : [found.toolUseId ?? ""];
  });
}

/** True for a JSON object, false for arrays and everything else. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
