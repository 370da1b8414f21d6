import { CfnQueue, Queue } from "aws-cdk-lib/aws-sqs";
import { describe, expect, test } from "vitest";
import { exceptions, nagPacks } from "../../infra/checks.ts";
import type { FollowthroughStack } from "../../infra/followthrough-stack.ts";
import { type Context, synth, synthWithChecks } from "../support/synth.ts";

/** Together these reach every branch that adds or leaves out a resource. */
const contexts: readonly Context[] = [
  {},
  { stage: "prod", alarmEmail: "ops@example.com", modelId: "us.anthropic.claude-sonnet-5-5" },
  { jwtIssuer: "https://login.example.com", jwtAudience: "app" },
];

const reportOf = (change: (stack: FollowthroughStack) => void): string => {
  try {
    synthWithChecks({}, change);
    return "";
  } catch (error) {
    return String(error);
  }
};

describe("synthesis with the checks on", () => {
  test.each(contexts.slice(0, 2))("has no finding: %o", (context) => {
    expect(() => synthWithChecks(context)).not.toThrow();
  });

  test("stops at a broken rule of cdk-nag and at a template that CloudFormation would refuse", () => {
    const report = reportOf((stack) => {
      new Queue(stack, "Plain");
      new CfnQueue(stack, "Broken").addPropertyOverride("NoSuchProperty", true);
    });
    expect(report).toMatch(/AwsSolutions-SQS4/);
    expect(report).toMatch(/NoSuchProperty/);
  });
});

describe("exceptions to cdk-nag", () => {
  test.each(contexts)("each excuses a finding that is there: %o", (context) => {
    const { app, stack } = synth(context);
    const findings = nagPacks(app)
      .flatMap((pack) => pack.validateScope(stack).violations)
      .flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => ({ rule: ruleName, path: `${constructPath}/` })),
      );
    for (const { rule, at } of exceptions(stack)) {
      for (const { node } of at) {
        const excused = findings.filter((finding) => finding.rule === rule && finding.path.startsWith(`${node.path}/`));
        expect(excused, `${rule} at ${node.path}`).not.toEqual([]);
      }
    }
  });

  test("each gives its reason in a sentence", () => {
    for (const { reason } of exceptions(synth().stack)) expect(reason).toMatch(/^[A-Z].{25,}\.$/);
  });
});
