import type { Page } from "../contracts/page.ts";
import { type CursorScope, decodeCursor, encodeCursor } from "./cursor.ts";

/** Lambda answers with 6 MB at most, the answer being JSON in JSON: quotes and line ends take another byte there. */
const MAX_PAGE_BYTES = 2_000_000;

/** Items as they are answered, and how to go on after one. */
export type Paged<Item> = {
  readonly items: readonly Item[];
  readonly more: boolean;
  /** Where the next page starts, after this item. */
  readonly positionOf: (item: Item) => string;
};

/** A page that fits into an answer: it ends early, with a cursor, when the items are long. At least one item fits. */
export function answerPage<Item>(scope: CursorScope, { items, more, positionOf }: Paged<Item>): Page<Item> {
  let bytes = 0;
  let fits = 0;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item), "utf8");
    if (fits > 0 && bytes > MAX_PAGE_BYTES) break;
    fits += 1;
  }
  const shown = items.slice(0, fits);
  const last = shown.at(-1);
  const goesOn = last !== undefined && (more || fits < items.length);
  return { items: shown, next_cursor: goesOn ? encodeCursor(scope, positionOf(last)) : null };
}

/** A list that is never longer than one page. */
export function wholePage<Item>(items: readonly Item[]): Page<Item> {
  return { items, next_cursor: null };
}

/** Where a request's cursor says to go on. */
export type Start = { readonly kind: "from"; readonly position: string | null } | { readonly kind: "invalid" };

/** The position in the cursor; null for the beginning. `valid` says what a position of this list looks like. */
export function startOf(scope: CursorScope, cursor: string | undefined, valid: RegExp): Start {
  if (cursor === undefined) return { kind: "from", position: null };
  const position = decodeCursor(scope, cursor);
  return position !== null && valid.test(position) ? { kind: "from", position } : { kind: "invalid" };
}
