import type { Part } from "../../../../shared/agents/define-agent.ts";
import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { resolveReferences } from "../../../../shared/domain/references/reference.ts";
import { isObject } from "../request-view.ts";
import { contentStems, coverage, subjectStems } from "../text/stems.ts";
import { flat } from "../text/word-list.ts";
import { fillSchema } from "./fill-schema.ts";
import { type Option, optionsOf, valuesOf } from "./operation-options.ts";
import {
  columnsNamed,
  columnsOf,
  countOfPoints,
  grouping,
  namedValue,
  topicIn,
  topicOfRequest,
} from "./wish-arguments.ts";
import { wishes } from "./wish-phrases.ts";

/** What a wish is read against. */
type Reading = {
  readonly parts: readonly Part[];
  readonly columns: readonly string[];
  readonly options: readonly Option[];
};

/** The operations a message asks for, wish by wish, in its order. Nothing for what it does not ask. */
export function chooseOperations(input: JsonObject): JsonObject {
  const message = typeof input["message"] === "string" ? input["message"] : "";
  const given = (Array.isArray(input["parts"]) ? input["parts"] : []).filter(isObject);
  const reading = { parts: given.map(toPart), columns: columnsOf(given), options: optionsOf(input["operations"]) };
  const worded = wishesIn(message, reading).flatMap((wish) => operationsFor(wish, reading));
  const operations = worded.length > 0 ? worded : sectionFor(message, reading);
  const distinct = new Map(operations.map((operation) => [JSON.stringify(operation), operation]));
  return { operations: [...distinct.values()] };
}

/** The message, cut before each further wish: at marks and joining words behind which another wish is worded. */
function wishesIn(message: string, reading: Reading): readonly string[] {
  const pieces = message
    .split(/(?<=[.!?;\n])\s+|,\s+|\s+(?=(?:and|then|und|dann|et|puis|y|luego|e|poi)\s)/iu)
    .filter((piece) => piece.trim() !== "");
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const stands = optionFor(piece, reading) !== undefined;
    if (last !== undefined && (!stands || optionFor(last, reading) === undefined))
      joined[joined.length - 1] = `${last} ${piece}`;
    else joined.push(piece);
  }
  return joined;
}

/** The operation a piece words, if any: by the phrases for it, else by the words of its name and description. */
function optionFor(piece: string, { options, parts, columns }: Reading): Option | undefined {
  const text = flat(piece);
  for (const [op, said] of wishes) {
    const option = options.find((one) => one.op === op);
    if (option !== undefined && said.test(text) && isMeant(op, piece, parts, columns)) return option;
  }
  const unknown = options.filter((option) => !wishes.some(([op]) => op === option.op));
  const words = contentStems(piece);
  return unknown.find((option) => coverage(contentStems(option.op.replaceAll("_", " ")), words) >= 0.5);
}

/** Phrases that several operations share are settled by what else the piece holds. */
function isMeant(op: string, piece: string, parts: readonly Part[], columns: readonly string[]): boolean {
  const refers = resolveReferences(piece, parts).parts.length > 0;
  switch (op) {
    case "set_points":
      return countOfPoints(piece) !== undefined;
    case "recalculate":
      return (
        namedValue(piece, ["median", "mean", "sum", "min", "max", "count"]) !== undefined ||
        grouping(piece, columns) !== undefined ||
        /recalc|recompute|berechn|ricalc/iu.test(piece)
      );
    case "expand":
      return refers || subjectStems(piece).length > 0;
    case "set_topic":
    case "add_section":
      return topicIn(piece) !== undefined;
    case "remove_section":
      return refers || topicIn(piece) !== undefined;
    default:
      return true;
  }
}

