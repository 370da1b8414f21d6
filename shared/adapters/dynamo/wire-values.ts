import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, type NativeAttributeValue, unmarshall } from "@aws-sdk/util-dynamodb";

/** Attributes as this system has them. */
export type Values = Record<string, NativeAttributeValue>;

/** Attributes as they go over the wire. */
export type WireValues = Record<string, AttributeValue>;

/** Attributes for the wire, without what is undefined at any depth. @throws for what DynamoDB does not have. */
export const toWire = (values: object): WireValues => marshall({ ...values }, { removeUndefinedValues: true });

/** Attributes from the wire. A list is an array, a set a `Set`, a whole number that is too large for a number a bigint. */
export const fromWire = (wire: WireValues): Values => unmarshall(wire);
