import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { isObject } from "../request-view.ts";
import { sentencesOf, wordsOf } from "../text/sentences.ts";

type Filling = {
  readonly root: JsonObject;
  /** Everything in the input by the name of its key, outermost first. */
  readonly named: ReadonlyMap<string, readonly Json[]>;
  readonly sentences: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly depth: number;
};

const depthAtMost = 12;

/**
 * A value that fits a JSON Schema, made from the input: keys of the same name are taken over, choices go to the value
 * the input speaks of most, free text is quoted from the input's own sentences. For answers nobody wrote rules for.
 */
export function fillSchema(schema: JsonObject, input: Json): Json {
  const text = textsIn(input).join("\n");
  return fill(schema, "", {
    root: schema,
    named: keysIn(input),
    sentences: sentencesOf(text),
    words: new Set(wordsOf(text)),
    depth: 0,
  });
}

function fill(given: Json | undefined, key: string, filling: Filling): Json {
  if (!isObject(given) || filling.depth > depthAtMost) return null;
  const schema = resolved(given, filling.root);
  const inner = { ...filling, depth: filling.depth + 1 };
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["enum"])) return chosen(schema["enum"], key, filling);
  const options = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(options)) return fill(bestOption(options, filling), key, inner);
  if (Array.isArray(schema["allOf"])) return fillAll(schema["allOf"], key, inner);
  switch (typeOf(schema)) {
    case "object":
      return fillObject(schema, inner);
    case "array":
      return fillArray(schema, key, inner);
    case "string":
      return fillString(schema, key, filling);
    case "integer":
    case "number":
      return fillNumber(schema, key, filling);
    case "boolean":
      return namedOf(key, filling).find((value) => typeof value === "boolean") ?? false;
    case "null":
      return null;
    default:
      return namedOf(key, filling)[0] ?? filling.sentences[0] ?? null;
  }
}

function fillObject(schema: JsonObject, filling: Filling): JsonObject {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const wanted = Object.keys(properties).filter((key) => required.includes(key) || filling.named.has(key));
  return Object.fromEntries(wanted.map((key) => [key, fill(properties[key], key, filling)]));
}

function fillAll(parts: readonly Json[], key: string, filling: Filling): Json {
  const values = parts.map((part) => fill(part, key, filling));
  return values.every(isObject) ? Object.assign({}, ...values) : (values[0] ?? null);
}

function fillArray(schema: JsonObject, key: string, filling: Filling): Json {
  const items = schema["items"];
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const most = typeof schema["maxItems"] === "number" ? schema["maxItems"] : Number.POSITIVE_INFINITY;
  const known = namedOf(key, filling).find((value) => Array.isArray(value));
  const wanted = isObject(items) ? typeOf(resolved(items, filling.root)) : undefined;
  if (Array.isArray(known)) {
    const fitting = known.filter((value: Json) => wanted === undefined || jsonType(value) === wanted);
    if (fitting.length >= Math.max(1, least)) return fitting.slice(0, most);
  }
  if (wanted === "string") {
    const texts = filling.sentences.slice(0, Math.max(least, Math.min(most, 3)));
    if (texts.length >= least) return texts;
  }
  return Array.from({ length: Math.max(least, wanted === "object" ? Math.min(1, most) : 0) }, () =>
    fill(items, key, filling),
  );
}

function fillString(schema: JsonObject, key: string, filling: Filling): string {
  const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 2000;
  const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const pattern = typeof schema["pattern"] === "string" ? patternOf(schema["pattern"]) : undefined;
  const fits = (text: string) => text.length >= least && text.length <= most && pattern?.test(text) !== false;
  const candidates = [...namedOf(key, filling).filter((value) => typeof value === "string"), ...filling.sentences];
  const found = candidates.find(fits) ?? formatted(schema["format"]) ?? candidates[0] ?? key;
  return found.slice(0, most).padEnd(least, ".");
}

function fillNumber(schema: JsonObject, key: string, filling: Filling): number {
  const least = firstNumber(schema["minimum"], schema["exclusiveMinimum"]);
  const most = firstNumber(schema["maximum"], schema["exclusiveMaximum"]);
  const spoken = filling.sentences.flatMap((sentence) => (sentence.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number));
  const candidates = [...namedOf(key, filling).filter((value) => typeof value === "number"), ...spoken];
  const whole = typeOf(schema) === "integer";
  const found = candidates.find(
    (value) =>
      (least === undefined || value >= least) &&
      (most === undefined || value <= most) &&
      (!whole || Number.isInteger(value)),
  );
  return found ?? least ?? (most !== undefined && most < 0 ? most : 0);
}

function chosen(values: readonly Json[], key: string, filling: Filling): Json {
  const known = namedOf(key, filling).find((value) => values.includes(value));
  if (known !== undefined) return known;
  const score = (value: Json) =>
    wordsOf(String(value).replaceAll("_", " ")).filter((word) => filling.words.has(word)).length;
  return values.toSorted((a, b) => score(b) - score(a))[0] ?? null;
}

/** The option whose constants and keys the input speaks of most; null only when nothing else is allowed. */
function bestOption(options: readonly Json[], filling: Filling): Json | undefined {
  const score = (option: Json) => {
    if (!isObject(option)) return -1;
    const schema = resolved(option, filling.root);
    if (typeOf(schema) === "null") return -1;
    const spoken = wordsOf(JSON.stringify(schema).replaceAll(/[_"]/g, " "));
    return new Set(spoken.filter((word) => filling.words.has(word))).size;
  };
  return options.toSorted((a, b) => score(b) - score(a))[0];
}

function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const path = reference
    .replace(/^#\/?/, "")
    .split("/")
    .filter((step) => step !== "");
  const found = path.reduce<Json | undefined>((at, step) => (isObject(at) ? at[step] : undefined), root);
  return isObject(found) ? found : {};
}

function typeOf(schema: JsonObject): string | undefined {
  const type = schema["type"];
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.find((one): one is string => typeof one === "string" && one !== "null");
  return isObject(schema["properties"]) ? "object" : undefined;
}

function jsonType(value: Json): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : typeof value;
}

function formatted(format: Json | undefined): string | undefined {
  if (format === "date-time") return "1970-01-01T00:00:00Z";
  if (format === "date") return "1970-01-01";
  return format === "uri" ? "about:blank" : undefined;
}

function patternOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

function firstNumber(...values: readonly (Json | undefined)[]): number | undefined {
  return values.find((value) => typeof value === "number");
}

function namedOf(key: string, filling: Filling): readonly Json[] {
  return filling.named.get(key) ?? [];
}

function keysIn(value: Json): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  const queue: Json[] = [value];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (Array.isArray(at)) queue.push(...at);
    else if (isObject(at)) {
      for (const [key, inner] of Object.entries(at)) {
        found.set(key, [...(found.get(key) ?? []), inner]);
        queue.push(inner);
      }
    }
  }
  return found;
}

/** Every string in a value, in order of appearance, without ids. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^[\w-]{1,40}$/.test(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
