import { createHash } from "node:crypto";

/** `c_` and 8 hex digits of what the claim says and rests on: the same claim always has the same id. */
export function claimId(...said: readonly string[]): string {
  return `c_${createHash("sha256").update(said.join("\n")).digest("hex").slice(0, 8)}`;
}

/**
 * A name for a step made of a person's words: a-z, 0-9, `_` and `-`, at most 48 characters. Accents are taken off; words
 * of which nothing is left in these letters, or that are longer, are told apart by a hash of the whole.
 */
export function slugOf(words: string): string {
  const bare = words.normalize("NFKD").toLowerCase().replaceAll(/\p{M}/gu, "");
  const slug = bare.replaceAll(/[^a-z0-9_]+/g, "-").replaceAll(/^[-_]+|[-_]+$/g, "");
  const isWhole = slug !== "" && slug.length <= 48 && !/[^\p{ASCII}]/u.test(bare);
  if (isWhole) return slug;
  const hash = createHash("sha256").update(words).digest("hex").slice(0, 8);
  return slug === "" ? hash : `${slug.slice(0, 39).replaceAll(/[-_]+$/g, "")}-${hash}`;
}
