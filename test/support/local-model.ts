import { ConverseBody } from "../../local/bedrock/converse-body.ts";
import { answerLocally } from "../../local/bedrock/model/answer.ts";
import { toConverseMessages } from "../../shared/adapters/bedrock/converse-messages.ts";
import type { Model, Part } from "../../shared/ports/model.ts";

/** The local model behind the port, without a network between. */
export const localModel: Model = {
  call: async (request) => {
    const tools = request.tools.map((tool) => ({
      toolSpec: { name: tool.name, description: tool.description, inputSchema: { json: tool.input } },
    }));
    const toolChoice = request.force_tool === undefined ? {} : { toolChoice: { tool: { name: request.force_tool } } };
    const body = ConverseBody.parse({
      system: [{ text: request.system }],
      messages: toConverseMessages(request.messages, true),
      ...(tools.length === 0 ? {} : { toolConfig: { tools, ...toolChoice } }),
    });
    const turn = await answerLocally(body);
    const parts = turn.content.map(
      (block): Part =>
        "text" in block
          ? { type: "text", text: block.text }
          : { type: "tool_use", id: block.toolUse.toolUseId, name: block.toolUse.name, input: block.toolUse.input },
    );
    return {
      parts,
      stop: turn.stop_reason === "tool_use" ? "tool_use" : "end",
      usage: { input_tokens: 1, output_tokens: 1, calls: 1 },
    };
  },
};
