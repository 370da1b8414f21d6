/** Any JSON value, as `JSON.parse` gives it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** True for a JSON object: not null, not a list. */
export function isJsonObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses text whose shape is checked by the caller. @throws SyntaxError */
export function parseJson(text: string): Json {
  return JSON.parse(text);
}
