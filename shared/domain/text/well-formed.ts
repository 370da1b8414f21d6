import type { Json } from "../../contracts/json.ts";

/**
 * The value with each half of a surrogate pair replaced by U+FFFD, in texts and in names of members: a half has no UTF-8
 * form, so no table keeps it and some refuse the whole request. Nesting must be bounded.
 */
export function wellFormed(value: Json): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toWellFormed(), wellFormed(one)]));
}
