import type * as z from "zod";
import type { SourceId } from "../contracts/ids.ts";
import type { Json, JsonObject } from "../contracts/json.ts";
import type { Millis, Source } from "../contracts/records.ts";
import type { AskModel } from "./ask-model.ts";

/** What a step is given besides its arguments. */
export type CellContext = {
  readonly run_id: string;
  /** The agent's instructions. */
  readonly instructions: string;
  /** Stable over retries of the same work and over its questions; pass it on to whatever has effects outside. */
  readonly idempotency_key: string;
  /** What the person answered to this step's questions, by name. Only a person's message can put something here. */
  readonly answers: JsonObject;
  readonly now: Millis;
  /** The run's sources, oldest first. */
  readonly sources: readonly Source[];
  /** Whole text of one of the run's sources. @throws Fault `unknown_source` (reject). */
  readSource(sourceId: string): Promise<string>;
  readonly model: AskModel;
  readonly signal: AbortSignal;
  /**
   * Does something outside once for this work and gives what came of it, also when the step is run again after an answer,
   * a failure or a crash. @throws Fault `interrupted_unknown` (park) when nobody can tell whether it happened.
   */
  once(effect: Effect): Promise<Json>;
};

/** Something a step does outside: sends a mail, books a room, changes a record. */
export type Effect = {
  /** Unique in the step; the same effect has the same name each time. */
  readonly name: string;
  /** Does it, under a key that is the same each time. A Fault says that it certainly did not happen. */
  run(key: string): Promise<Json>;
  /** What came of it when nobody knows whether it was done; null when it was not. */
  readonly probe?: (key: string) => Promise<Json | null>;
  /** Doing it twice under the same key does no harm. */
  readonly repeatable?: boolean;
};

/** Something a step needs to know from the person before it can go on. */
export type Ask = {
  /** What the answer is called: lower snake case, unique among what the step asks. */
  readonly name: string;
  /** What the person reads, at most 2000 characters. */
  readonly text: string;
  /** What an answer must be. `examples` in its metadata are shown as suggestions, and a person may pick one of them. */
  readonly schema: z.ZodType;
  /** Used when the time is over; without one the run fails then. */
  readonly default?: Json;
  /** How long it waits, milliseconds; without end if absent. */
  readonly expires_in_ms?: number;
  /** The answer holds for these very arguments and inputs only: for approvals. Otherwise the same question is asked once. */
  readonly each_time?: boolean;
};

/** What a step made. `content` is stored as an artifact; `rests_on` are ids of passages, claims, sources. */
export type CellDone = {
  readonly content: Json;
  readonly rests_on?: readonly string[];
  /** When the content was true, epoch milliseconds; the time of the run if absent. */
  readonly as_of?: Millis;
  /** How long the content may be used to answer from, in milliseconds; without end if absent. */
  readonly max_age_ms?: number;
  /** What later turns can use of it, such as what is in a source: remembered with the artifact. */
  readonly remember?: Remembered;
};

/** A note for later turns. `source_id`: it is about that source and replaces what was known of it. */
export type Remembered = { readonly text: string; readonly source_id: SourceId };

/** Questions to the person; the step is run again, from its start, with `answers` when all of them have one. */
export type CellAsks = { readonly need_input: readonly Ask[] };

/** What a step led to: something made, or questions. */
export type CellResult =
  | (CellDone & { readonly need_input?: never })
  | (CellAsks & { readonly [Member in keyof CellDone]?: never });

/** The executor that a task names: a schema for its arguments and a function. */
export type Cell = {
  readonly id: string;
  /** One sentence that tells the planning model what it does and when to use it. */
  readonly description: string;
  readonly input: z.ZodType<JsonObject>;
  /** Grows when the same arguments would now give another result; part of what decides about reuse. */
  readonly version: number;
  /** Offered as a tool in turns that talk with the model freely. */
  readonly tool: boolean;
  /** It takes `rules` among its arguments: what the person wants to hold always, in their words. */
  readonly follows_rules: boolean;
  /** `inputs` holds the content made by each step it depends on. */
  run(context: CellContext, args: JsonObject, inputs: Readonly<Record<string, Json>>): Promise<CellResult>;
};

/** Declares a cell. Arguments reach `run` as the schema's output type. */
export function defineCell<Args extends JsonObject>(cell: {
  readonly id: string;
  readonly description: string;
  readonly input: z.ZodType<Args>;
  readonly version?: number;
  readonly tool?: boolean;
  readonly follows_rules?: boolean;
  readonly run: (context: CellContext, args: Args, inputs: Readonly<Record<string, Json>>) => Promise<CellResult>;
}): Cell {
  return {
    id: cell.id,
    description: cell.description,
    input: cell.input,
    version: cell.version ?? 1,
    tool: cell.tool ?? false,
    follows_rules: cell.follows_rules ?? false,
    run: async (context, args, inputs) => cell.run(context, cell.input.parse(args), inputs),
  };
}
