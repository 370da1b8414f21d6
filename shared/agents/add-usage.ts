import type { Usage } from "../ports/model.ts";

export const noUsage: Usage = { input_tokens: 0, output_tokens: 0, calls: 0 };

/** Both usages together. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    calls: a.calls + b.calls,
  };
}
