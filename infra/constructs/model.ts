import { Aws } from "aws-cdk-lib";
import { modelInEveryRegion } from "../wildcards.ts";
import type { Permission, ServiceFunction } from "./function.ts";

/** Prefixes of inference profiles that stay inside one geography. Source: Bedrock user guide, cross-Region inference. */
const geographies: ReadonlySet<string> = new Set(["us", "us-gov", "eu", "apac", "jp", "au", "ca"]);

/** The Bedrock model the workers reason with; `modelId` is a foundation model or an inference profile. */
export class Model {
  readonly #modelId: string;

  constructor(modelId: string) {
    this.#modelId = modelId;
  }

  /** Lets `grantee` call this model, and through an inference profile only this profile. */
  grantInvoke(grantee: ServiceFunction): void {
    for (const permission of invokePermissions(this.#modelId)) grantee.allow(permission);
    grantee.setting("MODEL_ID", this.#modelId);
  }
}

function invokePermissions(modelId: string): readonly Permission[] {
  const actions = ["bedrock:InvokeModel"];
  const [prefix = "", ...rest] = modelId.split(".");
  const isGlobal = prefix === "global";
  if (!isGlobal && !geographies.has(prefix)) return [{ actions, resources: [foundationModel(Aws.REGION, modelId)] }];
  const model = rest.join(".");
  const profile = `arn:${Aws.PARTITION}:bedrock:${Aws.REGION}:${Aws.ACCOUNT_ID}:inference-profile/${modelId}`;
  return [
    { actions, resources: [profile] },
    {
      actions,
      // A global profile is authorised against the source Region and against an ARN without a Region.
      ...(isGlobal
        ? { resources: [foundationModel(Aws.REGION, model), foundationModel("", model)] }
        : { resources: [foundationModel("*", model)], sid: modelInEveryRegion.sid }),
      conditions: { StringEquals: { "bedrock:InferenceProfileArn": profile } },
    },
  ];
}

function foundationModel(region: string, model: string): string {
  return `arn:${Aws.PARTITION}:bedrock:${region}::foundation-model/${model}`;
}
