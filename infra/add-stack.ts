import type { App } from "aws-cdk-lib";
import { ownStackName } from "./backend-name.ts";
import { configOf, readOptions } from "./config.ts";
import { FollowthroughStack } from "./followthrough-stack.ts";

/** Adds the stack of the stage that the app's context names. `functionsDir` holds one built bundle a function. */
export function addStack(app: App, functionsDir: string): FollowthroughStack {
  const options = readOptions(app.node);
  const { stage, keepsData } = configOf(options);
  const isLocal = stage === "local";
  if (isLocal) {
    // The template then names each function's own folder instead of a copy of it.
    app.node.setContext("aws:cdk:enable-asset-metadata", true);
    app.node.setContext("aws:cdk:disable-asset-staging", true);
  }
  return new FollowthroughStack(app, ownStackName(stage), {
    options,
    functionsDir,
    description: `Followthrough (${stage}): follow-ups for agents`,
    terminationProtection: keepsData,
    ...(isLocal && { env: { account: "000000000000", region: "us-east-1" } }),
  });
}
