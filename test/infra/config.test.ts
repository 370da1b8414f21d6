import { RootConstruct } from "constructs";
import { describe, expect, test } from "vitest";
import { configOf, readOptions } from "../../infra/config.ts";

const read = (context: Readonly<Record<string, unknown>>) => {
  const { node } = new RootConstruct();
  for (const [key, value] of Object.entries(context)) node.setContext(key, value);
  return configOf(readOptions(node));
};

describe("the configuration", () => {
  test("needs nothing: the default is a removable dev stage with its own user pool", () => {
    expect(read({})).toEqual({
      stage: "dev",
      modelId: "global.anthropic.claude-sonnet-5-5",
      logLevel: "INFO",
      encryptLogs: false,
      reserveConcurrency: false,
      acceptConcurrency: 200,
      foldConcurrency: 20,
      taskConcurrency: 50,
      wakeConcurrency: 10,
      wakeUpOwner: "system",
      sessionDays: 0,
      requestRate: 100,
      requestBurst: 200,
      tokenIssuer: undefined,
      keepsData: false,
      logRetentionDays: 14,
    });
  });

  test("accepts as many at a time as a burst lets in", () => {
    const { acceptConcurrency, requestBurst } = read({});
    expect(acceptConcurrency).toBeGreaterThanOrEqual(requestBurst);
  });

  test("keeps data on prod", () => {
    expect(read({ stage: "prod" })).toMatchObject({ keepsData: true, logRetentionDays: 90 });
  });

  test("takes numbers as the text that `cdk -c` makes of them", () => {
    expect(read({ taskConcurrency: "12" }).taskConcurrency).toBe(12);
  });

  test.each([
    "https://tenant.example/",
    "https://tenant.example",
    "http://127.0.0.1:4000",
    "http://localhost",
    "http://[::1]:4000/",
  ])("takes the issuer %s to the letter", (issuer) => {
    expect(read({ jwtIssuer: issuer, jwtAudience: "app" }).tokenIssuer).toEqual({ issuer, audience: ["app"] });
  });

  test("takes several callers of the tools", () => {
    const [role, agent] = [
      "arn:aws:iam::111122223333:role/Gateway",
      "arn:aws:bedrock:eu-west-1:111122223333:agent/A1B2",
    ];
    expect(configOf({ agentToolsPrincipal: `${role}, ${agent}` }).agentToolsPrincipal).toEqual([role, agent]);
  });

  test.each([
    { case: "an unknown stage", context: { stage: "staging" }, message: /stage/ },
    { case: "an issuer without an audience", context: { jwtIssuer: "https://a.example" }, message: /jwtAudience/ },
    { case: "an audience without an issuer", context: { jwtAudience: "app" }, message: /jwtIssuer/ },
    { case: "an issuer that is no address", context: { jwtIssuer: "a", jwtAudience: "b" }, message: /jwtIssuer/ },
    ...[
      "http://tenant.example",
      "http://localhost.example",
      "http://127.0.0.1.example/",
      "ftp://tenant.example",
      "https:tenant.example",
    ].map((jwtIssuer) => ({
      case: `the issuer ${jwtIssuer}`,
      context: { jwtIssuer, jwtAudience: "app" },
      message: /jwtIssuer must be an https address; http is for an issuer on this machine/,
    })),
    { case: "a local stage without an issuer", context: { stage: "local" }, message: /local/ },
    { case: "a concurrency that Lambda refuses", context: { wakeConcurrency: "1" }, message: /wakeConcurrency/ },
    { case: "a model given as an ARN", context: { modelId: "arn:aws:bedrock:x" }, message: /modelId/ },
    {
      case: "a caller of the tools that is anybody",
      context: { agentToolsPrincipal: "*" },
      message: /agentToolsPrincipal/,
    },
    { case: "an e-mail address that is none", context: { alarmEmail: "ops" }, message: /alarmEmail/ },
  ])("refuses $case and names it", ({ context, message }) => {
    expect(() => read(context)).toThrow(message);
  });
});
