import { type Json, JsonObject } from "./json.ts";
import { wireLimits } from "./wire-limits.ts";
import { byteLength } from "./wire-text.ts";

/** Whether a value may be stored as it is, inside an item of the table. What may not has to be stored as text, or refused. */
export const mayBeStored = (value: Json): boolean => isStorable(value) && depthOf(value) <= wireLimits.bodyDepth;

/** What {@link mayBeStored} asks for, in words: "must have …". */
export const storable = `member names of 1 to 200 characters, numbers of at most 9007199254740991 and not below 1e-100, and at most ${wireLimits.bodyDepth} levels`;

/** A JSON object of a request that is stored as it is: at most `maxBytes`, and nothing that the table cannot hold. */
export function boundedObject(maxBytes: number) {
  return JsonObject.refine((value) => byteLength(JSON.stringify(value)) <= maxBytes, {
    error: `must be at most ${maxBytes} bytes of JSON`,
  })
    .refine(isStorable, {
      error:
        "must have member names of 1 to 200 characters, and numbers of at most 9007199254740991 and not below 1e-100",
    })
    .refine((value) => depthOf(value) <= wireLimits.bodyDepth, {
      error: `must be nested at most ${wireLimits.bodyDepth} levels deep`,
    });
}

/** DynamoDB has no empty attribute names and a smaller range of numbers than JSON. */
export function isStorable(value: Json): boolean {
  if (typeof value === "number") {
    const size = Math.abs(value);
    return size === 0 || (size >= 1e-100 && size <= Number.MAX_SAFE_INTEGER);
  }
  if (Array.isArray(value)) return value.every(isStorable);
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, member]) => key.length >= 1 && key.length <= 200 && isStorable(member));
}

/** Levels of lists and objects below this one. */
export function depthOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((deepest: number, member: Json) => Math.max(deepest, 1 + depthOf(member)), 0);
}
