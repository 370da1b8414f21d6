import * as z from "zod";
import type { Json, JsonObject } from "../../shared/contracts/json.ts";
import { JsonObject as JsonObjectSchema } from "../../shared/contracts/json.ts";
import { BedrockError } from "./bedrock-error.ts";
import { type Answerer, type AssistantTurn, type ConverseBody, toolsOf } from "./converse-body.ts";

/** The part of a chat completion that is read. */
const Completion = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string().nullish(),
                function: z.looseObject({ name: z.string(), arguments: z.union([z.string(), JsonObjectSchema]) }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.looseObject({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});
type Completion = z.infer<typeof Completion>;

/**
 * Answers Converse requests with an OpenAI-compatible chat server. `url` is its base, with or without `/v1` or the whole
 * path. Its refusals and failures become the exceptions Bedrock would send, so callers retry what is worth a retry.
 */
export function proxyTo(server: { readonly url: string; readonly model?: string | undefined }): Answerer {
  const endpoint = endpointOf(server.url);
  return async (body, modelId, signal) => {
    const request = toChatRequest(body, server.model ?? modelId);
    const response = await post(endpoint, request, signal);
    if (!response.ok) throw await refusal(response);
    const completion = Completion.safeParse(await response.json());
    if (!completion.success)
      throw new BedrockError("ModelErrorException", "The model server's answer is no chat completion.");
    return toTurn(completion.data);
  };
}

/** The chat-completions URL of a server named by its base. */
export function endpointOf(url: string): string {
  const base = url.replace(/\/+$/, "");
  if (base.endsWith("/chat/completions")) return base;
  return /\/v\d+$/.test(base) ? `${base}/chat/completions` : `${base}/v1/chat/completions`;
}

async function post(endpoint: string, request: JsonObject, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
  } catch (error) {
    throw new BedrockError(
      "ServiceUnavailableException",
      `The model server cannot be reached: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
}

async function refusal(response: Response): Promise<BedrockError> {
  const text = (await response.text()).slice(0, 500);
  const said = `The model server answered ${response.status}: ${text}`;
  if (response.status === 429) return new BedrockError("ThrottlingException", said);
  if (response.status === 401 || response.status === 403) return new BedrockError("AccessDeniedException", said);
  if (response.status === 404) return new BedrockError("ResourceNotFoundException", said);
  if (response.status === 408) return new BedrockError("ModelTimeoutException", said);
  if (response.status === 503) return new BedrockError("ServiceUnavailableException", said);
  return new BedrockError(response.status >= 500 ? "InternalServerException" : "ValidationException", said);
}

function toChatRequest(body: ConverseBody, model: string): JsonObject {
  const tools = toolsOf(body);
  const system = (body.system ?? []).flatMap((block) => (block.text === undefined ? [] : [block.text])).join("\n\n");
  const { maxTokens, temperature, topP, stopSequences } = body.inferenceConfig ?? {};
  return {
    model,
    messages: [
      ...(system === "" ? [] : [{ role: "system", content: system }]),
      ...body.messages.flatMap(toChatMessages),
    ],
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(stopSequences === undefined ? {} : { stop: stopSequences }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toChatTool), tool_choice: toChatChoice(body) }),
  };
}

function toChatTool(tool: ReturnType<typeof toolsOf>[number]): JsonObject {
  return {
    type: "function",
    function: {
      name: tool.name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      parameters: tool.inputSchema.json,
    },
  };
}

function toChatChoice(body: ConverseBody): Json {
  const choice = body.toolConfig?.toolChoice;
  if (choice?.tool !== undefined) return { type: "function", function: { name: choice.tool.name } };
  return choice?.any === undefined ? "auto" : "required";
}

/** A chat server wants each tool result as a message of its own. */
function toChatMessages(message: ConverseBody["messages"][number]): readonly JsonObject[] {
  const text = message.content.flatMap((block) => (block.text === undefined ? [] : [block.text])).join("\n");
  const results = message.content.flatMap((block) => (block.toolResult === undefined ? [] : [block.toolResult]));
  if (results.length > 0) {
    return results.map((result) => ({
      role: "tool",
      tool_call_id: result.toolUseId,
      content: `${result.status === "error" ? "Error: " : ""}${result.content.map((item) => item.text ?? JSON.stringify(item.json ?? null)).join("\n")}`,
    }));
  }
  const calls = message.content.flatMap((block) => (block.toolUse === undefined ? [] : [block.toolUse]));
  if (calls.length === 0) return [{ role: message.role, content: text }];
  return [
    {
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: calls.map((call) => ({
        id: call.toolUseId,
        type: "function",
        function: { name: call.name, arguments: JSON.stringify(call.input) },
      })),
    },
  ];
}

function toTurn(completion: Completion): AssistantTurn {
  const choice = completion.choices[0];
  const text = choice?.message.content?.trim() ?? "";
  const calls = choice?.message.tool_calls ?? [];
  const inputs = calls.map((call) => JsonObjectSchema.safeParse(parseArguments(call.function.arguments)));
  if (inputs.some((input) => !input.success)) return { content: [], stop_reason: "malformed_tool_use" };
  const content: AssistantTurn["content"][number][] = text === "" ? [] : [{ text }];
  for (const [index, call] of calls.entries()) {
    const toolUseId = (call.id ?? "").replace(/[^a-zA-Z0-9_-]/g, "").slice(0, 64) || `tooluse_${index}`;
    content.push({ toolUse: { toolUseId, name: call.function.name, input: inputs[index]?.data ?? {} } });
  }
  const { prompt_tokens: prompt, completion_tokens: answered } = completion.usage ?? {};
  return {
    content,
    stop_reason: stopOf(choice?.finish_reason ?? "stop", calls.length),
    ...(prompt && answered ? { usage: { input_tokens: prompt, output_tokens: answered } } : {}),
  };
}

function parseArguments(text: string | JsonObject): unknown {
  if (typeof text !== "string") return text;
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function stopOf(reason: string, calls: number): AssistantTurn["stop_reason"] {
  if (reason === "length") return "max_tokens";
  if (reason === "content_filter") return "content_filtered";
  return calls > 0 ? "tool_use" : "end_turn";
}
