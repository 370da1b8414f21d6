import type { ServerResponse } from "node:http";
import { isJsonObject, type Json } from "../json.ts";

/** Answers with a body API Gateway itself makes. */
export function sendMessage(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify({ message });
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/**
 * Answers with what a handler returned, which is JSON, by the rules of payload format 2.0: an object with a `statusCode`
 * is taken apart, anything else is the body of a 200. What cannot be sent becomes a 500, like on AWS.
 */
export function sendResult(response: ServerResponse, payload: string): void {
  const result: Json = JSON.parse(payload);
  if (!isJsonObject(result) || result["statusCode"] === undefined) {
    const body = typeof result === "string" ? result : payload;
    write(response, 200, { "content-type": "application/json" }, Buffer.from(body));
    return;
  }
  const status = Number(result["statusCode"]);
  const { body = null } = result;
  if (!Number.isInteger(status) || status < 100 || status > 599 || (body !== null && typeof body !== "string")) {
    sendMessage(response, 500, "Internal Server Error");
    return;
  }
  const bytes = Buffer.from(body ?? "", result["isBase64Encoded"] === true ? "base64" : "utf8");
  write(response, status, headersOf(result), bytes);
}

function headersOf(result: { [key: string]: Json }): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  if (isJsonObject(result["headers"])) {
    for (const [name, value] of Object.entries(result["headers"])) headers[name.toLowerCase()] = String(value);
  }
  if (Array.isArray(result["cookies"])) headers["set-cookie"] = result["cookies"].map(String);
  headers["content-type"] ??= "text/plain;charset=UTF-8";
  return headers;
}

function write(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | string[]>,
  body: Buffer,
): void {
  response.writeHead(status, { ...headers, "content-length": body.length });
  response.end(body);
}
