import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { EventsQuery } from "../../../shared/contracts/parameters.ts";
import { PostMessage } from "../../../shared/contracts/post-message.ts";
import { problems } from "../../../shared/contracts/problems.ts";
import { RunPath } from "../../../shared/contracts/run-path.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import { accepted, noContent, ok, problem } from "../../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../../shared/runtime/endpoint.ts";
import { httpHandler, operatorScope } from "../../../shared/runtime/http-handler.ts";
import { keptLog, send, type TestRequest } from "../../support/http.ts";

const post = "POST /api/runs/{run_id}/messages";
const run = { run_id: "run_01JABCDEFGHJKMNPQRSTVWXYZ0_1" };

function serve(route: string, run: Endpoint) {
  const kept = keptLog();
  return { handler: httpHandler({ [route]: run }, kept.log), lines: kept.lines };
}

const echo = endpoint({ path: RunPath, body: PostMessage }, async (input) => ok({ ...input, signal: undefined }));

describe("what an endpoint is given", () => {
  test("the owner of the token, the parsed path and body, and the idempotency key", async () => {
    const { handler } = serve(post, echo);
    const headers = { "Idempotency-Key": '"abc"' };
    const answer = await send(handler, {
      route: post,
      path: run,
      body: { content: { text: "Hi" } },
      headers,
      owner: "ada",
    });
    expect(answer.body).toEqual({
      owner: "ada",
      path: run,
      query: {},
      body: { content: { text: "Hi" } },
      idempotencyKey: "abc",
    });
  });

  test("a body that arrives in base64", async () => {
    const { handler } = serve(post, echo);
    const rawBody = Buffer.from(JSON.stringify({ content: { text: "Grüße" } })).toString("base64");
    const answer = await send(handler, { route: post, path: run, rawBody, base64: true });
    expect(answer.body.body.content.text).toBe("Grüße");
  });

  test("defaults of the query", async () => {
    const route = "GET /api/runs/{run_id}/events";
    const { handler } = serve(
      route,
      endpoint({ query: EventsQuery }, async ({ query }) => ok(query)),
    );
    expect((await send(handler, { route, path: run })).body).toEqual({ after: 0, wait: 0, limit: 50 });
    expect((await send(handler, { route, path: run, query: { after: "7", wait: "20" } })).body).toMatchObject({
      after: 7,
      wait: 20,
    });
  });
});

describe("what is answered", () => {
  test("accepted work has a Location", async () => {
    const { handler } = serve(post, async () => accepted("/api/runs/run_1", { id: "run_1" }));
    const answer = await send(handler, { route: post });
    expect(answer).toMatchObject({
      status: 202,
      headers: { location: "/api/runs/run_1", "content-type": "application/json" },
    });
  });

  test("204 has no body", async () => {
    const { handler } = serve(post, async () => noContent);
    expect(await send(handler, { route: post })).toMatchObject({ status: 204, body: undefined });
  });

  test("a problem is problem+json with its code, its words and the request's id", async () => {
    const { handler } = serve(post, async () => problem("mailbox_full", { retryAfterSeconds: 3 }));
    const answer = await send(handler, { route: post });
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({ "content-type": "application/problem+json", "retry-after": "3" });
    expect(answer.body).toEqual({
      type: "urn:followthrough:problem:mailbox_full",
      title: problems.mailbox_full.title,
      status: 429,
      detail: problems.mailbox_full.detail,
      code: "mailbox_full",
      request_id: "request-1",
    });
  });

  test("one log line for each request, without what was written", async () => {
    const { handler, lines } = serve(post, echo);
    await send(handler, { route: post, path: run, body: { content: { text: "a secret" } } });
    expect(lines).toEqual([{ level: "info", code: "http_request", route: post, request_id: "request-1", status: 200 }]);
  });
});

