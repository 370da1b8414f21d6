import { capabilitiesOf } from "../../shared/adapters/bedrock/capabilities.ts";
import { brokenRules, unsupportedBy } from "../../shared/adapters/bedrock/converse-rules.ts";
import type { Json } from "../../shared/contracts/json.ts";
import { BedrockError } from "./bedrock-error.ts";
import { type Answerer, type AssistantTurn, ConverseBody, toolsOf } from "./converse-body.ts";
import { exceptionFrame, toConverseReply, toStreamFrames } from "./converse-wire.ts";
import { Disturbance, Disturbances, unusableTurn } from "./disturbances.ts";
import { answerLocally } from "./model/answer.ts";
import { type Incoming, listenOnOnePort, type Outgoing } from "./one-port.ts";
import { proxyTo } from "./openai-proxy.ts";
import { checkThoughts, thoughtOf } from "./thinking.ts";

/** One call as the server saw it, for tests and the log of the local stack. */
export type SeenCall = {
  readonly model_id: string;
  readonly stream: boolean;
  /** The tool that had to be called, or the names of those offered. */
  readonly tools: readonly string[];
  /** 200, the status of the exception, or 0 when it was left without an answer. */
  readonly status: number;
  readonly body: Json;
};

export type BedrockServer = {
  readonly origin: string;
  readonly port: number;
  /** Makes the next calls go wrong; the same as `POST /_control`. */
  control(disturbance: Disturbance): void;
  /** The newest 200 calls, oldest first; the same as `GET /_calls`. */
  calls(): readonly SeenCall[];
  close(): Promise<void>;
};

const callsKept = 200;
const bodyBytesAtMost = 25 * 1024 * 1024;

/**
 * A Bedrock runtime endpoint on this machine: Converse and ConverseStream as an unmodified SDK speaks them, with the
 * same refusals. Answers come from the deterministic local model, or from an OpenAI-compatible server when `model_url`
 * (by default LOCAL_MODEL_URL) names one.
 */
export async function startBedrock(
  options: { readonly port?: number; readonly model_url?: string; readonly model_name?: string } = {},
): Promise<BedrockServer> {
  const modelUrl = options.model_url ?? process.env["LOCAL_MODEL_URL"];
  const modelName = options.model_name ?? process.env["LOCAL_MODEL_NAME"];
  const runtime = new Runtime(modelUrl ? proxyTo({ url: modelUrl, model: modelName }) : answerLocally);
  const open = await listenOnOnePort(options.port ?? 0, (request, response) => {
    runtime.serve(request, response).catch((error: unknown) => {
      // Nothing can be said to the client any more; the operator of the machine sees it.
      console.error("bedrock: a request ended badly", error);
      response.destroy();
    });
  });
  return {
    origin: `http://127.0.0.1:${open.port}`,
    port: open.port,
    control: (disturbance) => runtime.disturbances.add(Disturbance.parse(disturbance)),
    calls: () => [...runtime.calls],
    close: () => open.close(),
  };
}

class Runtime {
  readonly disturbances = new Disturbances();
  readonly calls: SeenCall[] = [];
  readonly #answer: Answerer;

  constructor(answer: Answerer) {
    this.#answer = answer;
  }

