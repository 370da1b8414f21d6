/** A CDK app of somebody's own, with Followthrough as one construct among others. */
import { App, CfnOutput, Stack } from "aws-cdk-lib";
import { Followthrough } from "followthrough";

const app = new App();
const stack = new Stack(app, "newsroom");
const followUps = new Followthrough(stack, "Followthrough", {
  agents: "./agents",
  model: "eu.anthropic.claude-sonnet-5-5",
  tokenIssuer: { issuer: "https://login.example.com", audience: ["newsroom"] },
});

// The rest of the app may use every part of it.
new CfnOutput(stack, "FollowUpsUrl", { value: followUps.http.url });
