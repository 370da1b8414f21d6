import type * as z from "zod";
import type { ProblemCode } from "./problems.ts";

/** A schema with a body that fits it. `optional`: the request may come without. */
export type Body = { readonly schema: z.ZodType; readonly example: unknown; readonly optional?: boolean };

/** What one route takes and gives, beyond what {@link routes} says of it. */
export type Operation = {
  readonly id: string;
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: Body;
  readonly status: 200 | 201 | 202 | 204;
  /** What the answer is. */
  readonly says: string;
  /** Absent for 204. */
  readonly answer?: Body;
  /** True when the answer has a `Location`. */
  readonly located?: boolean;
  /** True when an `Idempotency-Key` makes a repeat harmless. */
  readonly keyed?: boolean;
  /** Problems of this route beyond those that every route of its kind has. */
  readonly codes?: readonly ProblemCode[];
};
