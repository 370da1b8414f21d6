import { CfnElement } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/**
 * Pins the logical id of a construct's own resource. CloudFormation replaces a resource whose logical id changes, so
 * what holds state must not be named after its place in the construct tree.
 */
export function keepLogicalId(construct: IConstruct, logicalId: string): void {
  const own = construct.node.defaultChild ?? construct;
  if (!CfnElement.isCfnElement(own)) throw new Error(`${construct.node.path} has no resource of its own`);
  own.overrideLogicalId(logicalId);
}
