import type { JsonObject } from "../../contracts/json.ts";
import { isPlain } from "../plain-object.ts";

/** What a wake's context is found to be. Bytes are UTF-8 bytes of its JSON. */
export type ContextCheck =
  | { readonly kind: "fits"; readonly context: JsonObject; readonly bytes: number }
  | { readonly kind: "too_large"; readonly bytes: number; readonly max: number }
  | { readonly kind: "unfit"; readonly why: string };

/** DynamoDB nests 32 levels deep; a context is kept a few levels down in a row. */
const MAX_LEVELS = 20;
/** Longest member name. */
const MAX_NAME = 200;

/**
 * Checks a context: a plain JSON object that the table holds unchanged. It is walked with a stack of its own, so that
 * neither a cycle nor a tower of brackets can break the check.
 */
export function checkContext(value: unknown, maxBytes: number): ContextCheck {
  if (!isPlain(value)) return { kind: "unfit", why: "context must be a JSON object." };
  const why = whyUnfit(value);
  if (why !== null) return { kind: "unfit", why: `context ${why}.` };
  const bytes = Buffer.byteLength(JSON.stringify(value), "utf8");
  return bytes > maxBytes ? { kind: "too_large", bytes, max: maxBytes } : { kind: "fits", context: value, bytes };
}

type Level = { readonly value: unknown; readonly depth: number };

function whyUnfit(root: JsonObject): string | null {
  const left: Level[] = [{ value: root, depth: 1 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next;
    if (depth > MAX_LEVELS) return `may be nested ${MAX_LEVELS} levels deep at most`;
    const wrong = whyValue(value);
    if (wrong !== null) return wrong;
    if (Array.isArray(value)) left.push(...value.map((member: unknown) => ({ value: member, depth: depth + 1 })));
    else if (isPlain(value)) {
      const name = Object.keys(value).find((key) => !isName(key));
      if (name !== undefined) return `has a member that cannot be named so: ${JSON.stringify(name.slice(0, 40))}`;
      left.push(...Object.values(value).map((member) => ({ value: member, depth: depth + 1 })));
    }
  }
  return null;
}

function whyValue(value: unknown): string | null {
  if (value === null || typeof value === "boolean") return null;
  if (typeof value === "string") return value.isWellFormed() ? null : "holds half of a surrogate pair";
  if (typeof value === "number") {
    const size = Math.abs(value);
    const isStorable = size === 0 || (size >= 1e-100 && size <= Number.MAX_SAFE_INTEGER);
    return isStorable ? null : "holds a number that is not between 1e-100 and 9007199254740991";
  }
  return Array.isArray(value) || isPlain(value) ? null : "holds something that is not JSON";
}

/** DynamoDB has no empty names, and `__proto__` is lost on the way through many readers. */
const isName = (name: string): boolean =>
  name.length >= 1 && name.length <= MAX_NAME && name !== "__proto__" && name.isWellFormed();
