import { offeredTools } from "./offered-tools.ts";
import { parametersOf } from "./tool-parameters.ts";

/** What a gateway's `SchemaDefinition` can say. */
export type GatewaySchema = {
  readonly type: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, GatewaySchema>>;
  readonly required?: readonly string[];
};

/** A tool of an AgentCore Gateway's Lambda target, as `toolSchema` takes it. */
export type GatewayTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: GatewaySchema;
};

/** The scheduling tools for a gateway. Limits and forms that its schemas cannot state are checked when a call comes. */
export function gatewayTools(): readonly GatewayTool[] {
  return offeredTools.map(({ name, description, input }) => {
    const parameters = parametersOf(input);
    const required = parameters.filter((one) => one.required).map((one) => one.name);
    return {
      name,
      description,
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(
          parameters.map((one) => [one.name, { type: one.type, description: one.description }]),
        ),
        ...(required.length === 0 ? {} : { required }),
      },
    };
  });
}
