import { limits } from "../../contracts/limits.ts";
import { clipBytes } from "../../domain/text/clip-text.ts";

/** A text as it is kept in the mailbox: whole, or its beginning when the whole is stored beside it. */
export type Shortened = { readonly inline: string; readonly whole: string | null };

/**
 * Decides whether a text stays in the mailbox. Sixty-four entries share one item of 400 KB, so what comes along with a
 * text counts with it; `edit`: what came along is not known.
 */
export function shortened(text: string, beside: number | "edit"): Shortened {
  // Two values that are not there take a dozen bytes of JSON.
  const room = limits.inlineTextBytes - (beside === "edit" ? limits.inlineTextBytes / 2 : Math.max(0, beside - 12));
  if (Buffer.byteLength(text, "utf8") <= room) return { inline: text, whole: null };
  return { inline: clipBytes(text, limits.inlineTextBytes / 4), whole: text };
}
