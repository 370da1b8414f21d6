import { Stack } from "aws-cdk-lib";
import { ArnPrincipal, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import type { Described } from "../described.ts";
import type { ServiceFunction } from "./function.ts";

/** What agents elsewhere are configured with. */
export interface AgentToolsProps {
  readonly config: StageConfig;
  readonly tools: ServiceFunction;
  readonly described: Described;
}

/** The scheduling tools for agents that run elsewhere: who may call them, and the schemas to configure there. */
export class AgentTools extends Construct {
  /** What somebody who configures such an agent has to know. */
  readonly outputs: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { config, tools, described }: AgentToolsProps) {
    super(scope, id);
    for (const [index, arn] of (config.agentToolsPrincipal ?? []).entries()) {
      tools.lambda.addPermission(`Caller${index}`, callerOf(arn, Stack.of(this).account));
    }
    this.outputs = { AgentToolsArn: tools.lambda.functionArn, ...this.#schemas(described) };
  }

  #schemas({ tools }: Described): Readonly<Record<string, string>> {
    if (tools === undefined) return {};
    const at = (asset: string, path: string) => new Asset(this, asset, { path }).s3ObjectUrl;
    return {
      AgentToolsBedrockSchema: at("BedrockFunctions", tools.bedrockFunctions),
      AgentToolsGatewaySchema: at("GatewayTools", tools.gatewayTools),
    };
  }
}

/** A role calls as itself; Bedrock calls on behalf of an agent, and then only of this one. */
function callerOf(arn: string, account: string) {
  if (arn.includes(":iam::")) return { principal: new ArnPrincipal(arn) };
  return { principal: new ServicePrincipal("bedrock.amazonaws.com"), sourceArn: arn, sourceAccount: account };
}
