import { BedrockRuntimeClient, ConverseStreamCommand, ThrottlingException } from "@aws-sdk/client-bedrock-runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BedrockErrorName } from "../../../local/bedrock/bedrock-error.ts";
import { type BedrockServer, startBedrock } from "../../../local/bedrock/server.ts";
import { createBedrockModel } from "../../../shared/adapters/bedrock/bedrock-model.ts";
import type { ModelRequest } from "../../../shared/ports/model.ts";

const modelId = "global.anthropic.claude-haiku-5-5";
const credentials = { accessKeyId: "local", secretAccessKey: "local" };

let server: BedrockServer;
let client: BedrockRuntimeClient;

beforeAll(async () => {
  server = await startBedrock({ model_url: "" });
  client = clientWith({});
});
beforeEach(() => server.control({ reset: true }));
afterAll(async () => {
  client.destroy();
  await server.close();
});

function clientWith(more: {
  requestHandler?: { requestTimeout?: number };
  maxAttempts?: number;
}): BedrockRuntimeClient {
  return new BedrockRuntimeClient({ region: "eu-central-1", endpoint: server.origin, credentials, ...more });
}

function aQuestion(difference: Partial<ModelRequest> = {}): ModelRequest {
  return {
    purpose: "test",
    system: "Answer with the colour.",
    messages: [
      {
        role: "user",
        parts: [{ type: "text", text: '<input>\n{"colour":"The sky over the bay was deep blue."}\n</input>' }],
      },
    ],
    tools: [
      {
        name: "name_colour",
        description: "The colour.",
        input: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
      },
    ],
    force_tool: "name_colour",
    max_tokens: 500,
    ...difference,
  };
}

