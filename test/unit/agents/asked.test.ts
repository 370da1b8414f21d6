import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkAnswer, toAsked } from "../../../shared/agents/asked.ts";
import type { Ask } from "../../../shared/agents/cell.ts";
import { unanswered } from "../../../shared/agents/form-cell.ts";
import { JsonObject } from "../../../shared/contracts/json.ts";

const good: Ask = { name: "count", text: "How many?", schema: z.int().min(1) };

test("a question is stored with its schema as JSON Schema, which checks answers", () => {
  const [asked] = toAsked([{ ...good, default: 3, expires_in_ms: 60_000, each_time: true }]);
  expect(asked).toMatchObject({ name: "count", default: 3, expires_in_ms: 60_000, each_time: true });
  expect(asked?.schema).toMatchObject({ type: "integer", minimum: 1 });
  expect(checkAnswer(asked?.schema ?? {}, 3)).toEqual({ ok: true });
  expect(checkAnswer(asked?.schema ?? {}, 0)).toMatchObject({ ok: false, why: expect.any(String) });
});

describe("a bad question is a fault of the step", () => {
  test.each([
    ["nothing asked", []],
    ["a name that is no name", [{ ...good, name: "How many" }]],
    ["no text", [{ ...good, text: "  " }]],
    ["too long a text", [{ ...good, text: "x".repeat(2_001) }]],
    ["the same name twice", [good, good]],
    ["too many at a time", Array.from({ length: 11 }, (_, index) => ({ ...good, name: `n${index}` }))],
    ["a default that does not fit", [{ ...good, default: 0 }]],
    ["no time to answer", [{ ...good, expires_in_ms: 0 }]],
    ["a schema that JSON Schema cannot express", [{ ...good, schema: z.date() }]],
    ["a schema that cannot be stored", [{ ...good, schema: z.number().max(Number.MAX_VALUE) }]],
    ["a default that cannot be stored", [{ ...good, schema: z.record(z.string(), z.int()), default: { "": 1 } }]],
  ] as const)("%s", (_, asks) => {
    expect(() => toAsked(asks)).toThrow(expect.objectContaining({ code: "bad_question", remedy: "reject" }));
  });
});

test("a form asks for what it has no answer to", () => {
  const args = JsonObject.parse({ questions: toAsked([good, { ...good, name: "size" }]) });
  expect(unanswered(args, {}).map(({ name }) => name)).toEqual(["count", "size"]);
  expect(unanswered(args, { count: null }).map(({ name }) => name)).toEqual(["size"]);
});
