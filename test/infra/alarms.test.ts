import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Operation } from "aws-cdk-lib/aws-dynamodb";
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

/** A metric or an expression of an alarm. */
interface Operand {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: { readonly Dimensions: readonly { readonly Name: string; readonly Value: unknown }[] };
  };
}

/** The metrics that an expression uses without saying what counts while they are missing. */
const unfilled = (expression: string, ids: readonly string[]): readonly string[] => {
  const bare: readonly string[] = expression.replaceAll(/FILL\(\w+, *[\w.]+\)/g, "").match(/[A-Za-z]\w*/g) ?? [];
  return ids.filter((id) => bare.includes(id));
};

/** The requests by which the table's adapter writes. */
const adapter = readFileSync(join(import.meta.dirname, "../../shared/adapters/dynamo/table.ts"), "utf8");
const sent = [...adapter.matchAll(/new (\w+)Command\(/g)].map(([, name]) => name ?? "");
const sentWrites = Object.values(Operation).filter((name) => sent.includes(name) && !/Get|Query|Scan/.test(name));

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

  test("refused writes of every kind that the product sends ring one, though only one kind is refused", () => {
    const found = alarms.filter(({ Properties }) => JSON.stringify(Properties).includes('"ThrottledRequests"'));
    expect(found).toHaveLength(1);
    const { Metrics, Threshold, EvaluationPeriods } = found[0]?.Properties ?? {};
    expect([Threshold, EvaluationPeriods]).toEqual([10, 3]);
    const operands: readonly Operand[] = Metrics.filter((one: Operand) => one.MetricStat !== undefined);
    const dimensions = operands.map(({ MetricStat }) =>
      Object.fromEntries(MetricStat?.Metric.Dimensions.map(({ Name, Value }) => [Name, Value]) ?? []),
    );
    const wanted = sentWrites.map((Operation) => ({ Operation, TableName: { Ref: "Table" } }));
    expect(new Set(dimensions)).toEqual(new Set(wanted));
    const sum = operands.map(({ Id }) => `FILL(${Id}, 0)`).join(" + ");
    expect(Metrics.filter((one: Operand) => one.MetricStat === undefined)).toMatchObject([{ Expression: sum }]);
  });

  test("none reckons with a metric as if it were never missing", () => {
    const reckoning = alarms.map(({ Properties }): readonly Operand[] => Properties.Metrics ?? []);
    expect(reckoning.flat().filter(({ Expression }) => Expression !== undefined).length).toBeGreaterThan(1);
    for (const metrics of reckoning) {
      const ids = metrics.filter(({ MetricStat }) => MetricStat !== undefined).map(({ Id }) => Id);
      for (const { Expression = "" } of metrics) expect(unfilled(Expression, ids), Expression).toEqual([]);
    }
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

  test("those of what queues gave up say that the sweep goes on, as the runbook does", () => {
    const { queues } = synth().stack.backend;
    for (const { deadLetters } of [queues.nudges, queues.tasks, queues.wakes]) {
      const id = logicalIdOf(synth(), deadLetters);
      const [alarm] = watching("QueueName", `<${id}.QueueName>`, "ApproximateNumberOfMessagesVisible");
      expect(alarm?.Properties.AlarmDescription).toMatch(
        /the sweep (goes on asking|has it tried again|rings it again)/,
      );
    }
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

  test("no graph of the dashboard reckons with a metric as if it were never missing", () => {
    const [dashboard] = resourcesOf(synth(), "AWS::CloudWatch::Dashboard").values();
    const { widgets } = JSON.parse(flat(dashboard?.Properties.DashboardBody));
    type Line = readonly (string | { readonly id?: string; readonly expression?: string })[];
    const graphs: readonly (readonly Line[])[] = widgets.map(
      ({ properties }: { properties: { metrics?: readonly Line[] } }) => properties.metrics ?? [],
    );
    expect(graphs.flat().length).toBeGreaterThan(10);
    for (const lines of graphs) {
      const ends = lines.map((line) => line.at(-1)).filter((end) => typeof end === "object");
      const ids = ends.flatMap(({ id, expression }) => (id === undefined || expression !== undefined ? [] : [id]));
      for (const { expression = "" } of ends) expect(unfilled(expression, ids), expression).toEqual([]);
    }
  });

  test("are all on the dashboard", () => {
    const [dashboard] = resourcesOf(synth(), "AWS::CloudWatch::Dashboard").values();
    const body = flat(dashboard?.Properties.DashboardBody);
    for (const id of resourcesOf(synth(), "AWS::CloudWatch::Alarm").keys()) expect(body).toContain(`<${id}.Arn>`);
  });
});
