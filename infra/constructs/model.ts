import { Aws } from "aws-cdk-lib";
import { readModelId } from "../model-id.ts";
import { modelInEveryRegion } from "../wildcards.ts";
import type { Permission, ServiceFunction } from "./function.ts";

/** The Bedrock model the workers reason with: a foundation model or an inference profile. */
export class Model {
  readonly #modelId: string;

  constructor(modelId: string) {
    this.#modelId = modelId;
  }

  /** Lets `grantee` call this model; through an inference profile, only this profile. */
  grantInvoke(grantee: ServiceFunction): void {
    for (const permission of invokePermissions(this.#modelId)) grantee.allow(permission);
    grantee.setting("MODEL_ID", this.#modelId);
  }
}

function invokePermissions(modelId: string): readonly Permission[] {
  const { reach, foundationModel } = readModelId(modelId);
  const actions = ["bedrock:InvokeModel"];
  const inRegion = (region: string) => `arn:${Aws.PARTITION}:bedrock:${region}::foundation-model/${foundationModel}`;
  if (reach === "region") return [{ actions, resources: [inRegion(Aws.REGION)] }];
  const profile = `arn:${Aws.PARTITION}:bedrock:${Aws.REGION}:${Aws.ACCOUNT_ID}:inference-profile/${modelId}`;
  return [
    { actions, resources: [profile] },
    {
      actions,
      // A global profile is authorised in the calling Region and against an ARN without a Region.
      ...(reach === "global"
        ? { resources: [inRegion(Aws.REGION), inRegion("")] }
        : { resources: [inRegion("*")], sid: modelInEveryRegion }),
      conditions: { StringEquals: { "bedrock:InferenceProfileArn": profile } },
    },
  ];
}
