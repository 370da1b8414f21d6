import type { Json } from "../contracts/json.ts";
import { wireLimits } from "../contracts/wire-limits.ts";
import { wellFormed } from "../domain/text/well-formed.ts";

/** A body as a value that schemas and stores can be trusted with. */
export type JsonBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "malformed" }
  | { readonly kind: "unsafe"; readonly detail: string };

/**
 * Parses a body. Nesting is bounded before anything walks the value by recursion, and `__proto__` is refused, which
 * would change meaning when the value is copied. Halves of surrogate pairs are replaced, wherever they are.
 */
export function parseJsonBody(text: string, maxDepth: number = wireLimits.bodyDepth): JsonBody {
  const value = parse(text);
  if (value === malformed) return { kind: "malformed" };
  const detail = findUnsafe(value, maxDepth);
  if (detail !== null) return { kind: "unsafe", detail };
  return { kind: "json", value: half.test(text) ? wellFormed(value as Json) : value };
}

/** Only so can half of a surrogate pair be in a body, which is UTF-8; most of these are halves that belong together. */
const half = /\\u[dD][89a-fA-F]/;

const malformed = Symbol("malformed");

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // JSON.parse throws for a syntax error, and for nothing else.
    return malformed;
  }
}

/** What must not be walked or stored, level by level and without recursion; null when there is nothing. */
function findUnsafe(value: unknown, maxDepth: number): string | null {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `must be nested at most ${maxDepth} levels deep`;
    const objects = level.filter((one) => typeof one === "object" && one !== null);
    if (objects.some((one) => Object.hasOwn(one, "__proto__"))) return "must not have a member named __proto__";
    level = objects.flatMap((one) => Object.values(one));
  }
  return null;
}
