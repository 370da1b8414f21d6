import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { InvokeResult } from "../functions/sandbox.ts";
import { parseJson } from "../json.ts";
import type { FunctionSpec } from "../template/blueprint.ts";
import { isLocalCaller } from "./local-caller.ts";
import { sendMessage } from "./proxy-response.ts";
import { readBody } from "./read-body.ts";
import { decode } from "./router.ts";

/** What is called directly, as agents elsewhere call their tools. */
export interface Callable {
  readonly functions: readonly FunctionSpec[];
  readonly invoke: (
    functionName: string,
    event: string,
    requestId: string,
    clientContext?: string,
  ) => Promise<InvokeResult>;
  /** Begins an asynchronous invocation, which is repeated where it fails. */
  readonly invokeLater: (functionName: string, event: string) => void;
}

const path = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** How a function can be asked to run, and the bytes an event then may have at most (documented quotas). */
const eventLimits: ReadonlyMap<string, number> = new Map([
  ["RequestResponse", 6 * 1_048_576],
  ["Event", 1_048_576],
  ["DryRun", 6 * 1_048_576],
]);
/** The name of an error, by which an SDK knows it. */
const errorType = (name: string) => ({ "x-amzn-errortype": name });

/** True for the path of Lambda's own Invoke API. */
export const isInvocation = (requested: string): boolean => path.test(requested);

/**
 * Lambda's Invoke API for callers on this machine: an unmodified SDK or CLI with this endpoint can call a function by its
 * label, name or ARN. It is waited for and may get a client context, is begun and answered with 202 at once (`Event`), or
 * is only looked for (`DryRun`).
 */
export async function serveInvocation(
  { functions, invoke, invokeLater }: Callable,
  requested: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const wanted = decode(path.exec(requested)?.[1] ?? "");
  const found = functions.find(({ label, name, arn }) => [label, name, arn].includes(wanted));
  if (!isLocalCaller(request)) return sendMessage(response, 403, "Only callers on this machine can call a function.");
  if (request.method !== "POST")
    return sendMessage(response, 405, "A function is called with POST.", { allow: "POST" });
  if (found === undefined) return sendMessage(response, 404, `Function not found: ${wanted}`);
  const type = String(request.headers["x-amz-invocation-type"] ?? "RequestResponse");
  const limit = eventLimits.get(type);
  if (limit === undefined) return refuseType(response);
  const body = await readBody(request, limit);
  if (body === undefined) return refuseLength(response, limit);
  const event = body.toString("utf8") || "{}";
  const header = request.headers["x-amz-client-context"];
  const context = header === undefined ? undefined : Buffer.from(String(header), "base64").toString("utf8");
  if (!isJson(event) || !isJson(context ?? "{}"))
    return sendMessage(response, 400, "Event and client context must be JSON.");
  switch (type) {
    case "Event":
      invokeLater(found.name, event);
      response.writeHead(202, { "content-length": 0 }).end();
      return;
    case "DryRun":
      response.writeHead(204).end();
      return;
    default:
      send(response, await invoke(found.name, event, randomUUID(), context));
  }
}

function refuseType(response: ServerResponse): void {
  const allowed = [...eventLimits.keys()].join(", ");
  sendMessage(response, 400, `The invocation type must be one of ${allowed}.`, {
    ...errorType("InvalidParameterValueException"),
    connection: "close",
  });
}

function refuseLength(response: ServerResponse, limit: number): void {
  sendMessage(response, 413, `The event must have at most ${limit} bytes.`, {
    ...errorType("RequestTooLargeException"),
    connection: "close",
  });
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

function send(response: ServerResponse, result: InvokeResult): void {
  const body = result.kind === "ok" ? result.payload : JSON.stringify(result.error);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-amz-executed-version": "$LATEST",
    ...(result.kind !== "ok" && { "x-amz-function-error": "Unhandled" }),
  });
  response.end(body);
}
