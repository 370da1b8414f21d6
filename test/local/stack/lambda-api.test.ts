import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { InvocationRecord } from "../../../local/functions/function-host.ts";
import type { Stack } from "../../../local/stack.ts";
import { startTinyStack } from "../../support/tiny-stack.ts";

const source = `let release;
exports.handler = async (event, { clientContext }) => {
  if (typeof event === "string") return event.length;
  if (event.fail) throw new RangeError(event.fail);
  if (event.wait) return new Promise((resolve) => { release = resolve; });
  if (event.release) release();
  if (event.answer) return "x".repeat(event.answer - 2);
  return { event, clientContext: clientContext ?? null };
};`;

const records: InvocationRecord[] = [];
let stack: Stack;
beforeAll(async () => {
  const onInvocation = (record: InvocationRecord) => void records.push(record);
  const Tools = { source, properties: { Timeout: 10 } };
  stack = await startTinyStack({ functions: { Tools } }, { clock: "virtual", onInvocation });
});
beforeEach(() => {
  records.length = 0;
});
afterAll(() => stack.stop());

const call = (name: string, init: RequestInit = {}) =>
  fetch(`${stack.origin}/2015-03-31/functions/${encodeURIComponent(name)}/invocations`, { method: "POST", ...init });
const ask = (type: string, body: string) =>
  call(stack.blueprint.functions[0]?.name ?? "", { headers: { "x-amz-invocation-type": type }, body });
const outcomes = () => records.map(({ outcome }) => outcome);
const encoded = (context: object) => Buffer.from(JSON.stringify(context)).toString("base64");

test("a function is called directly, by its name or ARN, with the client context of the caller", async () => {
  const [{ name, arn } = { name: "", arn: "" }] = stack.blueprint.functions;
  for (const wanted of [name, arn]) {
    const custom = { bedrockAgentCoreToolName: "t___list" };
    const headers = { "x-amz-client-context": encoded({ custom }) };
    const answer = await call(wanted, { headers, body: '{"n":1}' });
    expect([answer.status, answer.headers.get("x-amz-executed-version")]).toEqual([200, "$LATEST"]);
    expect(await answer.json()).toEqual({ event: { n: 1 }, clientContext: { custom } });
  }
  expect(await (await call(name)).json()).toEqual({ event: {}, clientContext: null });
});

test("a handler that throws is an answer that says so", async () => {
  const [{ name } = { name: "" }] = stack.blueprint.functions;
  const answer = await call(name, { body: '{"fail":"no"}' });
  expect([answer.status, answer.headers.get("x-amz-function-error")]).toEqual([200, "Unhandled"]);
  expect(await answer.json()).toMatchObject({ errorType: "RangeError", errorMessage: "no" });
});

test.each<{ what: string; name?: string; init: RequestInit; status: number }>([
  { what: "a function that is none", name: "Nothing", init: {}, status: 404 },
  { what: "a request that only reads", init: { method: "GET" }, status: 405 },
  { what: "an event that is no JSON", init: { body: "{" }, status: 400 },
  { what: "a client context that is no JSON", init: { headers: { "x-amz-client-context": "x" } }, status: 400 },
  { what: "an unknown kind of call", init: { headers: { "x-amz-invocation-type": "constructor" } }, status: 400 },
  { what: "a page of another site", init: { headers: { origin: "https://evil.example" } }, status: 403 },
])("$what is refused", async ({ name, init, status }) => {
  const own = stack.blueprint.functions[0]?.name ?? "";
  expect((await call(name ?? own, init)).status).toBe(status);
});

test("an event may have 6 MB, and the function does not run on a longer one", async () => {
  const [{ name } = { name: "" }] = stack.blueprint.functions;
  const event = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));
  const fits = await call(name, { body: event(6 * 1_048_576) });
  expect([fits.status, await fits.json()]).toEqual([200, 6 * 1_048_576 - 2]);
  const refused = await call(name, { body: event(6 * 1_048_576 + 1) });
  expect([refused.status, refused.headers.get("x-amzn-errortype")]).toEqual([413, "RequestTooLargeException"]);
  expect(await refused.json()).toEqual({ message: "The event must have at most 6291456 bytes." });
});

test("an answer may have 6 MB, and a longer one is an error of the function", async () => {
  const [{ name } = { name: "" }] = stack.blueprint.functions;
  const answer = (bytes: number) => call(name, { body: JSON.stringify({ answer: bytes }) });
  expect(await (await answer(6 * 1_048_576)).text()).toHaveLength(6 * 1_048_576);
  const refused = await answer(6 * 1_048_576 + 1);
  expect([refused.status, refused.headers.get("x-amz-function-error")]).toEqual([200, "Unhandled"]);
  expect(await refused.json()).toMatchObject({ errorType: "Function.ResponseSizeTooLarge" });
});

test("a name that is no text is a name of no function", async () => {
  const answer = await fetch(`${stack.origin}/2015-03-31/functions/%ff/invocations`, { method: "POST" });
  expect([answer.status, await answer.json()]).toEqual([404, { message: "Function not found: %ff" }]);
});

test("an event is taken before it is worked on", async () => {
  const taken = await ask("Event", '{"wait":true}');
  expect([taken.status, await taken.text(), outcomes()]).toEqual([202, "", []]);
  expect((await ask("RequestResponse", '{"release":true}')).status).toBe(200);
  await stack.settle();
  expect(outcomes()).toEqual(["ok", "ok"]);
});

test("an event that fails is tried twice more, and nobody is told", async () => {
  const taken = await ask("Event", '{"fail":"no"}');
  expect([taken.status, await taken.text()]).toEqual([202, ""]);
  await stack.settle();
  expect(outcomes()).toEqual(["error"]);
  await stack.advance("1h");
  expect(outcomes()).toEqual(["error", "error", "error"]);
});

test("an event that nobody waits for may have 1 MB, and the function does not run on a longer one", async () => {
  const event = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));
  expect((await ask("Event", event(1_048_576))).status).toBe(202);
  const refused = await ask("Event", event(1_048_577));
  const message = "The event must have at most 1048576 bytes.";
  expect([refused.status, await refused.json()]).toEqual([413, { message }]);
  await stack.settle();
  expect(outcomes()).toEqual(["ok"]);
});

test("a call that is only tried out runs nothing", async () => {
  const answer = await ask("DryRun", "{}");
  expect([answer.status, await answer.text(), outcomes()]).toEqual([204, "", []]);
});
