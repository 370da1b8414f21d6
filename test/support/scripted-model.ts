import { toConverseMessages } from "../../shared/adapters/bedrock/converse-messages.ts";
import { brokenRules } from "../../shared/adapters/bedrock/converse-rules.ts";
import type { JsonObject } from "../../shared/contracts/json.ts";
import type { Model, ModelReply, ModelRequest, Part } from "../../shared/ports/model.ts";

/** A model that says what it is told to say, call by call, and refuses requests the real one would refuse. */
export type ScriptedModel = Model & { readonly requests: readonly ModelRequest[] };

export function scriptedModel(...replies: readonly Partial<ModelReply>[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    call: async (request) => {
      const broken = brokenRules({
        messages: toConverseMessages(request.messages, request.tools.length > 0),
        toolConfig: {
          tools: request.tools.map(({ name, input }) => ({ toolSpec: { name, inputSchema: { json: input } } })),
        },
      });
      if (broken.length > 0) throw new Error(`The request breaks ${JSON.stringify(broken)}`);
      const reply = replies[requests.length];
      if (reply === undefined) throw new Error("The script has no further reply.");
      requests.push(structuredClone(request));
      const parts = reply.parts ?? [];
      const stop = parts.some((part) => part.type === "tool_use") ? "tool_use" : "end";
      return { parts, stop, usage: { input_tokens: 10, output_tokens: 5, calls: 1 }, ...reply };
    },
  };
}

/** A reply that says something. */
export const says = (text: string): Partial<ModelReply> => ({ parts: [{ type: "text", text }] });

/** A reply that calls tools; ids are t0, t1 … */
export function callsTools(...calls: readonly (readonly [name: string, input: JsonObject])[]): Partial<ModelReply> {
  return { parts: calls.map(([name, input], index): Part => ({ type: "tool_use", id: `t${index}`, name, input })) };
}
