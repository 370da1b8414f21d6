import { createHash } from "node:crypto";
import type { Json } from "../contracts/json.ts";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** JSON with sorted keys and without undefined members, so that equal values have equal text. */
export function canonicalJson(value: Json | undefined): string {
  if (value === undefined || value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
}

/** SHA-256 of the text, hexadecimal. */
export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** SHA-256 of the canonical JSON of `value`, its first `length` hexadecimal characters. */
export const fingerprint = (value: Json, length = 32): string => sha256(canonicalJson(value)).slice(0, length);

/** 26 characters shaped like a ULID, derived from `seed`: the same seed always gives the same id. */
export function derivedUlid(seed: string): string {
  const bytes = createHash("sha256").update(seed, "utf8").digest();
  const first = CROCKFORD[(bytes[0] ?? 0) % 8] ?? "0";
  let id = first;
  for (let index = 1; index < 26; index += 1) id += CROCKFORD[(bytes[index] ?? 0) % 32] ?? "0";
  return id;
}
