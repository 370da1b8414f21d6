/** A CDK app of somebody's own, with Followthrough as one construct among others. */
import { App, CfnOutput, Stack } from "aws-cdk-lib";
import { Followthrough } from "followthrough";

const app = new App();
const stack = new Stack(app, "newsroom");
// Without more options: the default model, and a user pool of its own.
const followUps = new Followthrough(stack, "Followthrough", { agents: "./agents" });

// Where the API is and how to get a token; `sign-in` and `demo` of the repository read these names.
for (const [name, value] of Object.entries(followUps.outputs)) new CfnOutput(stack, name, { value });
