import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { convertToAttr, convertToNative, type NativeAttributeValue } from "@aws-sdk/util-dynamodb";

/** Attributes as this system has them. */
export type Values = Record<string, NativeAttributeValue>;

/** Attributes as they go over the wire. */
export type WireValues = Record<string, AttributeValue>;

/** Attributes for the wire, without what is undefined at any depth. @throws for what DynamoDB does not have. */
export function toWire(values: object): WireValues {
  const wire: WireValues = {};
  for (const [name, value] of Object.entries(values)) if (isKept(value)) wire[name] = wireValue(value);
  return wire;
}

/** Attributes from the wire. A list is an array, a set a `Set`, a whole number that is too large for a number a bigint. */
export function fromWire(wire: WireValues): Values {
  const values: Values = {};
  for (const name of Object.keys(wire)) values[name] = plainValue(wire[name] as AttributeValue);
  return values;
}

const isKept = (value: unknown): boolean => value !== undefined && typeof value !== "function";

const isSafe = (number: number): boolean => Math.abs(number) <= Number.MAX_SAFE_INTEGER;

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** What JSON has is translated here, which the SDK takes thirty times as long for; the rest, and every refusal, is the SDK's. */
function wireValue(value: NativeAttributeValue): AttributeValue {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number" && isSafe(value)) return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter(isKept).map(wireValue) };
  if (typeof value === "object" && isPlain(value)) return { M: toWire(value) };
  return convertToAttr(value, { removeUndefinedValues: true });
}

function plainValue(wire: AttributeValue): NativeAttributeValue {
  if (wire.S !== undefined) return wire.S;
  if (wire.N !== undefined && isSafe(Number(wire.N))) return Number(wire.N);
  if (wire.BOOL !== undefined) return wire.BOOL;
  if (wire.M !== undefined) return fromWire(wire.M);
  if (wire.L !== undefined) return wire.L.map(plainValue);
  return convertToNative(wire);
}
