import type { Json, JsonObject } from "../../contracts/json.ts";
import { hasNegation, plainWords } from "./answer-words.ts";
import { readChoice } from "./read-choice.ts";
import { readDate } from "./read-date.ts";
import { readNumber, trimmed } from "./read-number.ts";
import { readYesNo } from "./read-yes-no.ts";

/** A value read from a text. `is_free`: the schema takes any words, so that it fits is no sign that they were meant so. */
export type Reading = { readonly value: Json; readonly is_free: boolean };

/** What is read: the words of a person, and the question they may answer. */
export type Asking = { readonly text: string; readonly schema: JsonObject };

/**
 * The value that a text gives in answer to a question, by the question's JSON Schema; null when it gives none, or more
 * than one. Whatever is said has to be understood to the last word, but for schemas that take any words. The value may
 * still break a bound of the schema.
 */
export function readAnswer(said: string, { text, schema }: Asking): Reading | null {
  const read = (kind: JsonObject) => readAs(said, text, kind);
  const kinds = kindsOf(schema).map(read);
  const found = kinds.filter((reading) => reading !== null);
  const telling = found.filter(({ is_free }) => !is_free);
  const readings = telling.length > 0 ? telling : found;
  const values = new Map(readings.map((reading) => [JSON.stringify(reading.value), reading]));
  return values.size === 1 ? ([...values.values()][0] ?? null) : null;
}

/** A schema as the plain ones it allows for: the members of a union, and each of several types. */
function kindsOf(schema: JsonObject): readonly JsonObject[] {
  const union = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(union)) return union.flatMap((member) => (isObject(member) ? kindsOf(member) : []));
  const { type } = schema;
  return Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : [schema];
}

function readAs(said: string, question: string, schema: JsonObject): Reading | null {
  const options = optionsOf(schema);
  if (options !== null) return telling(readChoice(said, options));
  switch (schema["type"]) {
    case "boolean":
      return telling(readYesNo(said, question));
    case "integer":
    case "number":
      return telling(readNumber(said, question, schema["type"] === "integer"));
    case "string":
      return readString(said, schema);
    case "array":
      return readList(said, question, schema);
    case "object":
      return jsonReading(said);
    default:
      return null;
  }
}

const telling = (value: Json | undefined | null): Reading | null =>
  value === undefined || value === null ? null : { value, is_free: false };

/** The values an enumeration allows; null for what is none. */
function optionsOf(schema: JsonObject): readonly Json[] | null {
  const { enum: options } = schema;
  if (Array.isArray(options)) return options;
  return schema["const"] === undefined ? null : [schema["const"]];
}

function readString(said: string, schema: JsonObject): Reading | null {
  const { format, pattern, examples } = schema;
  switch (format) {
    case "date":
      return telling(readDate(said));
    case "email":
      return telling(only(said, /[^\s<>()[\],;:"'“”]+@[^\s<>()[\],;:"'“”]+\.\p{L}{2,}/gu));
    case "uri":
      return telling(only(said, /https?:\/\/[^\s<>"“”]+[^\s<>"“”.,;:!?)]/gu));
    default:
      break;
  }
  const picked = Array.isArray(examples) ? readChoice(said, examples) : undefined;
  if (picked !== undefined) return telling(picked);
  const words = trimmed(said);
  if (words === "") return null;
  return { value: words, is_free: format === undefined && pattern === undefined };
}

/** The one thing in a text that looks like it, where nothing turns the sense round. */
function only(said: string, form: RegExp): string | undefined {
  const found = [...new Set([...said.matchAll(form)].map(([one]) => one))];
  const rest = plainWords(said.replaceAll(form, " "));
  return found.length === 1 && !hasNegation(rest) ? found[0] : undefined;
}

/** "A, B and C". */
function readList(said: string, question: string, schema: JsonObject): Reading | null {
  const json = jsonReading(said);
  if (json !== null) return json;
  const items = isObject(schema["items"]) ? schema["items"] : {};
  const parts = said.split(/\s*[,;\n]\s*(?:and |und |et |y |e |or |oder )?|\s+(?:and|und|et|y|e|&)\s+/u);
  const read = parts
    .filter((part) => part.trim() !== "")
    .map((part) => readAnswer(part, { text: question, schema: items }));
  const values = read.flatMap((reading) => (reading === null ? [] : [reading.value]));
  if (values.length === 0 || values.length < read.length) return null;
  return { value: values, is_free: read.every((reading) => reading?.is_free === true) };
}

function jsonReading(said: string): Reading | null {
  const json = asJson(said);
  return json.kind === "json" ? telling(json.value) : null;
}

/** A text that is written as JSON. */
type JsonText = { readonly kind: "json"; readonly value: Json } | { readonly kind: "words" };

function asJson(said: string): JsonText {
  const text = said.trim();
  if (!/^[[{]/.test(text)) return { kind: "words" };
  try {
    return { kind: "json", value: JSON.parse(text) as Json };
  } catch {
    return { kind: "words" };
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
