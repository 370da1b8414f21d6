import type * as z from "zod";
import type { JsonObject } from "../contracts/json.ts";
import type { ToolSpec } from "../ports/model.ts";
import { issuesOf, toToolSchema } from "./tool-schema.ts";

/** One call of a tool. `key` is stable over retries of the turn; `round` is the model call it came from, from 1. */
export type ToolCall = { readonly key: string; readonly round: number };

/** What the model is told of a call. Not `ok`: nothing happened, and the text says what to do instead. */
export type ToolOutcome = { readonly ok: boolean; readonly text: string };

/** A tool of a turn: what the model is told of it, and what it does. */
export type TurnTool = {
  readonly spec: ToolSpec;
  run(input: JsonObject, call: ToolCall): Promise<ToolOutcome>;
};

/** A tool whose input is checked first; input that does not fit is answered with what is wrong with it. */
export function turnTool<Input>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly run: (input: Input, call: ToolCall) => Promise<ToolOutcome>;
}): TurnTool {
  return {
    spec: { name: tool.name, description: tool.description, input: toToolSchema(tool.input) },
    run: async (input, call) => {
      const parsed = tool.input.safeParse(input);
      if (!parsed.success)
        return { ok: false, text: `The input of ${tool.name} does not fit:\n${issuesOf(parsed.error)}` };
      return tool.run(parsed.data, call);
    },
  };
}
