import type { Json } from "../../../shared/contracts/json.ts";

/** The value a JSON text stands for; undefined when it is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
