import * as z from "zod";
import { wireLimits } from "./wire-limits.ts";

/** A list as it is answered: `next_cursor` is what to send as `cursor` for more, null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().meta({ description: "Send it as `cursor` for the next page; null at the end." }),
  });
}

/** What {@link pageOf} describes. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next_cursor: string | null };

/** Query parameters of every list that has pages. */
export const pageParameters = {
  limit: wholeNumber(1, wireLimits.pageItemsMax, wireLimits.pageItems).meta({
    description: "Most items to answer with.",
  }),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .meta({ description: "The `next_cursor` of the page before. It is bound to you and to the rest of the request." }),
};

/** A whole number in a query string, from `min` to `max`; `fallback` when it is left out. */
export function wholeNumber(min: number, max: number, fallback: number) {
  return aNumber(min, max)
    .default(fallback)
    .meta({ override: { type: "integer", minimum: min, maximum: max, default: fallback } });
}

/** A whole number in a query string that may be left out. */
export function optionalNumber(min: number, max: number) {
  return aNumber(min, max)
    .optional()
    .meta({ override: { type: "integer", minimum: min, maximum: max } });
}

function aNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}
