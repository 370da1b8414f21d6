import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromWire, toWire, type Values, type WireValues } from "../../../shared/adapters/dynamo/wire-values.ts";

class Odd {
  readonly x = 1;
}

const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(
    -0,
    1e300,
    -1e17,
    1e-200,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    -(2 ** 53),
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
);
const sets = fc
  .oneof(
    fc.array(fc.oneof(fc.string(), fc.constant(undefined))),
    fc.array(numbers),
    fc.array(fc.bigInt()),
    fc.array(fc.uint8Array()),
  )
  .map((members) => new Set<unknown>(members));
// The SDK takes an object with a member of this name for an instance of something.
const names = fc.string().filter((name) => name !== "constructor");
/** Anything that somebody may hand to the table, also what it refuses. */
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.string(),
    numbers,
    fc.boolean(),
    fc.constant(null),
    fc.oneof(
      fc.constant(undefined),
      fc.constant(() => 1),
      fc.bigInt(),
      fc.uint8Array(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      sets,
    ),
    fc.constantFrom<unknown>(new Odd(), new Date(0), Symbol.iterator, Object("boxed"), Object(1), Object(true)),
    fc.array(tie("value")),
    fc.dictionary(names, tie("value")),
    fc.dictionary(names, tie("value")).map((members) => new Map(Object.entries(members))),
  ),
}));
const attributes = fc.dictionary(names, anything, { noNullPrototype: true });

/** What is answered, or what it is refused with. */
function outcome(work: () => unknown): unknown {
  try {
    return { answer: work() };
  } catch (error) {
    return { refusal: String(error) };
  }
}

test("attributes go to the wire and come back as the SDK would have them", async () => {
  let taken = 0;
  const same = fc.asyncProperty(attributes, async (values) => {
    const wire = outcome(() => toWire(values));
    expect(wire).toStrictEqual(outcome(() => marshall(values, { removeUndefinedValues: true })));
    const { answer } = wire as { readonly answer?: WireValues };
    if (answer === undefined) return;
    taken += 1;
    expect(fromWire(answer)).toStrictEqual(unmarshall(answer));
  });
  await fc.assert(same, { numRuns: 1_000 });
  expect(taken).toBeGreaterThan(150);
});

test.each<[string, unknown]>([
  ["a number that is too large", { N: "9007199254740993" }],
  ["a number that is none", { N: "x" }],
  ["one beyond all numbers", { N: "1e999" }],
  ["a part of a number too large", { N: "12345678901234567890.5" }],
  ["a number in full", { N: "0.10000000000000000000000000000000000001" }],
  ["null", { NULL: true }],
  ["a set of numbers", { NS: ["1", "9007199254740993"] }],
  ["a set of bytes", { BS: [new Uint8Array([1])] }],
  ["a type of tomorrow", { X: "1" }],
  ["nothing", {}],
  ["something after what is not there", { S: undefined, L: [{ M: { a: { N: "1" } } }] }],
])("the SDK and this read alike: %s", (_, value) => {
  const wire = { value, list: { L: [value] }, map: { M: { value } } } as WireValues;
  expect(outcome(() => fromWire(wire))).toStrictEqual(outcome(() => unmarshall(wire)));
});

test("a member that is called `constructor` is a member like any other", () => {
  const values: Values = { map: { constructor: { name: "Set" }, toString: 1 } };
  expect(fromWire(toWire(values))).toEqual(values);
});
