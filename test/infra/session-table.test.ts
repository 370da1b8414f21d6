import { describe, expect, test } from "vitest";
import { resourcesOf } from "../support/policies.ts";
import { type Context, synth } from "../support/synth.ts";

const table = (context: Context) => {
  const found = resourcesOf(synth(context), "AWS::DynamoDB::GlobalTable").get("Table");
  if (found === undefined) throw new Error("The stack has no table");
  return found;
};

describe("the table", () => {
  test.each(["dev", "prod"])("can be restored to any second of the last weeks on %s", (stage) => {
    const [replica] = table({ stage }).Properties.Replicas;
    expect(replica.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
  });

  test("outlives its stack and refuses deletion on prod only", () => {
    const [prod, dev] = [table({ stage: "prod" }), table({ stage: "dev" })];
    expect([prod.DeletionPolicy, prod.UpdateReplacePolicy]).toEqual(["Retain", "Retain"]);
    expect(prod.Properties.Replicas[0].DeletionProtectionEnabled).toBe(true);
    expect([dev.DeletionPolicy, dev.UpdateReplacePolicy]).toEqual(["Delete", "Delete"]);
    expect(dev.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
  });

  test("forgets an item at its `ttl` and is paid for by request", () => {
    const { Properties } = table({});
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: "ttl", Enabled: true });
    expect(Properties.BillingMode).toBe("PAY_PER_REQUEST");
  });

  test("is found by session, by overdue work and by agent", () => {
    const { Properties } = table({});
    expect(Properties.KeySchema).toEqual([
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ]);
    expect(Properties.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: "attention",
        KeySchema: [
          { AttributeName: "att_shard", KeyType: "HASH" },
          { AttributeName: "att_at", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
      {
        IndexName: "by_agent",
        KeySchema: [
          { AttributeName: "agent_pk", KeyType: "HASH" },
          { AttributeName: "agent_sk", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "ALL" },
      },
    ]);
    expect(Properties.AttributeDefinitions).toEqual([
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "sk", AttributeType: "S" },
      { AttributeName: "att_shard", AttributeType: "S" },
      { AttributeName: "att_at", AttributeType: "N" },
      { AttributeName: "agent_pk", AttributeType: "S" },
      { AttributeName: "agent_sk", AttributeType: "S" },
    ]);
  });
});