function operationsFor(wish: string, reading: Reading): readonly JsonObject[] {
  const option = optionFor(wish, reading);
  if (option === undefined) return [];
  const partKey = Object.keys(option.properties).find((key) =>
    /^(?:part|point|claim|section|target|row)(?:_id)?$/.test(key),
  );
  const meant = partKey === undefined ? [] : partsMeant(wish, reading.parts);
  if (partKey !== undefined && option.required.includes(partKey) && meant.length === 0) return insteadOf(wish, reading);
  const each = meant.length === 0 ? [undefined] : meant;
  return each.flatMap((part) => {
    const operation = filled(
      option,
      wish,
      reading,
      part === undefined || partKey === undefined ? {} : { key: partKey, part },
    );
    return option.required.every((key) => Object.hasOwn(operation, key)) ? [operation] : [];
  });
}

/** More about something that is no part yet is a section of its own, where there is such an operation. */
function insteadOf(wish: string, reading: Reading): readonly JsonObject[] {
  const add = reading.options.find((option) => option.op === "add_section");
  const topic = topicIn(wish);
  return add === undefined || topic === undefined ? [] : [{ op: add.op, topic }];
}

/** A wish that fits no operation is not lost where sections can be added: it becomes one on what it is about. */
function sectionFor(message: string, { options }: Reading): readonly JsonObject[] {
  const add = options.find((option) => option.op === "add_section");
  const asks =
    /\?|\b(?:please|could you|can you|i want|i need|i would like|we need|bitte|kannst du|können sie|ich möchte|ich brauche|peux-tu|pouvez-vous|je voudrais|puedes|quiero|necesito|puoi|vorrei|voglio)\b/iu;
  if (add === undefined || !asks.test(message) || subjectStems(message).length === 0) return [];
  return [{ op: add.op, topic: topicOfRequest(message) }];
}

/** The parts a wish names by place, name or id; else the one whose words it uses. */
function partsMeant(wish: string, parts: readonly Part[]): readonly Part[] {
  const named = resolveReferences(wish, parts).parts;
  if (named.length > 0) return named;
  const subject = subjectStems(wish);
  const scored = parts.map((part) => ({ part, share: coverage(subject, contentStems(`${part.label} ${part.text}`)) }));
  const best = scored.toSorted((a, b) => b.share - a.share)[0];
  return best !== undefined && best.share >= 0.6 ? [best.part] : [];
}

type Chosen = { readonly key?: string; readonly part?: Part };

/** The operation with everything the wish says about its fields; what it does not say stays at its default. */
function filled(option: Option, wish: string, reading: Reading, { key, part }: Chosen): JsonObject {
  const operation: Record<string, Json> = { op: option.op };
  for (const [name, schema] of Object.entries(option.properties)) {
    if (name === "op") continue;
    const value = name === key && part !== undefined ? part.id : fieldOf(name, schema, wish, { reading, part });
    const needed = option.required.includes(name);
    const made = value ?? (needed && isObject(schema) ? fillSchema(schema, { message: wish }) : undefined);
    if (made !== undefined && made !== null) operation[name] = made;
  }
  return operation;
}

function fieldOf(
  name: string,
  schema: Json,
  wish: string,
  about: { readonly reading: Reading; readonly part: Part | undefined },
): Json | undefined {
  const { reading, part } = about;
  const values = valuesOf(schema);
  if (values.length > 0) return namedValue(wish, values);
  switch (name) {
    case "text":
      return part?.text;
    case "topic":
    case "section":
      return topicIn(wish) ?? part?.label;
    case "count":
      return countOfPoints(wish);
    case "group_by":
      return grouping(wish, reading.columns);
    case "columns": {
      const group = grouping(wish, reading.columns);
      const named = columnsNamed(wish, reading.columns).filter((column) => column !== group);
      return named.length > 0 ? named : undefined;
    }
    default:
      return undefined;
  }
}

function toPart(given: JsonObject): Part {
  const kinds = ["section", "claim", "table", "row", "source"] as const;
  const text = (key: string) => (typeof given[key] === "string" ? given[key] : "");
  return {
    id: text("id"),
    kind: kinds.find((kind) => kind === given["kind"]) ?? "claim",
    ordinal: typeof given["ordinal"] === "number" ? given["ordinal"] : 0,
    label: text("label"),
    text: text("text"),
    within: null,
    rests_on: [],
  };
}
