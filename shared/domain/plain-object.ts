import type { JsonObject } from "../contracts/json.ts";

/** Whether something is an object as JSON has them: no list, and nothing that a class made. What is in it is not looked at. */
export function isPlain(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