describe("who may call", () => {
  test("without a token nobody is served", async () => {
    const { handler } = serve(post, echo);
    const answer = await send(handler, { route: post, path: run, body: { content: { text: "Hi" } }, owner: null });
    expect(answer).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
      headers: { "www-authenticate": "Bearer" },
    });
  });

  test("INV-9 a name that the table could not keep apart from others is none", async () => {
    const { handler } = serve(post, echo);
    for (const owner of ["", "\ud800", "a\udfff", "x".repeat(256)]) {
      const answer = await send(handler, { route: post, path: run, body: { content: { text: "Hi" } }, owner });
      expect(answer).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    }
  });

  const operators = "GET /api/agents/{slug}/follow-ups";

  test.each([
    { scope: undefined, status: 403 },
    { scope: "openid followthrough/operators", status: 403 },
    { scope: `openid ${operatorScope}`, status: 200 },
    { scope: `[openid ${operatorScope}]`, status: 200 },
  ])("an operator route with the scopes $scope: $status", async ({ scope, status }) => {
    const { handler } = serve(operators, async () => ok({}));
    const answer = await send(handler, {
      route: operators,
      path: { slug: "report" },
      ...(scope === undefined ? {} : { scope }),
    });
    expect(answer.status).toBe(status);
  });

  test("an open route needs no token", async () => {
    const route = "GET /openapi.json";
    const { handler } = serve(route, async () => ok({}));
    expect((await send(handler, { route, owner: null })).status).toBe(200);
  });

  test("a route that is not in the list does not exist", async () => {
    const { handler } = serve("GET /api/secrets", async () => ok({}));
    expect(await send(handler, { route: "GET /api/secrets" })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
  });
});

describe("what is refused before an endpoint runs", () => {
  const body = { content: { text: "Hi" } };
  type Case = { when: string; request: Partial<TestRequest>; status: number; code: string };

  test.each<Case>([
    { when: "the id cannot exist", request: { path: { run_id: "run_1" }, body }, status: 404, code: "not_found" },
    { when: "there is no body", request: {}, status: 415, code: "unsupported_media_type" },
    { when: "the body is empty", request: { rawBody: "" }, status: 400, code: "malformed_json" },
    { when: "the body is not JSON", request: { rawBody: "{" }, status: 400, code: "malformed_json" },
    { when: "the body is not UTF-8", request: { rawBody: "/w==", base64: true }, status: 400, code: "malformed_json" },
    {
      when: "the body is a form",
      request: { rawBody: "a=1", headers: { "content-type": "text/plain" } },
      status: 415,
      code: "unsupported_media_type",
    },
    { when: "a parameter is unknown", request: { body, query: { x: "1" } }, status: 400, code: "invalid_parameter" },
    {
      when: "the key is not a string",
      request: { body, headers: { "idempotency-key": '"a' } },
      status: 400,
      code: "invalid_parameter",
    },
    {
      when: "the key is empty",
      request: { body, headers: { "idempotency-key": "" } },
      status: 400,
      code: "invalid_parameter",
    },
    {
      when: "the text is blank",
      request: { body: { content: { text: " \u200b\u2060\ufeff\n" } } },
      status: 422,
      code: "invalid_request",
    },
    {
      when: "the text is too long",
      request: { body: { content: { text: "é".repeat(131_073) } } },
      status: 413,
      code: "content_too_large",
    },
    { when: "the body is a list", request: { body: [] }, status: 422, code: "invalid_request" },
    {
      when: "the body is nested too deep",
      request: { rawBody: `${"[".repeat(9_000)}${"]".repeat(9_000)}` },
      status: 422,
      code: "invalid_request",
    },
    {
      when: "a member is named __proto__",
      request: { rawBody: '{"content":{"text":"Hi","__proto__":{}}}' },
      status: 422,
      code: "invalid_request",
    },
  ])("when $when: $status $code", async ({ request, status, code }) => {
    const { handler } = serve(post, echo);
    const answer = await send(handler, { route: post, path: run, ...request });
    expect(answer).toMatchObject({ status, body: { status, code } });
  });

  test("an unknown member is named with a pointer and with what is allowed", async () => {
    const { handler } = serve(post, echo);
    const answer = await send(handler, {
      route: post,
      path: run,
      body: { content: { text: "Hi", "a/b": 1 }, onbusy: "revise" },
    });
    expect(answer.body.errors).toEqual([
      { pointer: "/content/a~1b", detail: "is not known here; allowed: text, attachments" },
      { pointer: "/onbusy", detail: "is not known here; allowed: content, answers, on_busy" },
    ]);
  });

  test("a missing member is named", async () => {
    const { handler } = serve(post, echo);
    const answer = await send(handler, { route: post, path: run, body: {} });
    expect(answer.body.errors).toEqual([{ pointer: "/content", detail: "is required" }]);
  });

  test("of two ways to write a source the nearer one is explained", async () => {
    const { handler } = serve(post, echo);
    const attachments = [{ name: "a.csv", media_type: "text/csv" }, { upload_id: "src_1" }];
    const answer = await send(handler, { route: post, path: run, body: { content: { text: "Hi", attachments } } });
    expect(answer.body.errors).toEqual([
      { pointer: "/content/attachments/0/text", detail: "is required" },
      { pointer: "/content/attachments/1/upload_id", detail: "must be src_ and a ULID" },
    ]);
  });

  test("a bad parameter is named", async () => {
    const route = "GET /api/runs/{run_id}/events";
    const { handler } = serve(
      route,
      endpoint({ query: EventsQuery }, async ({ query }) => ok(query)),
    );
    const answer = await send(handler, { route, query: { wait: "21", limit: "-1" } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((one: { parameter: string }) => one.parameter).sort()).toEqual(["limit", "wait"]);
  });
});

describe("what is thrown", () => {
  test.each([
    { thrown: new Fault("store_busy", "retry"), status: 503, code: "unavailable", retryAfter: "2" },
    { thrown: new Fault("item_broken", "park"), status: 500, code: "internal", retryAfter: undefined },
    {
      thrown: Object.assign(new Error("secret text"), { name: "ThrottlingException" }),
      status: 503,
      code: "unavailable",
      retryAfter: "2",
    },
    {
      thrown: Object.assign(new Error("connect to secret text"), { code: "ECONNREFUSED" }),
      status: 503,
      code: "unavailable",
      retryAfter: "2",
    },
    {
      // Refused for good: what passes of these is a fault that says so.
      thrown: Object.assign(new Error("secret text"), { name: "TransactionCanceledException", $fault: "client" }),
      status: 500,
      code: "internal",
      retryAfter: undefined,
    },
    { thrown: new Error("secret text"), status: 500, code: "internal", retryAfter: undefined },
  ])("becomes $status without internals", async ({ thrown, status, code, retryAfter }) => {
    const { handler, lines } = serve(post, async () => {
      throw thrown;
    });
    const answer = await send(handler, { route: post });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers["retry-after"]).toBe(retryAfter);
    expect(JSON.stringify([answer, lines])).not.toContain("secret text");
    expect(lines).toMatchObject([{ level: "error", code: "http_failed", error: thrown.name, status }]);
  });

  test("a request whose function is about to be stopped is answered 503, and found in the log by its id", async () => {
    const { handler, lines } = serve(post, () => new Promise(() => undefined));
    const stopsSoon: typeof handler = (event) => handler(event, { getRemainingTimeInMillis: () => 301 });
    const answer = await send(stopsSoon, { route: post, path: run });
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable", request_id: "request-1" } });
    expect(answer.headers["retry-after"]).toBe("2");
    expect(lines).toMatchObject([
      {
        level: "error",
        code: "http_failed",
        route: post,
        request_id: "request-1",
        status: 503,
        fault: "http_timed_out",
      },
    ]);
  });
});

