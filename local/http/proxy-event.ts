import type { IncomingMessage } from "node:http";
import type { VerifiedToken } from "../auth/jwt-authorizer.ts";
import { decode } from "./router.ts";

/** Everything an event is made from. */
export interface ProxyRequest {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly path: string;
  readonly rawQuery: string;
  readonly routeKey: string;
  readonly parameters: Readonly<Record<string, string>> | undefined;
  readonly token: VerifiedToken | undefined;
  /** True when the route asks for scopes; only then API Gateway says which the token has. */
  readonly hasScopes: boolean;
  readonly requestId: string;
  readonly now: number;
  readonly accountId: string;
}

const apiId = "local";

/** The event of an HTTP API with payload format 2.0, as JSON. */
export function proxyEvent(given: ProxyRequest): string {
  const { request, path, rawQuery, body } = given;
  const { headers, cookies } = headersOf(request);
  const isText = isTextType(request.headers["content-type"]);
  return JSON.stringify({
    version: "2.0",
    routeKey: given.routeKey,
    rawPath: decode(path),
    rawQueryString: rawQuery,
    cookies,
    headers,
    queryStringParameters: rawQuery === "" ? undefined : queryOf(rawQuery),
    requestContext: contextOf(given),
    pathParameters: given.parameters,
    body: body.length === 0 ? undefined : body.toString(isText ? "utf8" : "base64"),
    isBase64Encoded: body.length > 0 && !isText,
  });
}

function contextOf(given: ProxyRequest): object {
  const { request, token } = given;
  const host = request.headers.host ?? "127.0.0.1";
  return {
    accountId: given.accountId,
    apiId,
    authorizer:
      token === undefined
        ? undefined
        : { jwt: { claims: token.claims, scopes: given.hasScopes ? token.scopes : null } },
    domainName: host,
    domainPrefix: host.split(".")[0],
    http: {
      method: request.method,
      path: decode(given.path),
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? "127.0.0.1",
      userAgent: request.headers["user-agent"] ?? "",
    },
    requestId: given.requestId,
    routeKey: given.routeKey,
    stage: "$default",
    time: logTime(given.now),
    timeEpoch: given.now,
  };
}

/** Only these arrive as text; everything else, a form or a missing type too, is base64 (observed on HTTP APIs). */
function isTextType(contentType: string | undefined): boolean {
  return contentType !== undefined && /^\s*(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(contentType);
}

function headersOf(request: IncomingMessage): { headers: Record<string, string>; cookies: string[] | undefined } {
  const headers: Record<string, string> = {};
  let cookies: string[] | undefined;
  const raw = request.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    if (name === "cookie") cookies = [...(cookies ?? []), ...value.split("; ")];
    else headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  headers["x-forwarded-for"] ??= request.socket.remoteAddress ?? "127.0.0.1";
  headers["x-forwarded-port"] ??= String(request.socket.localPort ?? "");
  headers["x-forwarded-proto"] ??= "http";
  return { headers, cookies };
}

/** Decoded; a name that comes twice has its values joined by a comma. */
function queryOf(rawQuery: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`;
  }
  return query;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
let lastSecond = { second: -1, text: "" };

/** `12/Mar/2020:19:03:58 +0000`; requests come in bunches, so the text of the last second is kept. */
function logTime(now: number): string {
  const second = Math.floor(now / 1_000);
  if (lastSecond.second === second) return lastSecond.text;
  const [date = "", time = ""] = new Date(now).toISOString().split(/[T.]/);
  const [year, month, day] = date.split("-");
  lastSecond = { second, text: `${day}/${months[Number(month) - 1]}/${year}:${time} +0000` };
  return lastSecond.text;
}
