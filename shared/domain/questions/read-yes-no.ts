import { fillers, noPhrases, plainWords, pronouns, yesPhrases } from "./answer-words.ts";

/** Longest phrase in words. */
const PHRASE = 5;

/**
 * A clear yes or no to a question; null when anything in the text is not understood, and when it says both. Words of the
 * question may be repeated behind the yes ("yes, delete the old report"), others may not ("yes, but only the draft").
 */
export function readYesNo(text: string, question: string): boolean | null {
  const words = plainWords(text);
  const asked = ` ${plainWords(question).join(" ")} `;
  const found = new Set<boolean>();
  const echo: string[] = [];
  let at = 0;
  while (at < words.length) {
    const phrase = phraseAt(words, at);
    if (phrase === null) echo.push(words[at] ?? "");
    else found.add(phrase.is_yes);
    at += phrase?.length ?? 1;
  }
  const [answer] = found;
  return answer !== undefined && found.size === 1 && isEcho(echo, asked) ? answer : null;
}

function phraseAt(words: readonly string[], at: number): { readonly is_yes: boolean; readonly length: number } | null {
  for (let length = Math.min(PHRASE, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(" ");
    if (noPhrases.has(phrase)) return { is_yes: false, length };
    if (yesPhrases.has(phrase)) return { is_yes: true, length };
  }
  return null;
}

/** Nothing but fillers, or words of the question as they stand there, with pronouns for the rest. */
function isEcho(words: readonly string[], asked: string): boolean {
  const telling = words.filter((word) => !fillers.has(word));
  if (telling.length === 0 || asked.includes(` ${words.join(" ")} `)) return true;
  const said = telling.filter((word) => !pronouns.has(word));
  return said.length <= 1 && said.every((word) => asked.includes(` ${word} `));
}