test("no body, path, query or header makes the server fail", async () => {
  const { handler } = serve(
    post,
    endpoint({ path: RunPath, query: z.object({}), body: PostMessage }, async () => ok({})),
  );
  const text = fc.string({ unit: "binary" });
  const hostile = fc.record({
    path: fc.oneof(fc.constant(run), fc.record({ run_id: text })),
    query: fc.dictionary(text, text, { maxKeys: 2 }),
    headers: fc.record({
      "content-type": fc.constant("application/json"),
      "idempotency-key": fc.oneof(text, fc.constant("k")),
    }),
    rawBody: fc.oneof(
      text,
      fc.json(),
      fc
        .record({
          content: fc.record({ text: fc.oneof(text, fc.jsonValue()) }),
          answers: fc.jsonValue(),
          extra: fc.jsonValue(),
        })
        .map((value) => JSON.stringify(value)),
    ),
    base64: fc.boolean(),
    owner: fc.oneof(text, fc.constant("ada")),
  });
  await fc.assert(
    fc.asyncProperty(hostile, async (request) => {
      const { status, headers, body } = await send(handler, { route: post, ...request });
      expect(status).toBeLessThan(500);
      if (status >= 400) expect([headers["content-type"], body.status]).toEqual(["application/problem+json", status]);
    }),
    { numRuns: 300 },
  );
});
