import { Stack } from "aws-cdk-lib";
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
    for (const permission of invokePermissions(this.#modelId, Stack.of(grantee))) grantee.allow(permission);
    grantee.setting("MODEL_ID", this.#modelId);
  }
}

function invokePermissions(modelId: string, { partition, region, account }: Stack): readonly Permission[] {
  const { reach, foundationModel } = readModelId(modelId);
  const actions = ["bedrock:InvokeModel"];
  const modelIn = (where: string) => `arn:${partition}:bedrock:${where}::foundation-model/${foundationModel}`;
  if (reach === "region") return [{ actions, resources: [modelIn(region)] }];
  const profile = `arn:${partition}:bedrock:${region}:${account}:inference-profile/${modelId}`;
  return [
    { actions, resources: [profile] },
    {
      actions,
      // A global profile is authorised in the calling Region and against an ARN without a Region.
      ...(reach === "global"
        ? { resources: [modelIn(region), modelIn("")] }
        : { resources: [modelIn("*")], sid: modelInEveryRegion }),
      conditions: { StringEquals: { "bedrock:InferenceProfileArn": profile } },
    },
  ];
}
