import { fold } from "../references/reference-words.ts";
import { politeness } from "./route-words.ts";

/** Folded, with single spaces, without what is quoted: that is what a message is about and not what it wants. */
export function cleanOf(message: string): string {
  const folded = foldedOf(message);
  const unquoted = folded.replaceAll(/[«“„"][^«»“”„"]{8,400}[»”“"]/gu, " ").trim();
  return tidied(/\p{L}/u.test(unquoted) ? unquoted : folded);
}

/** Folded, in one form of what looks alike. */
export function foldedOf(message: string): string {
  return fold(message.normalize("NFC")).replaceAll("’", "'").replaceAll("ß", "ss");
}

/** With single spaces, and nothing in front of the words. */
export function tidied(folded: string): string {
  return folded
    .replaceAll(/[¿¡\s]+/g, " ")
    .replace(/^[\s,:;–—-]+/u, "")
    .trim();
}

/** "Thanks, but could you …": also what stands twice before the matter. */
export function withoutPoliteness(words: string): string {
  const bare = words.replace(politeness, "");
  return bare === "" ? words : bare;
}

/** True for words that are only said before a matter, and no matter: "Hi!", "ok, and". */
export const onlyPolite = (message: string): boolean => `${cleanOf(message)}!`.replace(politeness, "") === "";
