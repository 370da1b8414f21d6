import { createServer, type Server } from "node:http";
import { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpointOf } from "../../../local/bedrock/openai-proxy.ts";
import { type BedrockServer, startBedrock } from "../../../local/bedrock/server.ts";
import { createBedrockModel } from "../../../shared/adapters/bedrock/bedrock-model.ts";
import type { ModelRequest } from "../../../shared/ports/model.ts";

type Answer = { readonly status: number; readonly body: unknown };

/** A chat server that notes what it is sent and says what it is told to. */
class ChatServer {
  readonly seen: { readonly path: string; readonly body: unknown }[] = [];
  answer: Answer = { status: 200, body: {} };
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.seen.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      response.writeHead(this.answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(this.answer.body));
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const chat = new ChatServer();
let bedrock: BedrockServer;
let client: BedrockRuntimeClient;

beforeAll(async () => {
  bedrock = await startBedrock({ model_url: await chat.listen(), model_name: "small-model" });
  client = new BedrockRuntimeClient({
    region: "eu-central-1",
    endpoint: bedrock.origin,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
});
beforeEach(() => {
  chat.seen.length = 0;
});
afterAll(async () => {
  client.destroy();
  await bedrock.close();
  await chat.close();
});

const says = (message: object, finish_reason = "stop") => ({
  status: 200,
  body: {
    choices: [{ message: { role: "assistant", ...message }, finish_reason }],
    usage: { prompt_tokens: 11, completion_tokens: 3 },
  },
});
const schema = { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] };
const aRequest = (difference: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "test",
  system: "Be brief.",
  messages: [{ role: "user", parts: [{ type: "text", text: "Which colour?" }] }],
  tools: [{ name: "name_colour", description: "The colour.", input: schema }],
  force_tool: "name_colour",
  max_tokens: 50,
  ...difference,
});
const call = (difference: Partial<ModelRequest> = {}) =>
  createBedrockModel({ client, model_id: "global.anthropic.claude-haiku-5-5" }).call(aRequest(difference));

describe("a call through a chat server", () => {
  it("carries system, tools, forced choice and limits over, and the tool call back", async () => {
    chat.answer = says(
      {
        content: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "name_colour", arguments: '{"colour":"blue"}' } },
        ],
      },
      "tool_calls",
    );
    const reply = await call();
    expect(chat.seen).toEqual([
      {
        path: "/v1/chat/completions",
        body: {
          model: "small-model",
          messages: [
            { role: "system", content: "Be brief." },
            { role: "user", content: "Which colour?" },
          ],
          max_tokens: 50,
          tools: [
            { type: "function", function: { name: "name_colour", description: "The colour.", parameters: schema } },
          ],
          tool_choice: { type: "function", function: { name: "name_colour" } },
        },
      },
    ]);
    expect(reply).toEqual({
      parts: [{ type: "tool_use", id: "call_1", name: "name_colour", input: { colour: "blue" } }],
      stop: "tool_use",
      usage: { input_tokens: 11, output_tokens: 3, calls: 1 },
    });
  });

  it("carries an exchange of parallel tool calls over, one message for each result", async () => {
    chat.answer = says({ content: "Blue." });
    const use = (id: string) => ({ type: "tool_use", id, name: "name_colour", input: { colour: id } }) as const;
    const result = (id: string, ok: boolean) => ({ type: "tool_result", id, ok, text: `saw ${id}` }) as const;
    const reply = await call({
      force_tool: undefined,
      messages: [
        ...aRequest().messages,
        { role: "assistant", parts: [use("a"), use("b")] },
        { role: "user", parts: [result("a", true), result("b", false)] },
      ],
    });
    expect(chat.seen[0]?.body).toMatchObject({
      tool_choice: "auto",
      messages: [
        {},
        {},
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "a", function: { arguments: '{"colour":"a"}' } }, { id: "b" }],
        },
        { role: "tool", tool_call_id: "a", content: "saw a" },
        { role: "tool", tool_call_id: "b", content: "Error: saw b" },
      ],
    });
    expect(reply).toMatchObject({ parts: [{ type: "text", text: "Blue." }], stop: "end" });
  });

  it("without tools is a plain chat", async () => {
    chat.answer = says({ content: "Blue." });
    await call({ tools: [], force_tool: undefined });
    expect(chat.seen[0]?.body).not.toHaveProperty("tools");
    expect(chat.seen[0]?.body).not.toHaveProperty("tool_choice");
  });

  it.each([
    ["length", "max_tokens"],
    ["content_filter", "filtered"],
  ])("that ends by %s stops as %s", async (finish, stop) => {
    chat.answer = says({ content: "Bl" }, finish);
    expect(await call()).toMatchObject({ stop });
  });

  it("with arguments that are no JSON is malformed, not a failure", async () => {
    chat.answer = says(
      { tool_calls: [{ id: "x", function: { name: "name_colour", arguments: '{"colour":' } }] },
      "tool_calls",
    );
    expect(await call()).toMatchObject({ stop: "malformed", parts: [] });
  });

  it.each([
    [429, "model_unavailable", "ThrottlingException"],
    [503, "model_unavailable", "ServiceUnavailableException"],
    [500, "model_unavailable", "InternalServerException"],
    [401, "model_refused_request", "access_missing"],
    [404, "model_refused_request", "unknown_model"],
    [400, "model_refused_request", "invalid_request"],
  ])("refused with %d is %s", async (status, code, reason) => {
    chat.answer = { status, body: { error: { message: "no" } } };
    await expect(call()).rejects.toMatchObject({ code, details: { reason } });
  });

  it("answered with something else is an outage of the model", async () => {
    chat.answer = { status: 200, body: { hello: "world" } };
    await expect(call()).rejects.toMatchObject({
      code: "model_unavailable",
      details: { reason: "ModelErrorException" },
    });
  });

  it("to a server that is not there is an outage", async () => {
    const alone = await startBedrock({ model_url: "http://127.0.0.1:9" });
    const other = new BedrockRuntimeClient({
      region: "eu-central-1",
      endpoint: alone.origin,
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
      maxAttempts: 1,
    });
    await expect(
      createBedrockModel({ client: other, model_id: "global.anthropic.claude-haiku-5-5" }).call(aRequest()),
    ).rejects.toMatchObject({
      code: "model_unavailable",
      details: { reason: "ServiceUnavailableException" },
    });
    other.destroy();
    await alone.close();
  });
});

describe("the address of a chat server", () => {
  it.each([
    "http://127.0.0.1:11434",
    "http://127.0.0.1:11434/",
    "http://127.0.0.1:11434/v1",
    "http://127.0.0.1:11434/v1/chat/completions",
  ])("%s", (url) => {
    expect(endpointOf(url)).toBe("http://127.0.0.1:11434/v1/chat/completions");
  });
});
