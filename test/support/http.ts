import type { HttpEvent } from "../../shared/runtime/http-event.ts";
import type { HttpHandler } from "../../shared/runtime/http-handler.ts";
import { createLog, type Log } from "../../shared/runtime/log.ts";

/** A request as a test states it. `body` is sent as JSON; `rawBody` as it is. */
export type TestRequest = {
  /** Route key, like `GET /api/runs/{run_id}`. */
  readonly route: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly base64?: boolean;
  /** `sub` of the token; null for none. */
  readonly owner?: string | null;
  readonly scope?: string;
};

/** An answer with its body parsed. */
export type TestAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was answered
  readonly body: any;
};

/** The event that an HTTP API makes of a request. */
function httpEvent(request: TestRequest): HttpEvent {
  const [method = "GET", template = "/"] = request.route.split(" ");
  const rawPath = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.path?.[name] ?? "");
  const owner = request.owner === undefined ? "owner-1" : request.owner;
  const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  return {
    version: "2.0",
    routeKey: request.route,
    rawPath,
    rawQueryString: new URLSearchParams(request.query).toString(),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...request.headers },
    ...(request.query === undefined ? {} : { queryStringParameters: { ...request.query } }),
    ...(request.path === undefined ? {} : { pathParameters: { ...request.path } }),
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: request.base64 ?? false,
    requestContext: {
      accountId: "000000000000",
      apiId: "api",
      domainName: "api.test",
      domainPrefix: "api",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
      requestId: "request-1",
      routeKey: request.route,
      stage: "$default",
      time: "01/Jan/2027:00:00:00 +0000",
      timeEpoch: 0,
      ...(owner === null ? {} : { authorizer: { jwt: { claims: claimsOf(owner, request.scope), scopes: null } } }),
    },
  };
}

function claimsOf(owner: string, scope: string | undefined): Record<string, string> {
  return scope === undefined ? { sub: owner } : { sub: owner, scope };
}

/** Sends a request to a handler. */
export async function send(handler: HttpHandler, request: TestRequest): Promise<TestAnswer> {
  const result = await handler(httpEvent(request));
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: result.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: result.body === undefined ? undefined : JSON.parse(result.body),
  };
}

/** A log that keeps its lines. */
export function keptLog(): { readonly log: Log; readonly lines: Readonly<Record<string, unknown>>[] } {
  const lines: Record<string, unknown>[] = [];
  return { log: createLog("debug", (line) => lines.push(JSON.parse(line))), lines };
}