describe("the model port over an unmodified SDK client", () => {
  it("answers a forced tool with input that fits its schema", async () => {
    const reply = await createBedrockModel({ client, model_id: modelId }).call(aQuestion());
    expect(reply.stop).toBe("tool_use");
    expect(reply.parts).toEqual([
      {
        type: "tool_use",
        id: expect.any(String),
        name: "name_colour",
        input: { colour: "The sky over the bay was deep blue." },
      },
    ]);
    expect(reply.usage).toMatchObject({ calls: 1, input_tokens: expect.any(Number) });
  });

  it("answers HTTP/1.1 on the same port", async () => {
    const response = await fetch(`${server.origin}/health`);
    expect(await response.json()).toEqual({ status: "ok" });
  });

  it("is tried again after throttling, and the answer is then the same", async () => {
    const before = server.calls().length;
    server.control({ throttle: 2 });
    const reply = await createBedrockModel({ client, model_id: modelId }).call(aQuestion());
    expect(reply.stop).toBe("tool_use");
    expect(
      server
        .calls()
        .slice(before)
        .map(({ status }) => status),
    ).toEqual([429, 429, 200]);
  });

  it.each<BedrockErrorName>([
    "ThrottlingException",
    "ServiceUnavailableException",
    "InternalServerException",
    "ModelTimeoutException",
    "ModelNotReadyException",
    "ModelErrorException",
  ])("calls %s an outage that may be tried again", async (error) => {
    const once = clientWith({ maxAttempts: 1 });
    server.control({ fail: { error, times: 10 } });
    await expect(createBedrockModel({ client: once, model_id: modelId }).call(aQuestion())).rejects.toMatchObject({
      code: "model_unavailable",
      remedy: "retry",
      details: { reason: error },
    });
    once.destroy();
  });

  it.each<[BedrockErrorName, string, string]>([
    ["AccessDeniedException", "You don't have access to the model with the specified model ID.", "access_missing"],
    ["ResourceNotFoundException", "Could not resolve the foundation model.", "unknown_model"],
    [
      "ValidationException",
      "Invocation of model ID x with on-demand throughput isn't supported. Retry with an inference profile.",
      "needs_inference_profile",
    ],
    ["ValidationException", "Input is too long for requested model.", "input_too_long"],
    ["ValidationException", "Malformed input request.", "invalid_request"],
  ])("calls %s (%s) a refusal because of %s", async (error, message, reason) => {
    const before = server.calls().length;
    server.control({ fail: { error, message, times: 10 } });
    await expect(createBedrockModel({ client, model_id: modelId }).call(aQuestion())).rejects.toMatchObject({
      code: "model_refused_request",
      remedy: "reject",
      details: { reason },
    });
    expect(server.calls().length - before).toBe(1);
  });

  it("gives up on a call that is never answered", async () => {
    const impatient = clientWith({ maxAttempts: 1, requestHandler: { requestTimeout: 50 } });
    server.control({ hang: 1 });
    await expect(createBedrockModel({ client: impatient, model_id: modelId }).call(aQuestion())).rejects.toMatchObject({
      code: "model_unavailable",
      details: { reason: "TimeoutError" },
    });
    impatient.destroy();
  });

  it("calls a broken connection an outage", async () => {
    const once = clientWith({ maxAttempts: 1 });
    server.control({ drop: 1 });
    await expect(createBedrockModel({ client: once, model_id: modelId }).call(aQuestion())).rejects.toMatchObject({
      code: "model_unavailable",
    });
    once.destroy();
  });

  it("reports a malformed tool use as such", async () => {
    server.control({ malformed: 1 });
    const reply = await createBedrockModel({ client, model_id: modelId }).call(aQuestion());
    expect(reply).toMatchObject({ stop: "malformed", parts: [] });
  });

  it("calls an answer filtered that the model will not give", async () => {
    server.control({ refuse: 1 });
    const reply = await createBedrockModel({ client, model_id: modelId }).call(aQuestion());
    expect(reply).toMatchObject({ stop: "filtered", parts: [] });
  });

  it("does not send a request that breaks a rule", async () => {
    const before = server.calls().length;
    const broken = aQuestion({
      tools: [{ name: "not a name", description: "x", input: { type: "object" } }],
      force_tool: "x",
    });
    await expect(createBedrockModel({ client, model_id: modelId }).call(broken)).rejects.toMatchObject({
      code: "bad_model_request",
      remedy: "reject",
      details: { rules: "tool_name_form,tool_choice_known" },
    });
    expect(server.calls().length).toBe(before);
  });

  it("asks in words for the tool when the model cannot be made to call it", async () => {
    const reply = await createBedrockModel({ client, model_id: "global.anthropic.claude-sonnet-5-5" }).call(
      aQuestion(),
    );
    expect(reply.stop).toBe("tool_use");
    expect(server.calls().at(-1)?.body).toMatchObject({
      system: [{ text: expect.stringContaining("calling the tool name_colour") }],
      toolConfig: { tools: [{ toolSpec: { name: "name_colour" } }] },
    });
    expect(JSON.stringify(server.calls().at(-1)?.body)).not.toContain("toolChoice");
  });
});

