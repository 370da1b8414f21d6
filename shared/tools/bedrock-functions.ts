import { offeredTools } from "./offered-tools.ts";
import { parametersOf, type ToolParameter } from "./tool-parameters.ts";

/** Quota of Bedrock Agents: parameters of one function. */
const MAX_PARAMETERS = 5;

/** Parameters left out when there are too many; the function takes them all the same. Most dispensable first. */
const dispensable = ["target", "unless", "late_policy", "dedup_key"];

/** A function of a Bedrock Agents action group, as `functionSchema.functions` takes it. */
export type BedrockFunction = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<
    Record<string, { readonly type: string; readonly description: string; readonly required: boolean }>
  >;
};

/** The scheduling tools as functions of an action group. There is no type for an object: it is JSON in a string. */
export function bedrockFunctions(): readonly BedrockFunction[] {
  return offeredTools.map(({ name, description, input }) => ({
    name,
    description,
    parameters: Object.fromEntries(fitting(parametersOf(input)).map((one) => [one.name, told(one)])),
  }));
}

function fitting(parameters: readonly ToolParameter[]): readonly ToolParameter[] {
  const surplus = Math.max(0, parameters.length - MAX_PARAMETERS);
  const dropped = dispensable.filter((name) => parameters.some((one) => one.name === name)).slice(0, surplus);
  return parameters.filter(({ name }) => !dropped.includes(name)).slice(0, MAX_PARAMETERS);
}

function told({ type, description, required }: ToolParameter) {
  return type === "object"
    ? { type: "string", description: `${description} As the text of a JSON object.`, required }
    : { type, description, required };
}
