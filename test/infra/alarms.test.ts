import { describe, expect, test } from "vitest";
import { metricNames } from "../../shared/contracts/metrics.ts";
import { dropReasons } from "../../shared/contracts/wake.ts";
import { flat, type Resource, resourcesOf, type Statement } from "../support/policies.ts";
import { logicalIdOf, synth } from "../support/synth.ts";

const alarms = [...resourcesOf(synth(), "AWS::CloudWatch::Alarm").values()];
const watching = (dimension: string, id: string, metric: string): readonly Resource[] =>
  alarms.filter(
    ({ Properties }) =>
      Properties.MetricName === metric &&
      Properties.Dimensions?.some(
        (one: { Name: string; Value: unknown }) => one.Name === dimension && flat(one.Value).includes(id),
      ),
  );

describe("alarms", () => {
  test.each(["nudges", "tasks", "wakes"] as const)("one message that %s gave up rings one", (name) => {
    const id = logicalIdOf(synth(), synth().stack.backend.queues[name].deadLetters);
    const found = watching("QueueName", `<${id}.QueueName>`, "ApproximateNumberOfMessagesVisible");
    expect(found).toHaveLength(1);
    expect(found[0]?.Properties).toMatchObject({
      Threshold: 1,
      EvaluationPeriods: 1,
      ComparisonOperator: "GreaterThanOrEqualToThreshold",
      TreatMissingData: "notBreaching",
    });
  });

  test.each([
    { name: "nudges", allowed: 300 },
    { name: "tasks", allowed: 900 + 300 },
    { name: "wakes", allowed: 900 + 60 },
  ] as const)(
    "$name two minutes beyond the $allowed s of delay and work they may take ring one",
    ({ name, allowed }) => {
      const id = logicalIdOf(synth(), synth().stack.backend.queues[name].queue);
      const found = watching("QueueName", `<${id}.QueueName>`, "ApproximateAgeOfOldestMessage");
      expect(found.map(({ Properties }) => Properties.Threshold)).toEqual([allowed + 120]);
    },
  );

  test("a sweep that does not run rings one, though nothing is reported then", () => {
    const id = logicalIdOf(synth(), synth().stack.backend.functions.sweep.lambda);
    expect(watching("FunctionName", `<${id}>`, "Invocations")[0]?.Properties).toMatchObject({
      ComparisonOperator: "LessThanThreshold",
      TreatMissingData: "breaching",
    });
    expect(watching("FunctionName", `<${id}>`, "Errors")).toHaveLength(1);
  });

  test("requests that fail ring one beyond one in a thousand, so that it means the same at any size", () => {
    const failing = alarms.find(({ Properties }) => JSON.stringify(Properties.Metrics ?? []).includes('"5xx"'));
    const { Metrics, Threshold, EvaluationPeriods } = failing?.Properties ?? {};
    const ofApi = (name: string) =>
      Metrics.find(
        (one: { MetricStat?: { Metric: { MetricName: string } } }) => one.MetricStat?.Metric.MetricName === name,
      );
    expect([Threshold, EvaluationPeriods]).toEqual([5, 2]);
    expect(Metrics.find((one: { Expression?: string }) => one.Expression !== undefined).Expression).toBe(
      `FILL(${ofApi("5xx").Id}, 0) - FILL(${ofApi("Count").Id}, 0) / 1000`,
    );
  });

  test("a bell that EventBridge Scheduler gave up rings one", () => {
    expect(watching("ScheduleGroup", "<BellGroup>", "InvocationDroppedCount")).toHaveLength(1);
  });

  test.each([
    { metric: "WakeRingLateness", threshold: 60_000, statistic: { ExtendedStatistic: "p95" } },
    { metric: "OldestOverdue", threshold: 300_000, statistic: { Statistic: "Maximum" } },
  ])("$metric of the functions' own rings one, on this stage alone", ({ metric, threshold, statistic }) => {
    expect(watching("Stage", "dev", metric).map(({ Properties }) => Properties)).toMatchObject([
      { Namespace: "Followthrough", Threshold: threshold, TreatMissingData: "notBreaching", ...statistic },
    ]);
  });

  test("each says what people notice, in a sentence", () => {
    for (const { Properties } of alarms) expect(Properties.AlarmDescription).toMatch(/^[A-Z].{40,}\.$/);
  });

  test("without an address they are sent nowhere", () => {
    for (const { Properties } of alarms) expect(Properties.AlarmActions ?? []).toEqual([]);
  });

  test("an e-mail address gets all of them, and the all-clear", () => {
    const made = synth({ alarmEmail: "ops@example.com" });
    const [[topicId] = []] = [...resourcesOf(made, "AWS::SNS::Topic")];
    const [subscription] = resourcesOf(made, "AWS::SNS::Subscription").values();
    expect(subscription?.Properties).toMatchObject({ Protocol: "email", Endpoint: "ops@example.com" });
    for (const { Properties } of resourcesOf(made, "AWS::CloudWatch::Alarm").values()) {
      expect(Properties).toMatchObject({ AlarmActions: [{ Ref: topicId }], OKActions: [{ Ref: topicId }] });
    }
  });

  test("the topic of an e-mail address takes what alarms of this account and Region publish, over TLS alone", () => {
    const made = synth({ alarmEmail: "ops@example.com" });
    const [[topicId, topic] = []] = [...resourcesOf(made, "AWS::SNS::Topic")];
    // With a key of its own CloudWatch would need a right on that key, too.
    expect(topic?.Properties?.KmsMasterKeyId).toBeUndefined();
    const [policy, ...others] = resourcesOf(made, "AWS::SNS::TopicPolicy").values();
    expect(others).toEqual([]);
    expect(policy?.Properties.Topics).toEqual([{ Ref: topicId }]);
    const statements: readonly (Statement & { readonly Principal: unknown })[] =
      policy?.Properties.PolicyDocument.Statement;
    const [allow, ...more] = statements.filter(({ Effect }) => Effect === "Allow");
    expect(more).toEqual([]);
    expect(allow).toMatchObject({
      Action: "sns:Publish",
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Resource: { Ref: topicId },
      Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
    });
    const { ArnLike = {} } = (allow?.Condition ?? {}) as { readonly ArnLike?: Readonly<Record<string, unknown>> };
    const alarmsHere = "arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*";
    expect(flat(ArnLike["aws:SourceArn"])).toBe(alarmsHere);
    expect(statements.filter(({ Effect }) => Effect === "Deny")).toMatchObject([
      { Condition: { Bool: { "aws:SecureTransport": "false" } } },
    ]);
  });

  test("a topic that exists already gets all of them", () => {
    const topic = "arn:aws:sns:eu-central-1:111122223333:on-call";
    const made = synth({ alarmTopicArn: topic });
    expect(resourcesOf(made, "AWS::SNS::Topic").size).toBe(0);
    for (const { Properties } of resourcesOf(made, "AWS::CloudWatch::Alarm").values()) {
      expect(Properties.AlarmActions).toEqual([topic]);
    }
  });

  test("every metric of the functions' own is on the dashboard, and every reason of a drop", () => {
    const [dashboard] = resourcesOf(synth(), "AWS::CloudWatch::Dashboard").values();
    const body = flat(dashboard?.Properties.DashboardBody);
    for (const name of [...Object.values(metricNames), ...dropReasons]) expect(body).toContain(`"${name}"`);
  });

  test("are all on the dashboard", () => {
    const [dashboard] = resourcesOf(synth(), "AWS::CloudWatch::Dashboard").values();
    const body = flat(dashboard?.Properties.DashboardBody);
    for (const id of resourcesOf(synth(), "AWS::CloudWatch::Alarm").keys()) expect(body).toContain(`<${id}.Arn>`);
  });
});
