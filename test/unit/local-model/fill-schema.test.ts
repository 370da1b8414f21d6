import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { conform } from "../../../local/bedrock/model/structured/conform.ts";
import { fillSchema } from "../../../local/bedrock/model/structured/fill-schema.ts";
import { structuredAnswer } from "../../../local/bedrock/model/structured/tasks.ts";
import { Json, JsonObject } from "../../../shared/contracts/json.ts";

const input = {
  city: "Kyoto",
  count: 7,
  tags: ["old", "quiet"],
  text: "The temple was rebuilt in 1397. It is covered with gold leaf.",
};
const fill = (schema: z.ZodType) =>
  fillSchema(JsonObject.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })), input);

describe("an answer nobody wrote rules for", () => {
  it("takes over what the input holds by the same name", () => {
    expect(fill(z.object({ city: z.string(), count: z.int(), tags: z.array(z.string()) }))).toEqual({
      city: "Kyoto",
      count: 7,
      tags: ["old", "quiet"],
    });
  });

  it("quotes the input where free text is wanted", () => {
    expect(fill(z.object({ summary: z.string().max(40) }))).toEqual({ summary: "The temple was rebuilt in 1397." });
  });

  it("chooses the value the input speaks of", () => {
    expect(fill(z.object({ building: z.enum(["castle", "temple", "bridge"]) }))).toEqual({ building: "temple" });
    expect(fill(z.object({ metal: z.union([z.literal("silver"), z.literal("gold")]) }))).toEqual({ metal: "gold" });
  });

  it("leaves out what is optional and not known", () =>
    expect(fill(z.object({ city: z.string(), river: z.string().optional() }))).toEqual({ city: "Kyoto" }));

  it.each<[string, z.ZodType]>([
    [
      "bounds",
      z.object({ a: z.int().min(3).max(5), b: z.string().min(10).max(12), c: z.array(z.string()).min(2).max(2) }),
    ],
    [
      "nested objects",
      z.object({ a: z.array(z.object({ b: z.string(), c: z.boolean(), d: z.number().nullable() })).min(1) }),
    ],
    [
      "a tagged union",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a"), x: z.string() }),
        z.object({ kind: z.literal("b"), y: z.number() }),
      ]),
    ],
    ["a record", z.record(z.string(), z.string())],
    ["a date", z.object({ at: z.iso.datetime() })],
    ["a pattern it can find", z.object({ year: z.string().regex(/1397/) })],
    [
      "a recursive list",
      z.object({
        get children() {
          return z.array(z.object({ name: z.string() })).max(2);
        },
      }),
    ],
  ])("fits %s", (_, schema) => expect(schema.safeParse(fill(schema)).error?.issues).toBeUndefined());

  it("never fails, whatever the schema and the input are", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("type", "properties", "items", "enum", "anyOf", "$ref", "required", "minItems"),
          fc.jsonValue(),
        ),
        fc.jsonValue(),
        (schema, given) => {
          const answer = structuredAnswer(
            { name: "anything", inputSchema: { json: JsonObject.parse(schema) } },
            { given: Json.parse(given) },
          );
          expect(answer).toBeTypeOf("object");
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("an answer that is too large for its schema", () => {
  it("is cut to it", () => {
    const schema = JsonObject.parse(
      z.toJSONSchema(z.strictObject({ list: z.array(z.strictObject({ text: z.string().max(20) })).max(2) })),
    );
    const answer: JsonObject = {
      list: [{ text: "A sentence that is far too long.", more: 1 }, { text: "Short." }, { text: "Gone." }],
      extra: true,
    };
    expect(conform(answer, schema)).toEqual({ list: [{ text: "A sentence that is…" }, { text: "Short." }] });
  });
});
