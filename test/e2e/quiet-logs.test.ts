import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { loadSigningKey } from "../../local/auth/signing-key.ts";
import { listen } from "../../local/http/listen.ts";
import { type Stack, startStack } from "../../local/stack.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import { exampleSources } from "../scenarios/example-sources.ts";
import { Person } from "../scenarios/person.ts";
import { badTokens } from "../support/bad-tokens.ts";

/** A word that is in everything that anybody writes here, in a form that also the name of a step keeps. */
const MARK = "zyxquokka";

let stack: Stack;
let deployment: Deployment;
/** What people wrote as an address: whoever asks there was made to by what somebody wrote. */
let address = "";
const asked: string[] = [];
const tokens: string[] = [];
const sentences: string[] = [];
const dataDir = mkdtempSync(join(tmpdir(), "followthrough-quiet-"));
const inside = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.end("inside");
});

beforeAll(async () => {
  address = `http://127.0.0.1:${await listen(inside, 0)}/${MARK}`;
  stack = await startStack({ dataDir, clock: "virtual", say: (sentence) => sentences.push(sentence) });
  deployment = {
    origin: stack.origin,
    token: async (owner, options) => {
      const token = await stack.token(owner, options);
      tokens.push(token);
      return token;
    },
    pass: async (by) => void (await stack.advance(by)),
  };
  await talk();
  await fail();
  await refuse();
  await misuse();
  await stack.settle();
});
afterAll(async () => {
  await stack.stop();
  inside.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Everything that goes well: uploads, runs, follow-ups, rules, questions, answers, and a wake with its context. */
async function talk(): Promise<void> {
  const ada = await Person.of(deployment, "ada");
  const key = { "idempotency-key": `${MARK}-key` };
  const opened = { agent: "report", title: `About ${MARK}`, channel: { thread: MARK, webhook: address } };
  const { body } = await ada.send("POST", "/api/sessions", opened, key);
  const { id: session } = z.object({ id: z.string() }).parse(body);
  const text = `Energy saves ${MARK}. Energy is at ${address}, and ${MARK} uses energy. Energy prices rose.`;
  const source = { name: `${address}.md`, media_type: "text/markdown", text };
  expect(await ada.send("POST", `/api/sessions/${session}/uploads`, source)).toMatchObject({ status: 201 });
  const { id } = await ada.ask(
    "report",
    `Write a report on energy and ${MARK}`,
    [source, ...exampleSources()],
    session,
  );
  await ada.delivered(id, 1);
  await ada.say(id, `Add a section on ${MARK}`, key);
  await ada.delivered(id, 2);
  await ada.say(id, `Always mention ${MARK}, see ${address}. ${`${MARK} `.repeat(1_000)}`);
  const later = await ada.say(id, `Check ${address} about ${MARK} again in 3 days`);
  await ada.answered(id, later.event_id);
  expect(await ada.followups(session)).toHaveLength(1);
  await stack.advance("4d");
  const { id: asking } = await ada.ask("report", "Write a report", exampleSources());
  await ada.until(asking, 0, ({ type }) => type === "run_awaiting_input");
  await ada.say(asking, MARK);
  await ada.ask("researcher", `Find out what ${MARK} is, at ${address}`, [source]);
  await stack.settle();
}

/** What fails inside, with words of people in it: sources that cannot be read, and a model that says why it fails. */
async function fail(): Promise<void> {
  const ada = await Person.of(deployment, "ada");
  const sources = [
    { name: `${MARK}.json`, media_type: "application/json", text: `{"${MARK}": ${MARK}` },
    { name: `${MARK}.csv`, media_type: "text/csv", text: `"${MARK}\n1,"2` },
  ];
  await ada.ask("report", `Write a report on ${MARK}`, sources);
  await ada.ask("report", "Write a report on energy", [{ upload_id: "src_0000000000ABCDEFGHJKMNPQRS" } as never]);
  for (const error of ["ServiceUnavailableException", "ValidationException", "ModelErrorException"]) {
    await model({ fail: { error, times: 8, message: `${MARK}\n    at ${MARK} (${address}:1:1)` } });
    await ada.ask("researcher", `Say what ${MARK} is`, exampleSources());
    await stack.settle();
  }
  for (const disturbance of ["unusable", "malformed", "drop", "throttle"]) {
    await model({ reset: true, [disturbance]: 8 });
    await ada.ask("researcher", `Find ${MARK}`, exampleSources());
    await stack.settle();
  }
  await stack.advance("2m");
  await model({ reset: true });
}

async function model(disturbance: object): Promise<void> {
  const body = JSON.stringify(disturbance);
  expect((await fetch(`${stack.endpoints.bedrock}/_control`, { method: "POST", body })).status).toBe(200);
}

/** What is refused: bad tokens, bodies, parameters, keys and ids. */
async function refuse(): Promise<void> {
  const bad = await badTokens(stack.origin, await loadSigningKey(dataDir));
  tokens.push(...bad.map(({ token }) => token), `${MARK}.${MARK}.${MARK}`);
  for (const token of tokens) {
    await fetch(`${stack.origin}/api/sessions?${MARK}=${MARK}`, { headers: { authorization: `Bearer ${token}` } });
  }
  const authorization = `Bearer ${await deployment.token("ada")}`;
  const json = { authorization, "content-type": "application/json" };
  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = json) =>
    fetch(stack.origin + path, { method: "POST", headers, body });
  const run = `/api/runs/run_0000000000ABCDEFGHJKMNPQRS_1/messages`;
  const answers = await Promise.all([
    post("/api/runs", `{"agent":"${MARK}","input":"${MARK}"}`),
    post("/api/runs", `{"${MARK}":"${MARK}"`),
    post("/api/runs", `{"agent":"report","input":"x","${MARK}":"${MARK}"}`),
    post("/api/runs", MARK, { authorization, "content-type": `text/${MARK}` }),
    post(run, `{"content":{"text":"${MARK}"}}`),
    post(run, `{"content":{"text":"${MARK}"}}`, { ...json, "idempotency-key": `${MARK} ${MARK}` }),
    post(`/api/runs/${MARK}/messages`, `{"content":{"text":"${MARK}"}}`),
    fetch(`${stack.origin}/api/sessions?cursor=${MARK}&limit=${MARK}`, { headers: { authorization } }),
    fetch(`${stack.origin}/api/followups/${MARK}?session_id=${MARK}`, { headers: { authorization } }),
  ]);
  expect(answers.filter(({ status }) => status < 400 || status > 499)).toEqual([]);
}

/** What comes in beside the API: messages of the queues, and agents elsewhere. */
async function misuse(): Promise<void> {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const sqs = new SQSClient({ endpoint: stack.endpoints.sqs, region: stack.blueprint.region, credentials });
  for (const { name } of stack.blueprint.queues.filter((queue) => !queue.name.includes("DeadLetter"))) {
    const QueueUrl = `${stack.endpoints.sqs}/${stack.blueprint.accountId}/${name}`;
    for (const MessageBody of [MARK, `{"session_id":"${MARK}"}`, `{"kind":"wake_up","agent":"${MARK} ${MARK}"}`])
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  }
  sqs.destroy();
  const propagated = { "x-followthrough-owner": MARK, "x-followthrough-session-id": `${MARK} ${tokens[0]}` };
  const custom = { bedrockAgentCoreToolName: `x___${MARK}`, bedrockAgentCorePropagatedHeaders: propagated };
  const attributes = { followthrough_owner: MARK, followthrough_session_id: MARK };
  const bedrock = { messageVersion: "1.0", actionGroup: MARK, function: MARK, sessionAttributes: attributes };
  const context = { "x-amz-client-context": Buffer.from(JSON.stringify({ custom })).toString("base64") };
  const call = (event: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${stack.origin}/2015-03-31/functions/agent-tools/invocations`, {
      method: "POST",
      headers,
      body: JSON.stringify(event),
    });
  await Promise.all([call({ description: MARK, context: { MARK } }, context), call(bedrock), call({ MARK })]);
}

const functions = ["accept", "agent-tools", "fold", "http-read", "http-write", "sweep", "task", "wake"];
const linesOf = (file: string) =>
  readFileSync(join(dataDir, "logs", file), "utf8")
    .split("\n")
    .filter(Boolean);

test("the load reached every function that it could, and every kind of line", () => {
  const Line = z.looseObject({ code: z.string().optional(), _aws: z.unknown().optional() });
  const codes = functions.flatMap((name) => {
    const lines = linesOf(`${name}.log`);
    expect(lines.length, name).toBeGreaterThan(0);
    return lines.map((line) => Line.parse(JSON.parse(line)).code);
  });
  const wanted = [
    "http_request",
    "folded",
    "worked",
    "rang",
    "swept",
    "tool_called",
    "message_unreadable",
    "message_failed",
  ];
  expect(wanted.filter((code) => !codes.includes(code))).toEqual([]);
});

test("no log line holds what anybody wrote, a token, a key or a context", () => {
  const said = [...readdirSync(join(dataDir, "logs")).flatMap(linesOf), ...sentences];
  expect(said.filter((line) => line.toLowerCase().includes(MARK))).toEqual([]);
  const parts = tokens.flatMap((token) => token.split(".").filter((part) => part.length > 20));
  const secret = readFileSync(join(dataDir, "issuer-key.json"), "utf8").match(/[\w-]{60,}/g) ?? [];
  for (const part of new Set([...parts, ...secret])) {
    expect(said.filter((line) => line.includes(part))).toEqual([]);
  }
});

test("nothing that anybody wrote as an address is asked", () => {
  expect(asked).toEqual([]);
});
