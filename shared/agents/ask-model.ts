import type * as z from "zod";
import type { JsonObject } from "../contracts/json.ts";
import type { GivesWay } from "../domain/text/fit-input.ts";
import type { Usage } from "../ports/model.ts";

/** A question to the model whose answer must fit a schema. */
export type StructuredQuestion<T> = {
  /** Name of the answer, lower snake case; also the name of the tool that carries it. */
  readonly name: string;
  readonly system: string;
  /** What the model is to work on, given to it as fenced JSON data. */
  readonly input: JsonObject;
  readonly schema: z.ZodType<T>;
  /** What of `input` is shortened first when it is too long for a prompt; else its longest list or text is. */
  readonly gives_way?: readonly GivesWay[];
  readonly max_tokens?: number;
  /** Milliseconds that each call may take, when the answer is not worth waiting for as long as its tokens may need. */
  readonly time_ms?: number;
};

/** The ways a cell or a decision may use the model. Calls and tokens are counted in `usage`. */
export interface AskModel {
  /**
   * An answer that fits the schema; one repair is tried. An input that is too long is shortened, and once more when the
   * model finds it too long still.
   * @throws Fault `model_unusable` (retry) when the repaired answer does not fit either, and (reject) with reason `cut_off`
   * when both were longer than `max_tokens`, or the first was and the second was not there in time, `model_unavailable` (retry),
   * `model_refused_request` (reject) with reason `input_too_long` when even the shortened one is too long.
   */
  structured<T>(question: StructuredQuestion<T>): Promise<T>;
  readonly usage: Usage;
}
