import { wireLimits } from "../contracts/wire-limits.ts";

/** What an `Idempotency-Key` header holds. */
export type IdempotencyKey =
  | { readonly kind: "key"; readonly value: string }
  | { readonly kind: "absent" | "malformed" };

/**
 * Reads the header: a quoted string as draft-ietf-httpapi-idempotency-key-header says, or the bare token that most
 * clients send. Both spellings of the same characters are the same key.
 */
export function parseIdempotencyKey(header: string | undefined): IdempotencyKey {
  if (header === undefined) return { kind: "absent" };
  const text = header.trim();
  const value = text.startsWith('"') ? unquote(text) : bare(text);
  if (value === null || value.length < 1 || value.length > wireLimits.idempotencyKeyCharacters) {
    return { kind: "malformed" };
  }
  return { kind: "key", value };
}

/** A string of RFC 9651: printable ASCII, with `\"` and `\\`. */
function unquote(text: string): string | null {
  const inner = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text)?.[1];
  return inner === undefined ? null : inner.replaceAll(/\\(["\\])/g, "$1");
}

/** Visible ASCII without quotes; a comma would be a second header. */
function bare(text: string): string | null {
  return /^[!#-+\--~]+$/.test(text) ? text : null;
}
