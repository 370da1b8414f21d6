import type { JsonObject } from "../../shared/contracts/json.ts";
import type { Model, ModelReply } from "../../shared/ports/model.ts";

const usage = { input_tokens: 1, output_tokens: 1, calls: 1 };

/** A model that plans a memo of two words, loud or not as the last follow-up says, and answers everything else at once. */
export const planningModel: Model = {
  call: async (request): Promise<ModelReply> => {
    const tool = request.force_tool ?? "give_answer";
    const said = JSON.stringify(request.messages);
    return { parts: [{ type: "tool_use", id: "t1", name: tool, input: answers(tool, said) }], stop: "tool_use", usage };
  },
};

function answers(tool: string, said: string): JsonObject {
  switch (tool) {
    case "make_plan":
      return { nodes: planOf(said.lastIndexOf("louder") > said.lastIndexOf("quieter")) };
    case "route_follow_up":
      return { route: said.includes("Why") ? "direct_answer" : "revise_run", reason: "It says so." };
    case "suggest_follow_ups":
      return { suggestions: [] };
    default:
      return { text: "Because it was asked for.", rests_on: [], supported: true };
  }
}

const planOf = (loud: boolean) => [
  ...["one", "two"].map((word) => ({
    step_id: `write:${word}`,
    cell_id: "write",
    title: word,
    args: { word },
    depends_on: [],
  })),
  {
    step_id: "join",
    cell_id: "join",
    title: "Join",
    args: { loud, order: ["one", "two"] },
    depends_on: ["write:one", "write:two"],
  },
];
