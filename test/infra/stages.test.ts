import { describe, expect, test } from "vitest";
import { resourcesOf } from "../support/policies.ts";
import { logicalIdOf, synth } from "../support/synth.ts";

const prod = synth({ stage: "prod", alarmEmail: "ops@example.com" });
const removable = ["AWS::DynamoDB::GlobalTable", "AWS::Cognito::UserPool", "AWS::Logs::LogGroup"];

/** What each function may use of the account's concurrency, by function; undefined where it is not limited. */
const reservedOf = (made: typeof prod) =>
  Object.fromEntries(
    Object.values(made.stack.backend.functions).map(({ name, lambda }) => {
      const { Properties } = resourcesOf(made, "AWS::Lambda::Function").get(logicalIdOf(made, lambda)) ?? {};
      return [name, Properties.ReservedConcurrentExecutions];
    }),
  );

describe("dev", () => {
  test.each(removable)("leaves no %s behind when it is removed", (type) => {
    for (const { DeletionPolicy } of resourcesOf(synth(), type).values()) expect(DeletionPolicy).toBe("Delete");
    expect(synth().stack.terminationProtection).toBe(false);
  });

  test("takes nothing of the account's concurrency away from others, for a new account has little", () => {
    expect(new Set(Object.values(reservedOf(synth())))).toEqual(new Set([undefined]));
  });
});

describe("prod", () => {
  test.each(removable)("keeps every %s when the stack is gone", (type) => {
    for (const { DeletionPolicy } of resourcesOf(prod, type).values()) expect(DeletionPolicy).toBe("Retain");
  });

  test("cannot be removed by one command", () => {
    expect(prod.stack.terminationProtection).toBe(true);
    const [table] = resourcesOf(prod, "AWS::DynamoDB::GlobalTable").values();
    expect(table?.Properties.Replicas[0].DeletionProtectionEnabled).toBe(true);
  });

  test("sets concurrency aside for accepting, for the sweep, and for each worker what its queue may use", () => {
    expect(reservedOf(prod)).toEqual({ accept: 200, fold: 20, task: 50, wake: 10, sweep: 1 });
    for (const { Properties } of resourcesOf(prod, "AWS::Lambda::EventSourceMapping").values()) {
      const worker = resourcesOf(prod, "AWS::Lambda::Function").get(Properties.FunctionName.Ref);
      expect(worker?.Properties.ReservedConcurrentExecutions).toBe(Properties.ScalingConfig.MaximumConcurrency);
    }
  });

  test("reserves nothing when it is told so", () => {
    const made = synth({ stage: "prod", alarmEmail: "ops@example.com", reserveConcurrency: "false" });
    expect(new Set(Object.values(reservedOf(made)))).toEqual(new Set([undefined]));
  });

  test("warns when nobody hears its alarms", () => {
    const warningsOf = (made: typeof prod) => made.stack.backend.alarms.node.metadata.map(({ data }) => data);
    expect(warningsOf(synth({ stage: "prod" }))).toEqual([expect.stringContaining("sent nowhere")]);
    expect(warningsOf(prod)).toEqual([]);
  });
});

describe("logs", () => {
  test("are encrypted by CloudWatch's own key unless asked otherwise", () => {
    expect(resourcesOf(prod, "AWS::KMS::Key").size).toBe(0);
  });

  test("are all encrypted with a key of the account on request, which outlives the stack as they do", () => {
    const made = synth({ stage: "prod", alarmEmail: "ops@example.com", encryptLogs: "true" });
    const key = resourcesOf(made, "AWS::KMS::Key").get("LogKey");
    expect(key).toMatchObject({ DeletionPolicy: "Retain", Properties: { EnableKeyRotation: true } });
    for (const { Properties } of resourcesOf(made, "AWS::Logs::LogGroup").values()) {
      expect(Properties.KmsKeyId).toEqual({ "Fn::GetAtt": ["LogKey", "Arn"] });
    }
  });

  test("can be encrypted by CloudWatch of this account and Region only, and for log groups only", () => {
    const [key] = resourcesOf(synth({ encryptLogs: "true" }), "AWS::KMS::Key").values();
    const statements: readonly { readonly Principal: { readonly Service?: unknown }; readonly Condition?: unknown }[] =
      key?.Properties.KeyPolicy.Statement;
    const [logs, ...others] = statements.filter(({ Principal }) => Principal.Service !== undefined);
    expect(others).toEqual([]);
    expect(logs?.Principal.Service).toEqual({ "Fn::Join": ["", ["logs.", { Ref: "AWS::Region" }, ".amazonaws.com"]] });
    expect(JSON.stringify(logs?.Condition)).toMatch(/kms:EncryptionContext:aws:logs:arn.*AWS::AccountId.*:log-group:/);
  });
});
