import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { placeIn } from "./constructs/keep-logical-id.ts";
import type { Options } from "./options.ts";

/** The name of the stack that this project deploys on a stage. */
export const ownStackName = (stage: string): string => `followthrough-${stage}`;

/**
 * What a backend is called where everything in an account and Region is named side by side, as metrics are: its stage,
 * and in an app of somebody's own also where it stands there, like `prod/newsroom/News`. No two backends that are
 * deployed in one account and Region have the same name, nor does one change while it stays at its place.
 */
export function backendName(owner: Construct, stage: NonNullable<Options["stage"]>): string {
  const stack = outermost(Stack.of(owner));
  const place = placeIn(stack, owner);
  const isOwnStack = place.length === 0 && stack.stackName === ownStackName(stage);
  return isOwnStack ? stage : [stage, stack.stackName, ...place].join("/");
}

/** The stack that is deployed by itself. One that is nested in it gets its name only then. */
function outermost(stack: Stack): Stack {
  return stack.nestedStackParent === undefined ? stack : outermost(stack.nestedStackParent);
}
