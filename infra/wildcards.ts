import type { StageConfig } from "./config.ts";
import { type ModelId, readModelId } from "./model-id.ts";

/** A permission that cannot name its resource exactly, and why. */
export interface Wildcard {
  /** The statement's `Sid`, so that a reader of the deployed policy finds the reason. */
  readonly sid: string;
  /** The resource, with references in angle brackets as cdk-nag spells them. */
  readonly resource: string;
  readonly reason: string;
}

/** Statement ids of the wildcards. */
export const bellsOfTheGroup = "BellsOfTheGroup";
export const modelInEveryRegion = "ModelInEveryRegion";

/** Every wildcard in the stack's policies. The nag acknowledgements and the template test are made from this list. */
export function wildcards(config: StageConfig): readonly Wildcard[] {
  const model = readModelId(config.modelId);
  return model.reach === "geography" ? [bells, modelAbroad(model)] : [bells];
}

const bells: Wildcard = {
  sid: bellsOfTheGroup,
  resource: "arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<BellGroup>/*",
  reason:
    "A bell is named after its wake, so its name is not known at deployment. The group is this stack's own and holds " +
    "bells only.",
};

const modelAbroad = ({ foundationModel }: ModelId): Wildcard => ({
  sid: modelInEveryRegion,
  resource: `arn:<AWS::Partition>:bedrock:*::foundation-model/${foundationModel}`,
  reason:
    "A geographic inference profile sends a request to any Region of its geography, and AWS adds Regions without a " +
    "deployment. The statement's condition admits only calls through the one configured profile.",
});
