import type { JsonObject } from "../../shared/contracts/json.ts";
import type { Model, ModelReply } from "../../shared/ports/model.ts";
import { localModel } from "./local-model.ts";

/** The local model, but for the operations that it chooses: always these. `asked`: how often it was asked for some. */
export function choosing(operations: readonly JsonObject[]): Model & { readonly asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    call: async (request): Promise<ModelReply> => {
      if (request.purpose !== "choose_operations") return localModel.call(request);
      asked += 1;
      return {
        parts: [
          { type: "tool_use", id: `call-${asked}`, name: request.purpose, input: { operations: [...operations] } },
        ],
        stop: "tool_use",
        usage: { input_tokens: 1, output_tokens: 1, calls: 1 },
      };
    },
  };
}
