import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { isObject } from "../request-view.ts";
import { shortened } from "../text/finish.ts";

/**
 * The value cut to what its schema allows: keys it does not name are dropped, texts and lists are shortened to their
 * bounds. What is missing stays missing.
 */
export function conform(value: Json, schema: Json | undefined): Json {
  if (!isObject(schema)) return value;
  if (isObject(value)) return conformObject(value, schema);
  if (Array.isArray(value)) {
    const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : value.length;
    return value.slice(0, most).map((item: Json) => conform(item, schema["items"]));
  }
  if (typeof value === "string" && typeof schema["maxLength"] === "number")
    return shortened(value, schema["maxLength"]);
  return value;
}

function conformObject(value: JsonObject, schema: JsonObject): JsonObject {
  const properties = schema["properties"];
  if (!isObject(properties)) return value;
  const closed = schema["additionalProperties"] === false;
  const kept = Object.entries(value).filter(([key]) => !closed || Object.hasOwn(properties, key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, conform(inner, properties[key])]));
}
