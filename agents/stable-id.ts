import { createHash } from "node:crypto";

/** `c_` and 8 hex digits of what the claim says and rests on: the same claim always has the same id. */
export function claimId(...said: readonly string[]): string {
  return `c_${createHash("sha256").update(said.join("\n")).digest("hex").slice(0, 8)}`;
}

/** A lower-case name for a step made of a person's words, at most 48 characters; letters of all languages are kept. */
export function slugOf(words: string): string {
  const slug = words
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 48)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? createHash("sha256").update(words).digest("hex").slice(0, 8) : slug;
}
