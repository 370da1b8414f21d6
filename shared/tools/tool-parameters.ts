import * as z from "zod";
import { toToolSchema } from "../agents/tool-schema.ts";

/** The types that a parameter has in every tool format; `object` is any JSON object. */
const types = ["string", "number", "integer", "boolean", "array", "object"] as const;
export type ParameterType = (typeof types)[number];

/** One parameter of a tool, without what only some formats can say. */
export type ToolParameter = {
  readonly name: string;
  readonly type: ParameterType;
  readonly description: string;
  readonly required: boolean;
};

const Property = z.object({
  type: z.enum(types).optional(),
  description: z.string().default(""),
  $ref: z.string().optional(),
});
const Tool = z.object({
  properties: z.record(z.string(), Property),
  required: z.array(z.string()).default([]),
});

/** The parameters of a tool, in the order of its schema. A reference is always to a JSON object. */
export function parametersOf(input: z.ZodType): readonly ToolParameter[] {
  const { properties, required } = Tool.parse(toToolSchema(input));
  return Object.entries(properties).map(([name, { type, description }]) => ({
    name,
    type: type ?? "object",
    description,
    required: required.includes(name),
  }));
}
