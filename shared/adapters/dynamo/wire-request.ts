import { toWire, type Values } from "./wire-values.ts";

/** Where a request has attributes. */
const places = ["Key", "Item", "ExpressionAttributeValues", "ExclusiveStartKey"] as const;

/** A request, or a part of one, whose attributes are as this system has them. */
export type Plain<T> = {
  [Name in keyof T]: Name extends (typeof places)[number] ? Values | Extract<T[Name], undefined> : T[Name];
};

/** A request for the wire: a copy of it whose attributes are translated. */
export function wireRequest<T extends object>(request: Plain<T>): T {
  const wire = { ...request } as Record<string, unknown>;
  for (const place of places) {
    const values = wire[place];
    if (values !== undefined) wire[place] = toWire(values as object);
  }
  return wire as T;
}
