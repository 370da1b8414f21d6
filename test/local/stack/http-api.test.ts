import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stack } from "../../../local/stack.ts";
import { httpApi } from "../../support/tiny-assembly.ts";
import { startTinyStack } from "../../support/tiny-stack.ts";

const echo = "exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });";
/** Returns what it is told to in the body. */
const obey =
  "exports.handler = async (event) => { const { value, fail } = JSON.parse(event.body); if (fail) throw new Error(fail); return value; };";
/** Says how many bytes its event has as JSON. */
const weigh = "exports.handler = async (event) => Buffer.byteLength(JSON.stringify(event));";
/** Answers with as many letters of two bytes as the body says. */
const umlauts = 'exports.handler = async (event) => "ü".repeat(Number(event.body));';
const slow = "exports.handler = () => new Promise(() => undefined);";

let stack: Stack;
let token: string;

beforeAll(async () => {
  const routes = httpApi({
    "GET /echo/{id}": { to: "Echo", open: true },
    "POST /echo": { to: "Echo", open: true },
    "POST /obey": { to: "Obey", open: true },
    "POST /weigh": { to: "Weigh", open: true },
    "POST /umlauts": { to: "Umlauts", open: true },
    "GET /slow": { to: "Slow", open: true },
    "GET /mine": { to: "Echo" },
    "GET /operators": { to: "Echo", scopes: ["followthrough/operator"] },
  });
  Object.assign(routes["Integration5"] ?? {}, {
    Properties: {
      IntegrationType: "AWS_PROXY",
      IntegrationUri: { "Fn::GetAtt": ["Slow", "Arn"] },
      PayloadFormatVersion: "2.0",
      TimeoutInMillis: 50,
    },
  });
  stack = await startTinyStack({
    functions: {
      Echo: { source: echo },
      Obey: { source: obey },
      Weigh: { source: weigh },
      Umlauts: { source: umlauts },
      Slow: { source: slow },
    },
    resources: routes,
  });
  token = await stack.token("alice");
});
afterAll(() => stack.stop());

const call = (path: string, init: RequestInit = {}) => fetch(stack.origin + path, init);
const jsonOf = async (response: Response) => JSON.parse(await response.text());
const eventOf = async (path: string, init: RequestInit = {}) => await jsonOf(await call(path, init));
const obeyed = (body: object) =>
  call("/obey", { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });

test("an event has the shape of payload format 2.0", async () => {
  const event = await eventOf("/echo/a%20b?x=1&x=2&y=%C3%A9", {
    headers: { "X-One": "1", cookie: "a=1; b=2", "user-agent": "test" },
  });
  expect(event).toMatchObject({
    version: "2.0",
    routeKey: "GET /echo/{id}",
    rawPath: "/echo/a b",
    rawQueryString: "x=1&x=2&y=%C3%A9",
    queryStringParameters: { x: "1,2", y: "é" },
    pathParameters: { id: "a b" },
    cookies: ["a=1", "b=2"],
    isBase64Encoded: false,
    requestContext: {
      accountId: "000000000000",
      stage: "$default",
      routeKey: "GET /echo/{id}",
      http: { method: "GET", path: "/echo/a b", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
      requestId: expect.stringMatching(/./),
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      timeEpoch: expect.any(Number),
    },
  });
  expect(event.headers).toMatchObject({ "x-one": "1", "x-forwarded-proto": "http" });
  expect(event.headers.cookie).toBeUndefined();
  expect(event).not.toHaveProperty("body");
});

test.each([
  ["application/json", "text"],
  ["application/json; charset=utf-8", "text"],
  ["text/plain", "text"],
  ["application/xml", "text"],
  ["application/x-www-form-urlencoded", "base64"],
  ["application/problem+json", "base64"],
  ["application/octet-stream", "base64"],
])("a body of type %s arrives as %s", async (type, form) => {
  const event = await eventOf("/echo", {
    method: "POST",
    body: Buffer.from("grüße"),
    headers: { "content-type": type },
  });
  expect(event.isBase64Encoded).toBe(form === "base64");
  expect(event.body).toBe(form === "base64" ? Buffer.from("grüße").toString("base64") : "grüße");
});

test("an answer with a status is taken apart", async () => {
  const value = {
    statusCode: 201,
    headers: { Location: "/x" },
    cookies: ["a=1", "b=2"],
    body: Buffer.from([1, 2]).toString("base64"),
    isBase64Encoded: true,
  };
  const response = await obeyed({ value });
  expect([response.status, response.headers.get("location"), response.headers.getSetCookie()]).toEqual([
    201,
    "/x",
    ["a=1", "b=2"],
  ]);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2]));
});

test("an answer without a status is the body of a 200", async () => {
  const response = await obeyed({ value: { a: 1 } });
  expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([
    200,
    "application/json",
    { a: 1 },
  ]);
});