describe("the endpoint itself", () => {
  const post = (body: unknown, headers: Record<string, string> = { authorization: "Bearer local" }) =>
    fetch(`${server.origin}/model/${encodeURIComponent(modelId)}/converse`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });

  it("refuses what Bedrock refuses, in its words", async () => {
    const response = await post({ messages: [{ role: "assistant", content: [{ text: "hi" }] }] });
    expect(response.status).toBe(400);
    expect(response.headers.get("x-amzn-errortype")).toBe("ValidationException");
    expect(await response.json()).toEqual({ message: expect.stringContaining("must start with a user message") });
  });

  it("wants a signature or a token", async () => {
    const response = await post({ messages: [] }, {});
    expect(response.headers.get("x-amzn-errortype")).toBe("MissingAuthenticationTokenException");
  });

  it("refuses a forced tool choice for a model that has none", async () => {
    const body = {
      messages: [{ role: "user", content: [{ text: "hi" }] }],
      toolConfig: {
        tools: [{ toolSpec: { name: "x", inputSchema: { json: { type: "object" } } } }],
        toolChoice: { any: {} },
      },
    };
    const response = await fetch(`${server.origin}/model/global.anthropic.claude-sonnet-5-5/converse`, {
      method: "POST",
      headers: { authorization: "Bearer local" },
      body: JSON.stringify(body),
    });
    expect(await response.json()).toEqual({ message: expect.stringContaining("toolChoice") });
  });

  it("takes disturbances over HTTP and lists the calls it saw", async () => {
    const bad = await fetch(`${server.origin}/_control`, { method: "POST", body: '{"nonsense":1}' });
    expect(bad.status).toBe(400);
    const good = await fetch(`${server.origin}/_control`, { method: "POST", body: '{"throttle":1}' });
    expect(good.status).toBe(200);
    expect((await post({ messages: [{ role: "user", content: [{ text: "hi" }] }] })).status).toBe(429);
    const seen = await fetch(`${server.origin}/_calls`);
    expect(await seen.text()).toContain(`"status":429`);
  });

  it("refuses a way to think that the model does not have", async () => {
    const sonnet = `${server.origin}/model/global.anthropic.claude-sonnet-5-5/converse`;
    const thinking = { type: "disabled" };
    const body = {
      messages: [{ role: "user", content: [{ text: "hi" }] }],
      additionalModelRequestFields: { thinking },
    };
    const headers = { authorization: "Bearer local" };
    const response = await fetch(sonnet, { method: "POST", headers, body: JSON.stringify(body) });
    expect(await response.json()).toEqual({ message: expect.stringContaining("thinking.type.disabled") });
  });

  it("lets a model think that is not told not to, and cuts it where the tokens end", async () => {
    const say = (maxTokens: number) => ({
      messages: [{ role: "user", content: [{ text: "The harbour was quiet." }] }],
      inferenceConfig: { maxTokens },
    });
    expect(await (await post(say(600))).json()).toMatchObject({
      output: { message: { content: [{ reasoningContent: { reasoningText: { text: "" } } }] } },
      stopReason: "max_tokens",
      usage: { outputTokens: 600 },
    });
    expect(await (await post(say(2000))).json()).toMatchObject({
      output: { message: { content: [{ reasoningContent: {} }, { text: expect.any(String) }] } },
      stopReason: "end_turn",
    });
  });

  it("cuts an answer at the token limit and says so", async () => {
    const text = "The harbour was quiet in the morning, and the boats came back late in the afternoon.";
    const body = {
      messages: [{ role: "user", content: [{ text }] }],
      inferenceConfig: { maxTokens: 3 },
      additionalModelRequestFields: { thinking: { type: "disabled" } },
    };
    expect(await (await post(body)).json()).toMatchObject({
      output: { message: { content: [{ text: expect.any(String) }] } },
      stopReason: "max_tokens",
    });
  });
});

async function collect<T>(stream: AsyncIterable<T> | readonly T[]): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

describe("streams", () => {
  const command = (thinking = "disabled") =>
    new ConverseStreamCommand({
      modelId,
      additionalModelRequestFields: { thinking: { type: thinking } },
      messages: [
        { role: "user", content: [{ text: '<input>{"colour":"The sky over the bay was deep blue."}</input>' }] },
      ],
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: "name_colour",
              inputSchema: {
                json: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
              },
            },
          },
        ],
        toolChoice: { tool: { name: "name_colour" } },
      },
    });

  it("carry the tool input in pieces that add up to the same JSON", async () => {
    const response = await client.send(command());
    const events = await collect(response.stream ?? []);
    const input = events.map((event) => event.contentBlockDelta?.delta?.toolUse?.input ?? "").join("");
    expect(JSON.parse(input)).toEqual({ colour: "The sky over the bay was deep blue." });
    expect(events.at(-2)?.messageStop?.stopReason).toBe("tool_use");
    expect(events.at(-1)?.metadata?.usage?.totalTokens).toBeGreaterThan(0);
  });

  it("carry the seal of a thought before what was thought about", async () => {
    const response = await client.send(command("adaptive"));
    const events = await collect(response.stream ?? []);
    const [first, second] = events.flatMap(({ contentBlockDelta: block }) => block ?? []);
    expect(first).toMatchObject({
      contentBlockIndex: 0,
      delta: { reasoningContent: { signature: expect.any(String) } },
    });
    expect(second).toMatchObject({ contentBlockIndex: 1, delta: { toolUse: {} } });
  });

  it("end with an exception when they are broken in the middle", async () => {
    server.control({ break_stream: 1 });
    const response = await client.send(command());
    await expect(collect(response.stream ?? [])).rejects.toBeInstanceOf(ThrottlingException);
  });
});
