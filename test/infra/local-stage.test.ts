import { isAbsolute } from "node:path";
import { describe, expect, test } from "vitest";
import { functionSizes } from "../../infra/functions.ts";
import { resourcesOf } from "../support/policies.ts";
import { logicalIdOf, synth } from "../support/synth.ts";

const local = synth({ stage: "local", jwtIssuer: "http://127.0.0.1:4000", jwtAudience: "followthrough" });

/** What is meant to differ from `dev` with the same issuer: nothing a request or a message passes through. */
const types = ["AWS::ApiGatewayV2::Route", "AWS::SQS::Queue", "AWS::DynamoDB::GlobalTable", "AWS::IAM::Policy"];

describe("the stage `local`", () => {
  test("names each function's own folder, where the build put it", () => {
    const lambdas = resourcesOf(local, "AWS::Lambda::Function");
    for (const name of Object.keys(functionSizes)) {
      const made = Object.values(local.stack.backend.functions).find((one) => one.name === name);
      const path = made && lambdas.get(logicalIdOf(local, made.lambda))?.Metadata?.["aws:asset:path"];
      expect(path).toMatch(new RegExp(`/functions/${name}$`));
      expect(isAbsolute(String(path))).toBe(true);
    }
  });

  test("spells out account and partition, and leaves at most the Region to be resolved", () => {
    const text = JSON.stringify(local.template.toJSON()["Resources"]);
    const pseudo = text.match(/"Ref":"AWS::\w+"|\$\{AWS::\w+\}/g);
    expect(new Set(pseudo)).toEqual(new Set(['"Ref":"AWS::Region"']));
    expect(local.stack.account).toBe("000000000000");
  });

  test("takes tokens of an issuer on this machine", () => {
    const [authorizer] = resourcesOf(local, "AWS::ApiGatewayV2::Authorizer").values();
    expect(authorizer?.Properties.JwtConfiguration).toEqual({
      Issuer: "http://127.0.0.1:4000",
      Audience: ["followthrough"],
    });
  });

  test.each(types)("has the same %s resources as dev", (type) => {
    const dev = synth({ jwtIssuer: "http://127.0.0.1:4000", jwtAudience: "followthrough" });
    expect([...resourcesOf(local, type).keys()]).toEqual([...resourcesOf(dev, type).keys()]);
  });
});
