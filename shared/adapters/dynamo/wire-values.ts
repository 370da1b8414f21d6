import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, type NativeAttributeValue, unmarshall } from "@aws-sdk/util-dynamodb";
import { isPlain } from "../../domain/plain-object.ts";

/** Attributes as this system has them. */
export type Values = Record<string, NativeAttributeValue>;

/** Attributes as they go over the wire. */
export type WireValues = Record<string, AttributeValue>;

/** Attributes for the wire, without what is undefined at any depth. @throws for what DynamoDB does not have. */
export const toWire = (values: object): WireValues =>
  marshall(isMistakable(values) ? withMaps({ ...values }) : { ...values }, { removeUndefinedValues: true });

/**
 * Whether `marshall` could take something for what it is not: it tells objects apart by the name of their `constructor`, and
 * that may be what somebody called a member.
 */
function isMistakable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isMistakable);
  return isPlain(value) && (Object.hasOwn(value, "constructor") || Object.values(value).some(isMistakable));
}

/** The same with a map in the place of each such object, which goes over the wire as the object would. */
function withMaps(value: NativeAttributeValue): NativeAttributeValue {
  if (Array.isArray(value)) return value.map(withMaps);
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withMaps(member)] as const);
  return Object.hasOwn(value, "constructor") ? new Map(members) : Object.fromEntries(members);
}

/** Attributes from the wire. A list is an array, a set a `Set`, a whole number that is too large for a number a bigint. */
export const fromWire = (wire: WireValues): Values => unmarshall(wire);