  async serve(request: Incoming, response: Outgoing): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const route = /^\/model\/([^/]+)\/(converse|converse-stream)$/.exec(path);
    if (request.method === "POST" && route?.[1] !== undefined) {
      const modelId = decodeURIComponent(route[1]);
      return this.#converse({ request, response, modelId, stream: route[2] === "converse-stream" });
    }
    if (request.method === "POST" && path === "/_control") return this.#control(request, response);
    if (request.method === "GET" && path === "/_calls") return sendJson(response, 200, this.calls);
    if (request.method === "GET" && path === "/health") return sendJson(response, 200, { status: "ok" });
    return sendError(response, new BedrockError("UnknownOperationException", "No such operation."));
  }

  async #control(request: Incoming, response: Outgoing): Promise<void> {
    const wanted = Disturbance.safeParse(parseJson(await readBody(request)));
    if (!wanted.success) return sendJson(response, 400, { message: wanted.error.message });
    this.disturbances.add(wanted.data);
    return sendJson(response, 200, { ok: true });
  }

  async #converse(call: Call): Promise<void> {
    const started = Date.now();
    const raw = parseJson(await readBody(call.request));
    const note = (status: number) => this.#note(call, raw, status);
    if (this.disturbances.take("hang")) return note(0);
    if (this.disturbances.take("drop")) {
      note(0);
      call.response.destroy();
      return;
    }
    try {
      this.disturbances.throwIfRefused();
      const body = checked(call, raw);
      const turn = withinLimit({ ...(await this.#turn(call, body)), ...thinking(call, body) }, body);
      note(200);
      if (call.stream) this.#stream(call.response, turn, body);
      else sendJson(call.response, 200, toConverseReply(turn, body, Date.now() - started));
    } catch (error) {
      const failure = asBedrockError(error);
      note(failure.status);
      sendError(call.response, failure);
    }
  }

  async #turn(call: Call, body: ConverseBody): Promise<AssistantTurn> {
    if (this.disturbances.take("unusable")) return unusableTurn(body);
    if (this.disturbances.take("malformed")) return { content: [], stop_reason: "malformed_tool_use" };
    if (this.disturbances.take("refuse")) return { content: [], stop_reason: "refusal" };
    const gone = new AbortController();
    call.response.once("close", () => gone.abort());
    return this.#answer(body, call.modelId, gone.signal);
  }

  #stream(response: Outgoing, turn: AssistantTurn, body: ConverseBody): void {
    const broken = this.disturbances.take("break_stream");
    writeHead(response, 200, { "content-type": "application/vnd.amazon.eventstream" });
    const frames = [...toStreamFrames(turn, body, 0)];
    // A broken stream keeps its first half.
    const sent = broken ? frames.slice(0, Math.ceil(frames.length / 2)) : frames;
    const end = broken ? [exceptionFrame(new BedrockError("ThrottlingException", "Injected."))] : [];
    response.end(Buffer.concat([...sent, ...end]));
  }

  #note(call: Call, body: Json, status: number): void {
    const parsed = ConverseBody.safeParse(body);
    const forced = parsed.data?.toolConfig?.toolChoice?.tool?.name;
    const offered = parsed.success ? toolsOf(parsed.data).map((tool) => tool.name) : [];
    const tools = forced === undefined ? offered : [forced];
    this.calls.push({ model_id: call.modelId, stream: call.stream, tools, status, body });
    if (this.calls.length > callsKept) this.calls.shift();
  }
}

type Call = {
  readonly request: Incoming;
  readonly response: Outgoing;
  readonly modelId: string;
  readonly stream: boolean;
};

/** The request, if Bedrock would take it. @throws BedrockError otherwise. */
function checked(call: Call, raw: Json): ConverseBody {
  const auth = call.request.headers.authorization ?? "";
  if (!/^(AWS4-HMAC-SHA256|Bearer) /.test(auth)) {
    throw new BedrockError("MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  const body = ConverseBody.safeParse(raw);
  if (!body.success) throw new BedrockError("ValidationException", `Malformed input request: ${body.error.message}`);
  checkThoughts(body.data);
  const broken = [...brokenRules(body.data), ...unsupportedBy(body.data, capabilitiesOf(call.modelId))];
  if (broken.length > 0) throw new BedrockError("ValidationException", broken.map(({ detail }) => detail).join(" "));
  return body.data;
}

function thinking({ modelId }: Call, body: ConverseBody): Pick<AssistantTurn, "thought"> {
  const thought = thoughtOf(body, modelId);
  return thought === undefined ? {} : { thought };
}

/**
 * The turn, cut where `maxTokens` ends, what was thought included. A tool use that does not fit is lost, as it is when a real
 * answer is cut, and so is all of it when the thinking was cut.
 */
function withinLimit(turn: AssistantTurn, body: ConverseBody): AssistantTurn {
  const maxTokens = body.inferenceConfig?.maxTokens ?? Number.POSITIVE_INFINITY;
  const thought = turn.thought?.tokens ?? 0;
  if (thought >= maxTokens) {
    return { thought: { text: "", tokens: maxTokens }, content: [], stop_reason: "max_tokens" };
  }
  let left = (maxTokens - thought) * 4;
  const content: AssistantTurn["content"][number][] = [];
  for (const block of turn.content) {
    const size = "text" in block ? block.text.length : JSON.stringify(block.toolUse.input).length;
    if (size > left) {
      if ("text" in block) content.push({ text: block.text.slice(0, left) });
      return { ...turn, content, stop_reason: "max_tokens" };
    }
    left -= size;
    content.push(block);
  }
  return turn;
}

function asBedrockError(error: unknown): BedrockError {
  if (error instanceof BedrockError) return error;
  console.error("bedrock: the local model failed", error);
  return new BedrockError("InternalServerException", "The local model failed; see the log of the local stack.");
}

async function readBody(request: Incoming): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > bodyBytesAtMost) throw new Error("The body is larger than Bedrock takes.");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sendJson(response: Outgoing, status: number, body: unknown): void {
  writeHead(response, status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendError(response: Outgoing, error: BedrockError): void {
  writeHead(response, error.status, { "content-type": "application/json", "x-amzn-errortype": error.name });
  response.end(JSON.stringify({ message: error.message }));
}

/** The two kinds of response agree on these two setters, not on their own writeHead. */
function writeHead(response: Outgoing, status: number, headers: Readonly<Record<string, string>>): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
