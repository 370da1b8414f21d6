import type { Json, JsonObject } from "../../contracts/json.ts";

/** A field of an input that may be shortened. A list loses items at one end, a text always its end. */
export type GivesWay = { readonly field: string; readonly from: "start" | "end" };

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value), "utf8");

/**
 * Makes an input short enough for a prompt: at most `maxBytes` of JSON. The fields in `order` give way one after the
 * other, each only as far as it must; when they are used up, or none is named, the longest list or text gives way next.
 * What is no list and no text stays. Pure, and nothing is changed that fits.
 */
export function fitInput(input: JsonObject, order: readonly GivesWay[], maxBytes: number): JsonObject {
  let fitted = input;
  for (const way of [...order, ...longestFirst(input, order)]) {
    const over = bytesOf(fitted) - maxBytes;
    if (over <= 0) return fitted;
    fitted = { ...fitted, [way.field]: shortened(fitted[way.field] ?? null, way.from, over) };
  }
  return fitted;
}

function longestFirst(input: JsonObject, order: readonly GivesWay[]): readonly GivesWay[] {
  return Object.entries(input)
    .filter(([field, value]) => isShortenable(value) && !order.some((way) => way.field === field))
    .sort(([, one], [, other]) => bytesOf(other) - bytesOf(one))
    .map(([field]) => ({ field, from: "end" }));
}

const isShortenable = (value: Json): boolean => typeof value === "string" || Array.isArray(value);

/** At least `over` bytes shorter, or empty. */
function shortened(value: Json, from: GivesWay["from"], over: number): Json {
  if (typeof value === "string") return clipText(value, over);
  if (!Array.isArray(value)) return value;
  const items: readonly Json[] = from === "end" ? value.toReversed() : value;
  let dropped = 0;
  let saved = 0;
  while (dropped < items.length && saved < over) {
    saved += bytesOf(items[dropped] ?? null) + 1;
    dropped += 1;
  }
  const kept = items.slice(dropped);
  return from === "end" ? kept.toReversed() : kept;
}

/** The longest beginning that is at least `over` bytes of JSON shorter, with a mark that something was cut. */
function clipText(text: string, over: number): string {
  const most = bytesOf(text) - over;
  const points = [...text];
  const marked = (kept: number): string => (kept === 0 ? "" : `${points.slice(0, kept).join("")}…`);
  let fits = 0;
  for (let step = points.length; step >= 1; step = Math.floor(step / 2)) {
    while (fits + step < points.length && bytesOf(marked(fits + step)) <= most) fits += step;
  }
  return marked(fits);
}
