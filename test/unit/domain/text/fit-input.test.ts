import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { fitInput, type GivesWay } from "../../../../shared/domain/text/fit-input.ts";

const bytes = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

describe("an input that is too long for a prompt", () => {
  test("stays as it is when it fits", () => {
    const input = { message: "short", parts: [1, 2, 3] };
    expect(fitInput(input, [], bytes(input))).toBe(input);
  });

  test("loses first what is named first, from the end that is named, and no more than it must", () => {
    const order: readonly GivesWay[] = [
      { field: "follow_ups", from: "start" },
      { field: "previous", from: "end" },
    ];
    const input = { objective: "o".repeat(50), follow_ups: ["a".repeat(40), "b".repeat(40)], previous: [1, 2, 3] };
    const fitted = fitInput(input, order, bytes(input) - 30);
    expect(fitted).toEqual({ ...input, follow_ups: ["b".repeat(40)] });
    expect(fitInput(input, order, bytes(input) - 87)).toEqual({ ...input, follow_ups: [], previous: [1, 2] });
  });

  test("loses the longest first when nothing is named: a list its last items, a text its end", () => {
    const input = { message: "m".repeat(20), passages: ["p".repeat(30), "q".repeat(30)], schema: { type: "object" } };
    expect(fitInput(input, [], bytes(input) - 10)).toEqual({ ...input, passages: ["p".repeat(30)] });
    const short = fitInput({ message: "m".repeat(200), passages: ["p"] }, [], 100);
    expect(short["message"]).toMatch(/^m+…$/);
    expect(short["passages"]).toEqual(["p"]);
  });

  test("never loses what is neither a list nor a text", () => {
    const input = { brief: { title: "t".repeat(100) }, message: "m".repeat(100) };
    expect(fitInput(input, [], 10)).toEqual({ brief: input.brief, message: "" });
  });

  test("fits, whatever it holds, as far as lists and texts can give way", () => {
    const texts = fc.string({ unit: "binary", maxLength: 60 });
    const inputs = fc.record({ message: texts, list: fc.array(texts, { maxLength: 8 }) });
    fc.assert(
      fc.property(inputs, fc.integer({ min: 40, max: 400 }), (input: JsonObject, max) => {
        expect(bytes(fitInput(input, [], max))).toBeLessThanOrEqual(Math.max(max, bytes({ message: "", list: [] })));
      }),
    );
  });
});
