/** Lower case, without accents, `ß` as `ss`, other marks as spaces, with a space at both ends. */
export function flat(text: string): string {
  const folded = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return ` ${folded
    .replaceAll(/[^\p{L}\p{N}?+.:-]+/gu, " ")
    .replaceAll(/([?.:])(?=\s|$)/g, " $1")
    .replaceAll(/\s+/g, " ")
    .trim()} `;
}

/**
 * A test for phrases, written without accents and separated by `|`; `*` at the end of a word stands for any ending. The
 * text has to be flat.
 */
export function phrases(list: string): RegExp {
  const alternatives = list
    .split("|")
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "")
    .map((phrase) => phrase.replaceAll(/[.+?]/g, "\\$&").replaceAll("*", "[\\p{L}\\p{N}]*"));
  return new RegExp(` (?:${alternatives.join("|")})(?= )`, "u");
}
