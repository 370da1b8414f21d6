/**
 * Bytes of an item as DynamoDB counts them, or a little more: names and values in UTF-8, a number by its significant digits,
 * 3 bytes for a list or map and 1 for each of its members (Amazon DynamoDB Developer Guide, "DynamoDB item sizes and
 * formats"). That may be half as much again as its JSON: a list of ones takes two bytes of JSON for each and three here.
 */
export function itemSize(item: object): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);
}

function valueSize(value: unknown): number {
  if (value === undefined || value === null || typeof value === "boolean") return 1;
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return numberSize(value);
  if (value instanceof Set) return [...value].reduce<number>((sum, one) => sum + valueSize(one), 0);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + valueSize(one), 3);
  return Object.entries(value as object).reduce(
    (sum, [name, one]) => sum + 1 + Buffer.byteLength(name) + valueSize(one),
    3,
  );
}

/** Zeros count as well here, and a sign as much as two digits. */
const numberSize = (value: number): number =>
  Math.ceil(String(Math.abs(value)).replaceAll(/[.e+-]/g, "").length / 2) + (value < 0 ? 2 : 1);
