import type { Json } from "../../contracts/json.ts";

/** Keywords a strict tool schema may use; every other one makes Bedrock refuse the whole request. */
const allowed = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "description",
  "title",
  "default",
]);

/**
 * True when a tool with this input schema may be sent as strict: every object is closed and nothing but basic keywords
 * is used. Others are sent without `strict`: taking keywords away would hide bounds from the model.
 */
export function maySendStrict(schema: Json): boolean {
  if (!isObject(schema)) return schema === true;
  if (Object.keys(schema).some((keyword) => !allowed.has(keyword))) return false;
  if (schema["type"] === "object" && schema["additionalProperties"] !== false) return false;
  const properties = schema["properties"];
  const inner = [
    ...(isObject(properties) ? Object.values(properties) : []),
    ...(schema["items"] === undefined ? [] : [schema["items"]]),
    ...(Array.isArray(schema["anyOf"]) ? schema["anyOf"] : []),
  ];
  return inner.every(maySendStrict);
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
