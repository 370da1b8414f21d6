import * as z from "zod";
import { limits } from "./limits.ts";

/** At least one character that a person can see: not white space, a control, a format or an ignorable character. */
export const visible = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const encoder = new TextEncoder();

/** Length in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).byteLength;
}

/** Marks an issue that means the request is too big (413) and not wrong (422). */
export const tooLarge = { too_large: true } as const;

/**
 * What a person wrote, 1 byte to 256 KB, kept as it was sent except that halves of surrogate pairs are replaced: they
 * have no UTF-8 form and would come back changed.
 */
export const PersonText = /* @__PURE__ */ personText();

function personText() {
  return z
    .string()
    .overwrite((text) => text.toWellFormed())
    .refine((text) => visible.test(text), "must hold at least one visible character")
    .refine((text) => byteLength(text) <= limits.messageTextBytes, {
      error: `must be at most ${limits.messageTextBytes} bytes of UTF-8`,
      params: tooLarge,
    })
    .meta({ minLength: 1, maxLength: limits.messageTextBytes });
}

/** What a person may also leave out: as {@link PersonText}, but text without anything visible becomes "". */
export const MaybeText = z
  .string()
  .overwrite((text) => (visible.test(text) ? text.toWellFormed() : ""))
  .refine((text) => byteLength(text) <= limits.messageTextBytes, {
    error: `must be at most ${limits.messageTextBytes} bytes of UTF-8`,
    params: tooLarge,
  })
  .meta({ maxLength: limits.messageTextBytes });

/** One line for people: 1 to `max` characters, something visible, no control characters. */
export function lineOfText(max: number) {
  return z
    .string()
    .overwrite((text) => text.toWellFormed())
    .min(1)
    .max(max)
    .refine((text) => visible.test(text), "must hold at least one visible character")
    .refine((text) => !/\p{Cc}/u.test(text), "must not hold control characters");
}
