import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
  type Tool,
} from "@aws-sdk/client-bedrock-runtime";
import { underEither } from "../../domain/under-either.ts";
import { Fault, isFault } from "../../errors/fault.ts";
import type { Model, ModelRequest, ToolSpec } from "../../ports/model.ts";
import { toModelFault } from "./bedrock-faults.ts";
import { capabilitiesOf, type ModelCapabilities } from "./capabilities.ts";
import { toConverseMessages } from "./converse-messages.ts";
import { toReply } from "./converse-reply.ts";
import { isBlank } from "./converse-request.ts";
import { brokenRules, unsupportedBy } from "./converse-rules.ts";
import { maySendStrict } from "./strict-schema.ts";
import { roomToThink, thinkLeast } from "./thinking.ts";

const attempts = 3;
/**
 * A connection is given up when nothing was heard on it for so long, so that a function that slept does not speak into one
 * the other side has closed. A model is silent until its whole answer is there, and the SDK gives up whatever waits on the
 * connection with it: so this is longer than the 300 s that a worker function runs.
 */
const sessionTimeoutMs = 310_000;
/** What an answer may take: to be begun, repeats after a refusal included, and for each token that a slow model writes. */
const beginMs = 20_000;
const tokenMs = 20;
/** Rough size of a token, to tell whether a prefix is long enough to be cached. */
const charactersPerToken = 4;

/** The one Bedrock client of a process. Region, credentials and endpoint come from the environment as the SDK reads it. */
export function createBedrockClient(): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    maxAttempts: attempts,
    // The time of a call is bound where it is made. A time-out here would be one attempt's, and be repeated and paid again.
    requestHandler: { requestTimeout: 0, sessionTimeout: sessionTimeoutMs },
  });
}

/** Milliseconds that an answer of so many tokens may take, with every repeat of the call. */
export const answerMs = (maxTokens: number): number => beginMs + tokenMs * maxTokens;

/** The port `Model` over Bedrock Converse, for one model id or inference profile. */
export function createBedrockModel(settings: {
  readonly client: BedrockRuntimeClient;
  readonly model_id: string;
}): Model {
  const { client, model_id: modelId } = settings;
  const capabilities = capabilitiesOf(modelId);
  return {
    call: async (request, bounds = {}) => {
      const input = toConverseInput(request, modelId, capabilities);
      const broken = [...brokenRules(input), ...unsupportedBy(input, capabilities)];
      if (broken.length > 0) {
        throw new Fault("bad_model_request", "reject", {
          purpose: request.purpose,
          rules: broken.map(({ rule }) => rule).join(","),
        });
      }
      const timeMs = Math.min(
        answerMs(input.inferenceConfig?.maxTokens ?? 0),
        bounds.time_ms ?? Number.POSITIVE_INFINITY,
      );
      const until = { tooSlow: AbortSignal.timeout(Math.max(0, Math.ceil(timeMs))), given: bounds.signal };
      const output = await send(client, input, until).catch((error: unknown) => {
        const less = isFault(error) ? withoutRefused(input, error.details["reason"]) : null;
        if (less === null) throw error;
        return send(client, less, until);
      });
      return toReply(output, modelId);
    },
  };
}

async function send(
  client: BedrockRuntimeClient,
  input: ConverseCommandInput,
  { tooSlow, given }: { readonly tooSlow: AbortSignal; readonly given: AbortSignal | undefined },
): Promise<ConverseCommandOutput> {
  const signals = given === undefined ? [tooSlow] : [tooSlow, given];
  try {
    return await underEither(signals, (abortSignal) => client.send(new ConverseCommand(input), { abortSignal }));
  } catch (error) {
    if (tooSlow.aborted) {
      throw new Fault("model_unavailable", "retry", { model_id: input.modelId ?? "", reason: "too_slow" }, error);
    }
    throw toModelFault(error, input.modelId ?? "");
  }
}

/** The same request without what it was refused for, where it can do without; else null. */
function withoutRefused(input: ConverseCommandInput, reason: unknown): ConverseCommandInput | null {
  if (reason === "thought_refused") return withoutReasoning(input);
  const { additionalModelRequestFields: settings, ...rest } = input;
  return reason === "setting_refused" && settings !== undefined ? rest : null;
}

/** What a model thought is bound to what it thought about; without it the conversation holds all that was said. */
function withoutReasoning(input: ConverseCommandInput): ConverseCommandInput {
  const messages = input.messages?.map(({ role, content }) => ({
    role,
    content: content?.filter((block) => block.reasoningContent === undefined),
  }));
  return { ...input, messages };
}

function toConverseInput(request: ModelRequest, modelId: string, has: ModelCapabilities): ConverseCommandInput {
  const forced = request.force_tool !== undefined && has.forced_tool_choice ? request.force_tool : undefined;
  const tools = request.tools.map((tool) => toTool(tool, has.strict_tools && tool.name === forced));
  const system = systemText(request, has);
  const thinkLess = thinkLeast(has.thinking);
  const maxTokens = Math.min(request.max_tokens + roomToThink[has.thinking], has.max_output_tokens);
  return {
    modelId,
    messages: [...toConverseMessages(request.messages, tools.length > 0)],
    ...(isBlank(system) ? {} : { system: toSystem(system, request.tools, has) }),
    inferenceConfig: { maxTokens },
    ...(thinkLess === undefined ? {} : { additionalModelRequestFields: structuredClone(thinkLess) as never }),
    ...(tools.length === 0
      ? {}
      : { toolConfig: { tools, ...(forced === undefined ? {} : { toolChoice: { tool: { name: forced } } }) } }),
  };
}

function toTool(tool: ToolSpec, strict: boolean): Tool {
  return {
    toolSpec: {
      name: tool.name,
      ...(isBlank(tool.description) ? {} : { description: tool.description }),
      // The SDK's document type is a mutable twin of JSON.
      inputSchema: { json: structuredClone(tool.input) as never },
      ...(strict && maySendStrict(tool.input) ? { strict: true } : {}),
    },
  };
}

function systemText(request: ModelRequest, has: ModelCapabilities): string {
  if (request.force_tool === undefined || has.forced_tool_choice) return request.system;
  return `${request.system}\n\nAnswer by calling the tool ${request.force_tool} exactly once. Write nothing outside that call.`;
}

/** The prefix a cache point ends is tools and system text; both are the same bytes in every call of one purpose. */
function toSystem(
  text: string,
  tools: readonly ToolSpec[],
  has: ModelCapabilities,
): NonNullable<ConverseCommandInput["system"]> {
  const tokens = (text.length + JSON.stringify(tools).length) / charactersPerToken;
  const cached = has.cache_points > 0 && tokens >= has.cache_min_tokens;
  return cached ? [{ text }, { cachePoint: { type: "default" } }] : [{ text }];
}
