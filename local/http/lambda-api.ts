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
}

const path = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** Lambda takes events up to this size. */
const eventLimitBytes = 6 * 1_048_576;
const tooLarge = `The event must have at most ${eventLimitBytes} bytes.`;
/** The error's name, by which an SDK knows it. */
const tooLargeType = { "x-amzn-errortype": "RequestTooLargeException" };

/** True for the path of Lambda's own Invoke API. */
export const isInvocation = (requested: string): boolean => path.test(requested);

/**
 * Lambda's Invoke API, synchronous, for callers on this machine: an unmodified SDK or CLI with this endpoint can call a
 * function by its label, name or ARN, with a client context.
 */
export async function serveInvocation(
  { functions, invoke }: Callable,
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
  const body = await readBody(request, eventLimitBytes);
  if (body === undefined) return sendMessage(response, 413, tooLarge, { ...tooLargeType, connection: "close" });
  const event = body.toString("utf8") || "{}";
  const header = request.headers["x-amz-client-context"];
  const context = header === undefined ? undefined : Buffer.from(String(header), "base64").toString("utf8");
  if (!isJson(event) || !isJson(context ?? "{}"))
    return sendMessage(response, 400, "Event and client context must be JSON.");
  send(response, await invoke(found.name, event, randomUUID(), context));
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
