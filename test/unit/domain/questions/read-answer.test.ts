import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toAsked } from "../../../../shared/agents/asked.ts";
import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { readAnswer } from "../../../../shared/domain/questions/read-answer.ts";

/** The JSON Schema of a question with this schema, as it is stored. */
function schemaOf(schema: z.ZodType): JsonObject {
  const [asked] = toAsked([{ name: "it", text: "What?", schema }]);
  if (asked === undefined) throw new Error("nothing asked");
  return asked.schema;
}

const read = (said: string, schema: z.ZodType, text = "What is it?") =>
  readAnswer(said, { text, schema: schemaOf(schema) })?.value;

describe("yes and no", () => {
  const yes = [
    "yes",
    "Yes!",
    "YES PLEASE",
    "yep",
    "sure",
    "ok",
    "Okay, go ahead",
    "yes, delete it",
    "Yes, delete the old report",
    "I confirm",
    "ja",
    "Ja, bitte",
    "jawohl",
    "Na klar",
    "Mach das",
    "In Ordnung",
    "oui",
    "Oui, bien sûr",
    "D'accord",
    "vas-y",
    "sí",
    "Sí, por favor",
    "Claro que sí",
    "de acuerdo",
    "sì",
    "Sì, grazie",
    "va bene",
    "certamente",
    "sim",
    "tak",
    "да",
    "evet",
    "はい",
    "是的",
    "네",
    "نعم",
  ];
  test.each(yes)("%s", (said) => {
    expect(read(said, z.boolean(), "Delete the old report?")).toBe(true);
  });

  const no = [
    "no",
    "No.",
    "nope",
    "no thanks",
    "don't",
    "Please don't",
    "Don't delete it",
    "never",
    "not now",
    "nein",
    "Nein, danke",
    "lieber nicht",
    "auf keinen Fall",
    "Mach das nicht",
    "non",
    "surtout pas",
    "Non, merci",
    "no, gracias",
    "claro que no",
    "de ninguna manera",
    "no, grazie",
    "assolutamente no",
    "não",
    "nie",
    "нет",
    "hayır",
    "いいえ",
    "不",
    "아니요",
    "لا",
  ];
  test.each(no)("%s", (said) => {
    expect(read(said, z.boolean(), "Delete the old report?")).toBe(false);
  });

  const neither = [
    "",
    "maybe",
    "yes and no",
    "yes, but only the draft",
    "yes, delete the new report",
    "no, the other one",
    "what do you mean?",
    "I am not sure",
    "delete the old report",
    "42",
    "yes, do not delete it",
    "add three",
  ];
  test.each(neither)("neither: %s", (said) => {
    expect(read(said, z.boolean(), "Delete the old report?")).toBeUndefined();
  });
});

describe("numbers", () => {
  test.each([
    ["42", 42],
    ["42.", 42],
    ["about 42", 42],
    ["42 please", 42],
    ["I would say 42", 42],
    ["make it 42", 42],
    ["42 copies", 42],
    ["forty", undefined],
    ["seven", 7],
    ["Sieben, bitte", 7],
    ["trois", 3],
    ["cinco", 5],
    ["ungefähr 12", 12],
    ["-3", -3],
    ["1,000", 1000],
    ["1.000", 1000],
    ["10 000", 10_000],
    ["1'234'567", 1_234_567],
    ["3.5", undefined],
    ["between 3 and 5", undefined],
    ["42 people told me so", undefined],
    ["not 42", undefined],
    ["two or three", undefined],
    ["", undefined],
  ])("a whole number: %s", (said, value) => {
    expect(read(said, z.int(), "How many copies?")).toBe(value);
  });

  test.each([
    ["3.5", 3.5],
    ["3,5", 3.5],
    ["etwa 3,5 %", 3.5],
    ["1,234.5", 1234.5],
    ["1.234,5", 1234.5],
    ["1.234.567", 1_234_567],
    ["12 percent", 12],
    // One group of three behind one mark can be read in two ways.
    ["1.500", undefined],
    ["1,500", undefined],
    ["1.2.3", undefined],
  ])("a number: %s", (said, value) => {
    expect(read(said, z.number(), "How much?")).toBe(value);
  });
});

describe("days", () => {
  test.each([
    ["2026-03-12", "2026-03-12"],
    ["on 2026-3-2", "2026-03-02"],
    ["12.03.2026", "2026-03-12"],
    ["bis zum 3. 4. 2026", undefined],
    ["12. März 2026", "2026-03-12"],
    ["am 12. März 2026", "2026-03-12"],
    ["March 12, 2026", "2026-03-12"],
    ["March 12th, 2026", "2026-03-12"],
    ["12 March 2026 please", "2026-03-12"],
    ["le 1er mars 2026", "2026-03-01"],
    ["12 février 2026", "2026-02-12"],
    ["el 12 de marzo de 2026", "2026-03-12"],
    ["12 marzo 2026", "2026-03-12"],
    ["25/12/2026", "2026-12-25"],
    ["12/25/2026", "2026-12-25"],
    ["29.02.2028", "2028-02-29"],
    // Day and month could be either.
    ["03/04/2026", undefined],
    ["29.02.2027", undefined],
    ["2026-02-31", undefined],
    ["next week", undefined],
    ["12 March", undefined],
    ["not 2026-03-12", undefined],
    ["from 2026-03-12 to 2026-03-14", undefined],
  ])("%s", (said, value) => {
    expect(read(said, z.iso.date(), "By when?")).toBe(value);
  });
});

