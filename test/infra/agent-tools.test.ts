import { expect, test } from "vitest";
import { resourcesOf } from "../support/policies.ts";
import { logicalIdOf, type Synth, synth } from "../support/synth.ts";

const role = "arn:aws:iam::111122223333:role/Gateway";
const agent = "arn:aws:bedrock:eu-west-1:111122223333:agent/A1B2C3D4E5";

/** The permissions that others than the API have on the function of the tools. */
function callers(made: Synth) {
  const own = logicalIdOf(made, made.stack.backend.functions["agent-tools"].lambda);
  return [...resourcesOf(made, "AWS::Lambda::Permission").values()]
    .map(({ Properties }) => Properties)
    .filter(({ FunctionName }) => FunctionName["Fn::GetAtt"][0] === own);
}

test("nobody may call the tools unless the context names them", () => {
  expect(callers(synth())).toEqual([]);
});

test("a gateway's role may call them as itself, and Bedrock only for the one agent", () => {
  const [gateway, bedrock, ...others] = callers(synth({ agentToolsPrincipal: `${role},${agent}` }));
  expect(others).toEqual([]);
  expect(gateway).toMatchObject({ Action: "lambda:InvokeFunction", Principal: role });
  expect(bedrock).toMatchObject({
    Action: "lambda:InvokeFunction",
    Principal: "bedrock.amazonaws.com",
    SourceArn: agent,
    SourceAccount: { Ref: "AWS::AccountId" },
  });
});

test("the schemas are where the outputs say", () => {
  const outputs = synth({}, []).template.findOutputs("*");
  for (const name of ["AgentToolsBedrockSchema", "AgentToolsGatewaySchema"])
    expect(JSON.stringify(outputs[name]?.["Value"])).toContain("s3://");
});
