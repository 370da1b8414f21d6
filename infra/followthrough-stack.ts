import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Followthrough } from "./followthrough.ts";
import type { Options } from "./options.ts";

/** Props of the stack. */
export interface FollowthroughStackProps extends StackProps {
  readonly options: Options;
  /** The folder `npm run build` fills: one folder a function, each with an `index.js`. */
  readonly functionsDir: string;
}

/** A stack with the backend and nothing else. */
export class FollowthroughStack extends Stack {
  readonly backend: Followthrough;

  constructor(scope: Construct, id: string, { options, functionsDir, ...props }: FollowthroughStackProps) {
    super(scope, id, props);
    // CDK leaves `Default` out of logical ids.
    this.backend = new Followthrough(this, "Default", { ...options, functionsDir });
    for (const [name, value] of Object.entries(this.backend.outputs)) new CfnOutput(this, name, { value });
  }
}