describe("choices", () => {
  const options = z.enum(["mean", "median", "sum of all"]);
  test.each([
    ["median", "median"],
    ["The median, please", "median"],
    ["Use the median", "median"],
    ["I'd go with the mean", "mean"],
    ["MEAN", "mean"],
    ["sum of all", "sum of all"],
    ["the second one", "median"],
    ["2", "median"],
    ["option 3", "sum of all"],
    ["die zweite", "median"],
    ["le premier", "mean"],
    ["the last one", "sum of all"],
    ["mean or median", undefined],
    ["not the mean", undefined],
    ["the median of what?", undefined],
    ["the maximum", undefined],
    ["9", undefined],
  ])("%s", (said, value) => {
    expect(read(said, options)).toBe(value);
  });

  test.each([
    "the second",
    "the second one, please",
    "die zweite",
    "Den Zweiten bitte",
    "la deuxième",
    "la 2e, s'il te plaît",
    "le second",
    "la segunda, por favor",
    "il secondo",
    "la seconda, grazie",
    "number two",
  ])("a place in any of the languages: %s", (said) => expect(read(said, options)).toBe("median"));

  test("a place among options that are numbered themselves", () => {
    const points = z.enum(["point 1: Coal", "point 2: Gas, 3 plants", "point 3: Wind"]);
    expect(read("the second point", points)).toBe("point 2: Gas, 3 plants");
    expect(read("point 3", points)).toBe("point 3: Wind");
    expect(read("2", points)).toBeUndefined();
  });

  test.each([
    ["oui", ["yes", "no"], "yes"],
    ["Ja, bitte", ["yes", "no"], "yes"],
    ["sì", ["yes", "no", "later"], "yes"],
    ["nein", ["oui", "non"], "non"],
    ["claro que no", ["ja", "nein"], "nein"],
    ["yes", ["red", "green"], undefined],
    ["yes", ["yes", "sure"], "yes"],
    ["oui", ["yes", "sure"], undefined],
    ["yes and no", ["yes", "no"], undefined],
  ])("%s, among %j", (said, among, value) => expect(read(said, z.enum(among))).toBe(value));

  test("a number that is an option is no place", () => {
    const years = z.union([z.literal("2"), z.literal("3")]);
    expect(read("3", years)).toBe("3");
    expect(read("2", years)).toBe("2");
  });

  test("suggestions can be picked, and other words are taken as they are", () => {
    const topic = z.string().meta({ examples: ["solar power", "wind power"] });
    const schema = schemaOf(topic);
    expect(readAnswer("the second one", { text: "Which?", schema })).toEqual({ value: "wind power", is_free: false });
    expect(readAnswer("tidal power", { text: "Which?", schema })).toEqual({ value: "tidal power", is_free: true });
  });
});

describe("other kinds", () => {
  test.each([
    ["an address", "Send it to bob@example.com please", z.email(), "bob@example.com"],
    ["no address that is excluded", "not to bob@example.com", z.email(), undefined],
    ["one of two addresses", "a@example.com or b@example.com", z.email(), undefined],
    ["a link", "here: https://example.com/a?b=c.", z.url(), "https://example.com/a?b=c"],
    ["a code", "ABC", z.string().regex(/^[A-Z]{3}$/), "ABC"],
    ["a list", "red, blue and green", z.array(z.enum(["red", "green", "blue"])), ["red", "blue", "green"]],
    ["a list with a stranger", "red and pink", z.array(z.enum(["red", "green"])), undefined],
    ["an object as JSON", '{"a": 1}', z.object({ a: z.number() }), { a: 1 }],
    ["an object in words", "a is one", z.object({ a: z.number() }), undefined],
    ["one kind of several", "7", z.union([z.int(), z.enum(["all"])]), 7],
    ["the other kind", "all of them", z.union([z.int(), z.enum(["all"])]), undefined],
    ["words", '  "Solar power"  ', z.string(), "Solar power"],
    ["nothing", "   ", z.string(), undefined],
  ] as const)("%s", (_, said, schema, value) => {
    expect(read(said, schema)).toEqual(value);
  });
});

test("whatever is typed, reading it ends, always the same way, and only free text takes any words", () => {
  const schemas = [z.boolean(), z.int(), z.number(), z.iso.date(), z.enum(["a", "b"]), z.email(), z.string()].map(
    schemaOf,
  );
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.constantFrom(...schemas), (said, schema) => {
      const reading = readAnswer(said, { text: "What?", schema });
      expect(readAnswer(said, { text: "What?", schema })).toEqual(reading);
      if (reading?.is_free === true) expect(schema).toEqual({ type: "string" });
    }),
  );
});

test("a text far too long for an answer is not taken for one", () => {
  const schemas = [z.boolean(), z.int(), z.iso.date(), z.enum(["a", "b"]), z.array(z.int()), z.url()];
  const long = "1 and yes, 2026 the 3 ".repeat(10_000);
  expect(schemas.map((schema) => read(long, schema) ?? null)).toEqual(schemas.map(() => null));
});