test.each([
  { fail: "broken" },
  { value: { statusCode: "often" } },
  { value: { statusCode: 200, body: { no: "text" } } },
])("%j is answered with a 500 that gives nothing away", async (body) => {
  const response = await obeyed(body);
  expect([response.status, await response.json()]).toEqual([500, { message: "Internal Server Error" }]);
});

test("an integration that takes too long is answered with 503", async () => {
  expect((await call("/slow")).status).toBe(503);
});

test("a path nobody declared is not found", async () => {
  const response = await call("/nowhere");
  expect([response.status, await response.json()]).toEqual([404, { message: "Not Found" }]);
});

test("a body over 10 MB is refused before a function sees it", async () => {
  const response = await call("/echo", { method: "POST", body: Buffer.alloc(10 * 1_048_576 + 1) });
  expect(response.status).toBe(413);
});

test("a body that Lambda would not take fails", async () => {
  const headers = { "content-type": "text/plain" };
  const response = await call("/echo", { method: "POST", body: Buffer.alloc(7 * 1_048_576, "x"), headers });
  expect(response.status).toBe(500);
});

test("an event may have 6 MB, counted in bytes, and not one more", async () => {
  const headers = { "content-type": "text/plain" };
  const weigh = (bytes: number) =>
    call("/weigh", { method: "POST", body: "ü".repeat(bytes / 2) + "x".repeat(bytes % 2), headers });
  const around = Number(await (await weigh(1_000_000)).text()) - 1_000_000;
  const most = 6 * 1_048_576 - around;
  const fits = await weigh(most);
  expect([fits.status, await fits.text()]).toEqual([200, String(6 * 1_048_576)]);
  expect((await weigh(most + 1)).status).toBe(500);
});

test("an answer may have 6 MB, counted in bytes, and no more", async () => {
  const headers = { "content-type": "text/plain" };
  const umlauts = (count: number) => call("/umlauts", { method: "POST", body: String(count), headers });
  // Two bytes of the limit are the quotes of the text.
  const most = (6 * 1_048_576 - 2) / 2;
  const fits = await umlauts(most);
  expect([fits.status, (await fits.text()).length]).toEqual([200, most]);
  expect((await umlauts(most + 1)).status).toBe(500);
});

test("a token opens what needs one, and its claims arrive as text", async () => {
  const event = await eventOf("/mine", { headers: { authorization: `Bearer ${token}` } });
  expect(event.requestContext.authorizer.jwt).toMatchObject({
    claims: { sub: "alice", iss: stack.origin, exp: expect.stringMatching(/^\d+$/) },
    scopes: null,
  });
});

test("without a token or with a wrong one nothing opens", async () => {
  const without = await call("/mine");
  expect([without.status, await without.json(), without.headers.get("www-authenticate")]).toEqual([
    401,
    { message: "Unauthorized" },
    "Bearer",
  ]);
  const wrong = await call("/mine", { headers: { authorization: `Bearer ${token}x` } });
  expect(wrong.status).toBe(401);
});

test("a route with scopes wants one of them", async () => {
  const plain = await call("/operators", { headers: { authorization: `Bearer ${token}` } });
  expect([plain.status, await plain.json()]).toEqual([403, { message: "Forbidden" }]);
  const operator = await stack.token("olga", { operator: true });
  const event = await eventOf("/operators", { headers: { authorization: `Bearer ${operator}` } });
  expect(event.requestContext.authorizer.jwt.scopes).toEqual(["followthrough/operator"]);
});

test("the issuer shows its documents", async () => {
  const configuration = await jsonOf(await call("/.well-known/openid-configuration"));
  expect(configuration.issuer).toBe(stack.origin);
  const keys = await jsonOf(await fetch(configuration.jwks_uri));
  expect(keys.keys[0]).toMatchObject({ kty: "RSA", alg: "RS256" });
  expect(keys.keys[0]).not.toHaveProperty("d");
});

test("the real clock tells the time and cannot be moved", async () => {
  expect(await (await call("/_local/clock")).json()).toMatchObject({ mode: "real" });
  const response = await call("/_local/clock/advance", { method: "POST", body: '{"by":"1d"}' });
  expect([response.status, (await jsonOf(response)).code]).toEqual([409, "real_clock"]);
});

test("a body too long to read steers nothing", async () => {
  const response = await call("/_local/settle", { method: "POST", body: `{}${" ".repeat(9_999)}` });
  expect([response.status, (await jsonOf(response)).detail]).toEqual([413, "The body must have at most 10000 bytes."]);
  const fits = await call("/_local/settle", { method: "POST", body: `{}${" ".repeat(9_998)}` });
  expect(await jsonOf(fits)).toEqual({ settled: true });
});

test("a page of another site cannot steer the stack", async () => {
  const response = await call("/_local/settle", { method: "POST", headers: { origin: "https://elsewhere.test" } });
  expect(response.status).toBe(403);
});
