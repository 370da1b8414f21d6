/**
 * What one model does and does not do. A structured answer is always carried by a tool, since every model has those;
 * these rows say how hard the tool can be pressed on the model.
 */
export type ModelCapabilities = {
  /** Accepts `toolChoice` any/tool. Otherwise the choice is auto and the system text asks for the tool. */
  readonly forced_tool_choice: boolean;
  /** Accepts `toolSpec.strict`, so that the input fits its schema by construction. */
  readonly strict_tools: boolean;
  /** Tokens of one answer at most. */
  readonly max_output_tokens: number;
  /** Cache points a request may hold; 0 when the model caches nothing. */
  readonly cache_points: 0 | 4;
  /** Tokens a prefix must have before it is cached; below it a cache point does nothing. */
  readonly cache_min_tokens: number;
  /**
   * The least that it thinks, which counts as output. `never`: nothing, unless a request asks for it. `disabled`, `between_tools`:
   * it thinks unless a request sets `thinking.type` to that; the second still notes something between calls of tools.
   * `always`: it cannot be told not to.
   */
  readonly thinking: "never" | "disabled" | "between_tools" | "always";
};

type Row = { readonly model: RegExp; readonly has: ModelCapabilities };

/** For a model nobody described: only what every Converse model with tools does. */
const safest: ModelCapabilities = {
  forced_tool_choice: false,
  strict_tools: false,
  max_output_tokens: 4096,
  cache_points: 0,
  cache_min_tokens: Number.POSITIVE_INFINITY,
  thinking: "never",
};

const claude = { ...safest, forced_tool_choice: true, cache_points: 4, cache_min_tokens: 4096 } as const;

/**
 * First match wins, so narrow patterns come first. From the model cards on Amazon Bedrock; the 5.x rows are to be
 * confirmed on the first deployment, which is why they claim little.
 */
const rows: readonly Row[] = [
  // Rejects `any` and `tool` as a tool choice, unlike the one before it.
  {
    model: /^anthropic\.claude-opus-5-5\b/,
    has: {
      ...claude,
      forced_tool_choice: false,
      max_output_tokens: 32_000,
      cache_min_tokens: 512,
      thinking: "always",
    },
  },
  // The card lists no structured outputs on bedrock-runtime.
  {
    model: /^anthropic\.claude-opus-5\b/,
    has: { ...claude, max_output_tokens: 32_000, cache_min_tokens: 512, thinking: "disabled" },
  },
  // Rejects `any` and `tool` as a tool choice, and `disabled` as a way to think.
  {
    model: /^anthropic\.claude-sonnet-5-5\b/,
    has: {
      ...claude,
      forced_tool_choice: false,
      max_output_tokens: 64_000,
      cache_min_tokens: 512,
      thinking: "between_tools",
    },
  },
  // Bedrock takes `disabled` from it and lets it think all the same.
  {
    model: /^anthropic\.claude-sonnet-5\b/,
    has: { ...claude, max_output_tokens: 64_000, cache_min_tokens: 1024, thinking: "always" },
  },
  { model: /^anthropic\.claude-haiku-5\b/, has: { ...claude, max_output_tokens: 64_000, thinking: "disabled" } },
  {
    model: /^anthropic\.claude-(fable|mythos)-5\b/,
    has: { ...claude, forced_tool_choice: false, max_output_tokens: 32_000, thinking: "always" },
  },
  {
    model: /^anthropic\.claude-(opus|sonnet|haiku)-4-[56]\b/,
    has: { ...claude, strict_tools: true, max_output_tokens: 32_000 },
  },
  { model: /^anthropic\.claude-(opus|sonnet)-4\b/, has: { ...claude, max_output_tokens: 32_000 } },
  { model: /^anthropic\.claude-3-[57]\b/, has: { ...claude, max_output_tokens: 8192 } },
  { model: /^anthropic\.claude-3\b/, has: { ...claude, max_output_tokens: 4096, cache_points: 0 } },
  // Nova caches system and messages, which is all a cache point is used for here.
  {
    model: /^amazon\.nova-/,
    has: { ...claude, max_output_tokens: 10_000, cache_min_tokens: 1024 },
  },
];

/**
 * What the model with this id does. Takes a model id, a geographic or global inference profile id, or an ARN of either;
 * a model that is not listed gets the row that assumes least.
 */
export function capabilitiesOf(modelId: string): ModelCapabilities {
  const id = modelId.slice(modelId.lastIndexOf("/") + 1).replace(/^(global|us|us-gov|eu|apac|au|jp|ca)\./, "");
  return rows.find((row) => row.model.test(id))?.has ?? safest;
}
