import type * as z from "zod";
import type { JsonObject } from "../contracts/json.ts";
import type { Usage } from "../ports/model.ts";

/** A question to the model whose answer must fit a schema. */
export type StructuredQuestion<T> = {
  /** Name of the answer, lower snake case; also the name of the tool that carries it. */
  readonly name: string;
  readonly system: string;
  /** What the model is to work on, given to it as fenced JSON data. */
  readonly input: JsonObject;
  readonly schema: z.ZodType<T>;
  readonly max_tokens?: number;
};

/** The ways a cell or a decision may use the model. Calls and tokens are counted in `usage`. */
export interface AskModel {
  /**
   * An answer that fits the schema; one repair is tried.
   * @throws Fault `model_unusable` (retry) when the repaired answer does not fit either, `model_unavailable` (retry).
   */
  structured<T>(question: StructuredQuestion<T>): Promise<T>;
  readonly usage: Usage;
}
