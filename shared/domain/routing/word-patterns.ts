/** Phrases anywhere in a text, as whole words. */
export const anywhere = (...sources: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${sources.join("|")})(?![\\p{L}\\d])`, "u");

/** Phrases at the beginning of a text. */
export const opening = (...sources: readonly string[]): RegExp =>
  new RegExp(`^(?:${sources.join("|")})(?![\\p{L}\\d])`, "u");
