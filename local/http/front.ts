import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Issuer } from "../auth/issuer.ts";
import { type Authorization, JwtAuthorizer } from "../auth/jwt-authorizer.ts";
import type { Activity } from "../clock/activity.ts";
import type { Clock } from "../clock/clock.ts";
import type { InvokeResult } from "../functions/sandbox.ts";
import type { RouteSpec } from "../template/blueprint.ts";
import { type Controls, serveControls } from "./controls.ts";
import { type Callable, isInvocation, serveInvocation } from "./lambda-api.ts";
import { listen } from "./listen.ts";
import { proxyEvent } from "./proxy-event.ts";
import { sendMessage, sendResult } from "./proxy-response.ts";
import { readBody } from "./read-body.ts";
import { type Match, Router } from "./router.ts";

/** What the front needs of the rest of the stack. */
export interface FrontOptions extends Callable {
  readonly routes: readonly RouteSpec[];
  readonly accountId: string;
  readonly clock: Clock;
  readonly issuer: Issuer;
  readonly activity: Activity;
  readonly controls: Controls;
}

interface GuardedRoute extends RouteSpec {
  readonly guard: JwtAuthorizer | undefined;
}

/** Payload and header quotas of an HTTP API. */
const bodyLimitBytes = 10 * 1_048_576;
const headerLimitBytes = 10_240;
/** Lambda takes events up to this size; API Gateway answers with 500 when it has a longer one. */
const eventLimitBytes = 6 * 1_048_576;

/** The HTTP API of the template: finds the route, checks the token, runs the function, answers. */
export class Front {
  readonly #server: Server;
  #options: FrontOptions | undefined;
  #router: Router<GuardedRoute> = new Router([]);

  constructor() {
    this.#server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: headerLimitBytes }, (request, response) => {
      this.#answer(request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else sendMessage(response, 500, "Internal Server Error");
      });
    });
  }

  /** Takes the port. Requests are answered with 503 until `open`. @throws SetupProblem when the port is taken. */
  listen(port: number): Promise<number> {
    return listen(this.#server, port);
  }

  /** Begins to answer for the API. */
  open(options: FrontOptions): void {
    const guards = new Map<string, JwtAuthorizer>();
    const routes = options.routes.map((route): GuardedRoute => {
      if (route.authorizer === undefined) return { ...route, guard: undefined };
      const key = JSON.stringify(route.authorizer);
      const guard = guards.get(key) ?? new JwtAuthorizer(route.authorizer);
      guards.set(key, guard);
      return { ...route, guard };
    });
    this.#router = new Router(routes);
    this.#options = options;
  }

  /** Stops taking requests and waits for those that are being answered, at most `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? "/";
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const options = this.#options;
    const document = options?.issuer.document(path);
    if (document !== undefined) {
      response.writeHead(200, { "content-type": "application/json" }).end(document);
      return;
    }
    if (options === undefined) {
      sendMessage(response, 503, "Service Unavailable");
      return;
    }
    if (path.startsWith("/_local/")) {
      await serveControls(options.controls, request, response);
      return;
    }
    if (isInvocation(path)) {
      await options.activity.track(() => serveInvocation(options, path, request, response));
      return;
    }
    const match = this.#router.match(request.method ?? "GET", path);
    if (match === undefined) {
      sendMessage(response, 404, "Not Found");
      return;
    }
    const call = () =>
      this.#serve(options, match, { request, response, path, rawQuery: mark < 0 ? "" : url.slice(mark + 1) });
    // Reading starts nothing, so a reader that waits for news does not keep the stack from coming to rest.
    if (request.method === "GET" || request.method === "HEAD") await call();
    else await options.activity.track(call);
  }

  async #serve(options: FrontOptions, match: Match<GuardedRoute>, exchange: Exchange): Promise<void> {
    const { route } = match;
    const { request, response } = exchange;
    const checked = route.guard?.authorize(request.headers.authorization, route.scopes);
    const authorization = checked instanceof Promise ? await checked : checked;
    if (authorization !== undefined && authorization.kind !== "ok") {
      refuse(response, authorization);
      return;
    }
    const body = await readBody(request, bodyLimitBytes);
    if (body === undefined) {
      sendMessage(response, 413, "Request Entity Too Large", { connection: "close" });
      return;
    }
    const requestId = randomUUID();
    const event = proxyEvent({
      ...exchange,
      body,
      routeKey: route.routeKey,
      parameters: match.parameters,
      token: authorization?.token,
      hasScopes: route.scopes.length > 0,
      requestId,
      now: options.clock.now(),
      accountId: options.accountId,
    });
    response.setHeader("apigw-requestid", requestId);
    if (Buffer.byteLength(event) > eventLimitBytes) {
      sendMessage(response, 500, "Internal Server Error");
      return;
    }
    const result = await within(route.timeoutMs, options.invoke(route.functionName, event, requestId));
    if (result === undefined) sendMessage(response, 503, "Service Unavailable");
    else if (result.kind === "ok") sendResult(response, result.payload);
    else sendMessage(response, 500, "Internal Server Error");
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly rawQuery: string;
}

function refuse(response: ServerResponse, refusal: Exclude<Authorization, { readonly kind: "ok" }>): void {
  if (refusal.kind === "forbidden") {
    sendMessage(response, 403, "Forbidden");
    return;
  }
  const detail =
    refusal.reason === undefined ? "" : ` scope="" error="invalid_token" error_description="${refusal.reason}"`;
  sendMessage(response, 401, "Unauthorized", { "www-authenticate": `Bearer${detail}` });
}

/** The result, or undefined when the integration took longer than API Gateway waits. */
function within(limitMs: number, result: Promise<InvokeResult>): Promise<InvokeResult | undefined> {
  const { promise, resolve } = Promise.withResolvers<InvokeResult | undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  void result.then((value) => {
    clearTimeout(timer);
    resolve(value);
  });
  return promise;
}
