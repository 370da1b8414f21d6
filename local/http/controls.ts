import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { parseDuration, parseInstant } from "../clock/duration.ts";
import { NotSettled } from "../clock/time-travel.ts";
import { messageOf } from "../problem.ts";
import { isLocalCaller } from "./local-caller.ts";
import { readBody } from "./read-body.ts";

/** What the paths under `/_local` do. */
export interface Controls {
  readonly mode: "real" | "virtual";
  now(): number;
  /** Moves the virtual clock; `target` is asked when it is this caller's turn. */
  advanceTo(target: () => number): Promise<number>;
  settle(limitMs: number): Promise<boolean>;
}

const Duration = z.string().transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: "custom", message: "a duration looks like 30s, 5m, 1h30m or 3d" });
  return z.NEVER;
});
const Instant = z.string().transform((text, context) => {
  const ms = parseInstant(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: "custom", message: "a time looks like 2026-03-01T09:00:00Z" });
  return z.NEVER;
});
const Advance = z.union([z.strictObject({ by: Duration }), z.strictObject({ to: Instant })]);
const Settle = z.strictObject({ within: Duration.default(30_000) });

const bodyLimitBytes = 10_000;

class BodyTooLong extends Error {
  override readonly name = "BodyTooLong";
}

/** Answers the paths under `/_local`, by which tests and demonstrations steer the stack itself. */
export async function serveControls(
  controls: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isLocalCaller(request)) {
    sendProblem(
      response,
      403,
      "foreign_caller",
      "These paths answer callers on this machine only, not pages of other sites.",
    );
    return;
  }
  const [path] = (request.url ?? "").split("?");
  const call = `${request.method} ${path}`;
  try {
    if (call === "GET /_local/clock")
      sendJson(response, { now: new Date(controls.now()).toISOString(), mode: controls.mode });
    else if (call === "POST /_local/clock/advance") await advance(controls, await readJson(request), response);
    else if (call === "POST /_local/settle") await settle(controls, await readJson(request), response);
    else sendProblem(response, 404, "not_found", `There is no ${call}.`);
  } catch (error) {
    if (error instanceof z.ZodError) sendProblem(response, 400, "invalid_request", z.prettifyError(error));
    else if (error instanceof BodyTooLong) {
      response.setHeader("connection", "close");
      sendProblem(response, 413, "body_too_long", error.message);
    } else if (error instanceof NotSettled) sendProblem(response, 504, "not_settled", error.message);
    else sendProblem(response, 500, "internal", messageOf(error));
  }
}

async function advance(controls: Controls, body: unknown, response: ServerResponse): Promise<void> {
  if (controls.mode === "real") {
    sendProblem(response, 409, "real_clock", "The clock is real; start the stack with CLOCK=virtual to move it.");
    return;
  }
  const wanted = Advance.parse(body);
  const now = await controls.advanceTo(() => ("by" in wanted ? controls.now() + wanted.by : wanted.to));
  sendJson(response, { now: new Date(now).toISOString() });
}

async function settle(controls: Controls, body: unknown, response: ServerResponse): Promise<void> {
  const { within } = Settle.parse(body);
  if (await controls.settle(within)) sendJson(response, { settled: true });
  else sendProblem(response, 504, "not_settled", "The stack did not come to rest in time.");
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, bodyLimitBytes);
  if (body === undefined) throw new BodyTooLong(`The body must have at most ${bodyLimitBytes} bytes.`);
  const text = body.toString("utf8");
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, body: object): void {
  send(response, 200, "application/json", body);
}

function sendProblem(response: ServerResponse, status: number, code: string, detail: string): void {
  send(response, status, "application/problem+json", {
    type: "about:blank",
    title: code.replaceAll("_", " "),
    status,
    code,
    detail,
  });
}

function send(response: ServerResponse, status: number, type: string, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
  response.end(text);
}
