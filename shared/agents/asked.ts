import * as z from "zod";
import { mayBeStored } from "../contracts/bounded-json.ts";
import { JsonObject } from "../contracts/json.ts";
import { limits } from "../contracts/limits.ts";
import type { Asked } from "../contracts/question.ts";
import { Fault } from "../errors/fault.ts";
import type { Ask } from "./cell.ts";

const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * What a step asks, with its schema as JSON Schema: as it is stored, and as it outlives a deployment.
 * @throws Fault `bad_question` (reject) for a bad name, text, time or default, for a name that is asked twice, for too
 * many at a time, and for a schema that JSON Schema cannot express or the table cannot hold.
 */
export function toAsked(asks: readonly Ask[]): readonly Asked[] {
  const names = new Set(asks.map(({ name }) => name));
  if (asks.length === 0 || asks.length > limits.questionsPerStep || names.size < asks.length) {
    throw new Fault("bad_question", "reject", { questions: asks.length, names: names.size });
  }
  return asks.map(oneAsked);
}

function oneAsked(ask: Ask): Asked {
  const { name, text, expires_in_ms: time } = ask;
  const isTime = time === undefined || (time >= limits.questionMinMs && time <= limits.questionMaxMs);
  const isText = text.trim() !== "" && text.length <= limits.questionTextCharacters;
  if (!(NAME.test(name) && isText && isTime)) throw new Fault("bad_question", "reject", { name: name.slice(0, 40) });
  const schema = schemaOf(ask);
  if (!mayBeStored(schema)) throw new Fault("bad_question", "reject", { name, why: "schema" });
  const fits =
    ask.default === undefined || (mayBeStored(ask.default) && z.fromJSONSchema(schema).safeParse(ask.default).success);
  if (!fits) throw new Fault("bad_question", "reject", { name, why: "default" });
  return {
    name,
    text,
    schema,
    ...(ask.default === undefined ? {} : { default: ask.default }),
    ...(time === undefined ? {} : { expires_in_ms: time }),
    ...(ask.each_time === true ? { each_time: true } : {}),
  };
}

function schemaOf({ name, schema }: Ask): JsonObject {
  try {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
    return JsonObject.parse(rest);
  } catch (error) {
    throw new Fault("bad_question", "reject", { name, why: "schema" }, error);
  }
}

/** The value as the question's schema takes it, or what is wrong with it in words. */
export function checkAnswer(
  schema: JsonObject,
  value: unknown,
): { readonly ok: true } | { readonly ok: false; readonly why: string } {
  const parsed = z.fromJSONSchema(schema).safeParse(value);
  if (parsed.success) return { ok: true };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  return { ok: false, why: `${path === "" ? "" : `${path}: `}${issue?.message ?? "does not fit"}` };
}
