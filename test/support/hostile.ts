import fc from "fast-check";
import type { Json, JsonObject } from "../../shared/contracts/json.ts";
import { operations } from "../../shared/contracts/operations.ts";

/** Text that is easily lost, cut, folded or taken for something else on its way. */
export const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    ...["", " ", "\0", "a\0b", "\ud800", "\udc00a", "\u200b", "\ufeff", "\u202eabc", "__proto__", "constructor"],
    ...["../../etc/passwd", "%00", "${jndi:ldap://a}", "' OR 1=1 --", "<script>", "1e400", "S#1", "null"],
  ),
  fc.nat({ max: 20_000 }).map((length) => "x".repeat(length)),
);

/** Just within and beyond what a number, a moment, and the keys of the table can hold. */
export const oddNumber = fc.constantFrom(
  ...[2 ** 53 - 1, 2 ** 53, -(2 ** 53), 8_640_000_000_000_000, 253_402_300_799_999, 253_402_300_800_000],
  ...[10_000_000, 9_999_999, 1_000_000, 999_999, 100_000],
);

/** A value that JSON can hold and a contract may not expect. */
export const oddValue: fc.Arbitrary<Json> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(null, true, 0, -0, -1, 1.5, 1e308, 5e-324, [], {}, [[]], { "": "" }),
  oddNumber,
  fc.constantFrom<Json>({ constructor: 1 }, { constructor: { name: "Set" } }, { toString: [], hasOwnProperty: 0 }),
  fc.constantFrom(5, 19, 21, 40).map((depth) => nested(depth)),
);

/** Lists and objects in each other, so many. */
export function nested(depth: number): Json {
  if (depth === 0) return "deep";
  return depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };
}

/** The example of a route's body, or nothing. */
const exampleOf = (route: string): Json => (operations[route]?.body?.example as Json | undefined) ?? {};

/** A body of a route's contract with one thing in it changed, left out or added; or anything else. */
export function bodyAround(route: string): fc.Arbitrary<Json> {
  const places = placesIn(exampleOf(route), []);
  const changed = fc
    .tuple(fc.constantFrom(...places), fc.option(oddValue, { nil: undefined, freq: 5 }), oddText)
    .map(([place, value, name]) => changedAt(exampleOf(route), place, { value, name }));
  return fc.oneof(
    { weight: 5, arbitrary: changed },
    { weight: 2, arbitrary: fc.constant(exampleOf(route)) },
    { weight: 1, arbitrary: oddValue },
  );
}

type Place = readonly (string | number)[];

function placesIn(value: Json, at: Place): readonly Place[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner as Json, [...at, name]))];
}

/** `undefined` takes the member away, or adds one with another name at the root. */
function changedAt(
  value: Json,
  [first, ...rest]: Place,
  to: { readonly value: Json | undefined; readonly name: string },
): Json {
  if (first === undefined) return to.value ?? { ...(value as JsonObject), [to.name]: to.name };
  if (Array.isArray(value))
    return value.map((item: Json, index) => (String(index) === first ? changedAt(item, rest, to) : item));
  const object = value as JsonObject;
  if (rest.length === 0 && to.value === undefined) {
    const { [first]: _, ...others } = object;
    return others;
  }
  return { ...object, [first]: changedAt(object[first] ?? null, rest, to) };
}

/** What a body is on its way: whole, cut, doubled, with what no parser may take, or no text at all. */
export const spelling = fc.constantFrom<(text: string) => string | Buffer>(
  ...Array.from({ length: 12 }, () => (text: string) => text),
  (text) => text.slice(0, text.length / 2),
  (text) => text.replace("{", '{"agent":"x","content":1,"text":[],'),
  (text) => text.replace("{", '{"__proto__":{"agent":"report"},'),
  (text) => text.replace("{", '{"constructor":{"prototype":{"owner":"eve"}},'),
  (text) => text.replace(/"[^"]*"$/, "1e400"),
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => `${text}\0`,
  (text) => `${"[".repeat(9_000)}${text}${"]".repeat(9_000)}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replaceAll("a", "\\ud800"),
  (text) => Buffer.from(text, "utf16le"),
  () => Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  () => "",
);

/** Headers that a client may get wrong. */
export const oddHeaders = fc.record(
  {
    "content-type": fc.constantFrom(
      ...[
        "application/json",
        "application/json",
        "application/json; charset=utf-16",
        "text/plain",
        "",
        "a/b/c",
        "json",
      ],
      ...["application/x-www-form-urlencoded", "APPLICATION/JSON", "application/json,application/json"],
    ),
    "idempotency-key": fc.oneof(oddText.map(headerSafe), fc.constantFrom("a", '"b"', '"', '"\\"', "a, b")),
  },
  { requiredKeys: [] },
);

/** Node sends no control characters in a header, so they are left out where a request goes over a socket. */
function headerSafe(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "").slice(0, 2_000);
}

/** What no answer may hold: a place in the code, a name of a store or of an error, a key of the table. */
const inner =
  /\bat .*:\d+:\d+|node_modules|\.[cm]?[jt]s\b|\/(?:shared|functions|var\/task)\/|dynamo|\bsqs\b|bedrock|aws|Exception|(?:Zod|Type|Range|Syntax|Reference)Error|ConditionExpression|S#[0-9A-Z]{26}|MAILBOX|\bsk\b/i;

/** The words of a problem that are ours: names that the client sent are given back in pointers and parameters. */
export function innerWordsIn(body: unknown): string | null {
  const {
    title,
    detail,
    message,
    errors = [],
  } = (body ?? {}) as {
    readonly [name: string]: unknown;
    readonly errors?: readonly { readonly detail?: unknown }[];
  };
  const said = JSON.stringify([title, detail, message, errors.map((error) => error.detail)]);
  return inner.exec(said)?.[0] ?? null;
}
