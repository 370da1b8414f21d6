import { describe, expect, test } from "vitest";
import { flat, resourcesOf } from "../support/policies.ts";
import { synth } from "../support/synth.ts";

const outside = { jwtIssuer: "https://login.example.com", jwtAudience: "app-1, app-2" };
const jwtOf = (context: Record<string, string>) => {
  const [authorizer] = resourcesOf(synth(context), "AWS::ApiGatewayV2::Authorizer").values();
  return authorizer?.Properties;
};

describe("with an issuer in the context", () => {
  test("its tokens are taken and no user pool is made", () => {
    expect(jwtOf(outside)).toMatchObject({
      AuthorizerType: "JWT",
      IdentitySource: ["$request.header.Authorization"],
      JwtConfiguration: { Issuer: "https://login.example.com", Audience: ["app-1", "app-2"] },
    });
    expect(resourcesOf(synth(outside), "AWS::Cognito::UserPool").size).toBe(0);
  });
});

describe("without an issuer", () => {
  const clients = resourcesOf(synth(), "AWS::Cognito::UserPoolClient");

  test("the stack's own user pool signs the tokens of both clients", () => {
    expect(jwtOf({}).JwtConfiguration).toEqual({
      Issuer: { "Fn::GetAtt": ["UserPool", "ProviderURL"] },
      Audience: [{ Ref: "PeopleClient" }, { Ref: "OperatorsClient" }],
    });
  });

  test("nobody can sign up unasked", () => {
    const [pool] = resourcesOf(synth(), "AWS::Cognito::UserPool").values();
    expect(pool?.Properties.AdminCreateUserConfig).toEqual({ AllowAdminCreateUserOnly: true });
  });

  test("people's sign-in can never yield the operator scope", () => {
    const people = clients.get("PeopleClient")?.Properties;
    expect(people.AllowedOAuthFlows).toBeUndefined();
    expect(people.AllowedOAuthScopes).toBeUndefined();
  });

  test("the operators' client gets the scope with its secret and offers no other way in", () => {
    const operators = clients.get("OperatorsClient")?.Properties;
    expect(operators).toMatchObject({
      GenerateSecret: true,
      AllowedOAuthFlows: ["client_credentials"],
      AllowedOAuthScopes: [{ "Fn::Join": ["", [{ Ref: "ApiScopes" }, "/operator"]] }],
      ExplicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"],
    });
  });

  test("the domain of tokens is named after the stage and the account", () => {
    const [domain] = resourcesOf(synth(), "AWS::Cognito::UserPoolDomain").values();
    expect(flat(domain?.Properties.Domain)).toBe("followthrough-dev-<AWS::AccountId>");
  });

  test("accounts outlive the stack and cannot be deleted on prod", () => {
    const [prod] = resourcesOf(synth({ stage: "prod" }), "AWS::Cognito::UserPool").values();
    expect(prod?.DeletionPolicy).toBe("Retain");
    expect(prod?.Properties.DeletionProtection).toBe("ACTIVE");
  });

  test("whoever deploys is told how to get a token", () => {
    expect(Object.keys(synth().template.findOutputs("*")).sort()).toEqual([
      "AgentToolsArn",
      "ApiUrl",
      "ClientId",
      "NudgeQueueUrl",
      "OperatorClientId",
      "TableName",
      "TaskQueueUrl",
      "TokenAudience",
      "TokenCommand",
      "TokenIssuer",
      "TokenUrl",
      "UserPoolId",
      "WakeQueueUrl",
    ]);
  });
});
