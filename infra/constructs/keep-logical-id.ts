import { CfnElement, Stack } from "aws-cdk-lib";
import type { Construct, IConstruct } from "constructs";

const prefixKey = "followthrough:logical-id-prefix";

/**
 * Makes every logical id that is pinned below `owner` start with the owner's place in its stack, so that two owners fit
 * into one stack beside other resources. An owner named `Default` at the top of a stack adds nothing. Called before
 * anything is put into `owner`.
 */
export function prefixLogicalIds(owner: Construct): void {
  owner.node.setContext(prefixKey, placeIn(Stack.of(owner), owner).join(""));
}

/** The ids from a stack down to what stands in it, as far as they count in logical ids: letters and digits. */
export function placeIn(stack: Stack, owner: Construct): readonly string[] {
  const { scopes } = owner.node;
  const ids = scopes.slice(scopes.indexOf(stack) + 1).map(({ node }) => node.id);
  return ids.filter((id) => id !== "Default").map((id) => id.replaceAll(/[^A-Za-z0-9]/g, ""));
}

/**
 * Pins the logical id of a construct's own resource. CloudFormation replaces a resource whose logical id changes, so
 * what holds state must not be named after its place inside of this project's constructs, which may change.
 */
export function keepLogicalId(construct: IConstruct, logicalId: string): void {
  const own = construct.node.defaultChild ?? construct;
  if (!CfnElement.isCfnElement(own)) throw new Error(`${construct.node.path} has no resource of its own`);
  own.overrideLogicalId(`${construct.node.tryGetContext(prefixKey) ?? ""}${logicalId}`);
}
