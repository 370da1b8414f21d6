/** A text as a sentence: begins with a capital and ends with a mark. */
export function asSentence(text: string): string {
  const bare = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s,;:–-]+$/u, "");
  const capital = bare.charAt(0).toLocaleUpperCase() + bare.slice(1);
  return /[.!?…]["”»)\]]?$/u.test(capital) || capital === "" ? capital : `${capital}.`;
}

/** The text up to so many characters, cut behind a sentence or at least a word. */
export function shortened(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const cut = text.slice(0, characters - 1);
  const sentence = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("! "), cut.lastIndexOf("? "));
  if (sentence > characters / 2) return cut.slice(0, sentence + 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[\s,;:–-]+$/u, "")}…`;
}

/** Long decimal fractions cut to three places, as people read numbers. */
export function withReadableNumbers(text: string): string {
  return text.replaceAll(/-?\d+\.\d{4,}/g, (number) => String(Number(Number(number).toFixed(3))));
}
