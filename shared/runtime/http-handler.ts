import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { type Route, routes } from "../contracts/routes.ts";
import { Fault } from "../errors/fault.ts";
import { type Answer, problem, toResult } from "./answer.ts";
import type { Endpoint } from "./endpoint.ts";
import { callerOf, type HttpEvent } from "./http-event.ts";
import { errorDetails, type Log } from "./log.ts";
import { mayPass } from "./may-pass.ts";

/** Scope that opens the operator routes. */
export const operatorScope = "followthrough/operator";

/** A Lambda function behind an HTTP API. */
export type HttpHandler = (event: HttpEvent, context?: Partial<Context>) => Promise<APIGatewayProxyStructuredResultV2>;

/** Left for a proper answer before the function is stopped. */
const TIMEOUT_RESERVE_MS = 300;

/**
 * A function made of endpoints by route key, like `GET /api/runs/{run_id}`. It never fails: whatever an endpoint
 * throws becomes a problem without internals, and a log line with them. A request without an answer when the function is
 * about to be stopped fails with the Fault `http_timed_out` (retry).
 */
export function httpHandler(endpoints: Readonly<Record<string, Endpoint>>, log: Log): HttpHandler {
  const table = new Map(Object.entries(endpoints));
  const handler = middy<HttpEvent, APIGatewayProxyStructuredResultV2>({
    timeoutEarlyInMillis: TIMEOUT_RESERVE_MS,
    // Thrown, because what fails is answered and logged with the request that it was.
    timeoutEarlyResponse: () => {
      throw new Fault("http_timed_out", "retry");
    },
  });
  handler.handler(async (event: HttpEvent, _context: Context, { signal }: { signal: AbortSignal }) => {
    const route = routes.find((one) => `${one.method} ${one.path}` === event.routeKey);
    const run = table.get(event.routeKey);
    const answer = route && run ? await admit(route, run, event, signal) : problem("not_found");
    const result = toResult(answer, event.requestContext.requestId);
    log.info("http_request", lineOf(event, result));
    return result;
  });
  handler.onError((request) => {
    const answer = answerTo(request.error);
    const result = toResult(answer, request.event.requestContext?.requestId ?? "unknown");
    log.error("http_failed", { ...lineOf(request.event, result), ...errorDetails(request.error) });
    return result;
  });
  return async (event, context) => handler(event, (context ?? {}) as Context);
}

async function admit(route: Route, run: Endpoint, event: HttpEvent, signal: AbortSignal): Promise<Answer> {
  if (route.auth === "none") return run(event, "", signal);
  const caller = callerOf(event);
  if (caller === null) return problem("unauthenticated");
  if (route.auth === "operator" && !caller.scopes.includes(operatorScope)) return problem("forbidden");
  return run(event, caller.owner, signal);
}

const unavailable = problem("unavailable", { retryAfterSeconds: 2 });

function answerTo(error: unknown): Answer {
  return mayPass(error) ? unavailable : problem("internal");
}

function lineOf(event: HttpEvent, result: APIGatewayProxyStructuredResultV2) {
  return {
    route: event.routeKey ?? "",
    request_id: event.requestContext?.requestId ?? "",
    status: result.statusCode ?? 0,
  };
}
