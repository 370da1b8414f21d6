import { describe, expect, test } from "vitest";
import { functionSizes } from "../../infra/functions.ts";
import { flat, resourcesOf } from "../support/policies.ts";
import { logicalIdOf, synth } from "../support/synth.ts";

const functions = Object.values(synth().stack.backend.functions);
const lambdas = resourcesOf(synth(), "AWS::Lambda::Function");
const propertiesOf = (name: string) => {
  const made = functions.find((one) => one.name === name);
  if (made === undefined) throw new Error(`No function ${name}`);
  return lambdas.get(logicalIdOf(synth(), made.lambda))?.Properties;
};
const names = Object.keys(functionSizes);

/** The settings beside STAGE and LOG_LEVEL, which every function has. */
const settings: Readonly<Record<string, readonly string[]>> = {
  accept: ["NUDGE_QUEUE_URL", "TABLE_NAME"],
  "http-write": ["NUDGE_QUEUE_URL", "SCHEDULE_GROUP", "SCHEDULE_ROLE_ARN", "TABLE_NAME", "WAKE_QUEUE_ARN"],
  "http-read": ["TABLE_NAME"],
  operator: [
    "NUDGE_DEAD_LETTERS_URL",
    "NUDGE_QUEUE_URL",
    "SCHEDULE_GROUP",
    "SCHEDULE_ROLE_ARN",
    "TABLE_NAME",
    "TASK_DEAD_LETTERS_URL",
    "TASK_QUEUE_URL",
    "WAKE_DEAD_LETTERS_URL",
    "WAKE_QUEUE_ARN",
    "WAKE_QUEUE_URL",
  ],
  openapi: [],
  fold: [
    "MODEL_ID",
    "NUDGE_QUEUE_URL",
    "SCHEDULE_GROUP",
    "SCHEDULE_ROLE_ARN",
    "TABLE_NAME",
    "TASK_QUEUE_URL",
    "WAKE_QUEUE_ARN",
    "WAKE_QUEUE_URL",
  ],
  task: [
    "MODEL_ID",
    "NUDGE_QUEUE_URL",
    "SCHEDULE_GROUP",
    "SCHEDULE_ROLE_ARN",
    "TABLE_NAME",
    "TASK_QUEUE_URL",
    "WAKE_QUEUE_ARN",
    "WAKE_QUEUE_URL",
  ],
  wake: ["NUDGE_QUEUE_URL", "TABLE_NAME", "WAKE_QUEUE_URL", "WAKE_UP_OWNER"],
  sweep: ["NUDGE_QUEUE_URL", "SESSION_DAYS", "TABLE_NAME", "WAKE_QUEUE_URL"],
  "agent-tools": ["SCHEDULE_GROUP", "SCHEDULE_ROLE_ARN", "TABLE_NAME", "WAKE_QUEUE_ARN", "WAKE_QUEUE_URL"],
};

describe("the functions", () => {
  test("are those of the list, and no construct brings another", () => {
    expect(lambdas.size).toBe(names.length);
    expect(functions.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  test.each(names)("%s runs on Node 24, arm64, with JSON logs in a log group that ends", (name) => {
    const properties = propertiesOf(name);
    expect(properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Handler: "index.handler",
      LoggingConfig: { LogFormat: "JSON", ApplicationLogLevel: "INFO" },
    });
    expect(properties.TracingConfig).toBeUndefined();
    const log = resourcesOf(synth(), "AWS::Logs::LogGroup").get(properties.LoggingConfig.LogGroup.Ref);
    expect(log?.Properties.RetentionInDays).toBe(14);
  });

  test.each([
    ["DEBUG", "DEBUG"],
    ["INFO", "INFO"],
    ["WARN", "INFO"],
    ["ERROR", "INFO"],
  ] as const)("at %s have Lambda let through what the log wrote and the metrics beside it", (logLevel, passed) => {
    for (const { Properties } of resourcesOf(synth({ logLevel }), "AWS::Lambda::Function").values()) {
      expect(Properties.LoggingConfig.ApplicationLogLevel).toBe(passed);
      expect(Properties.Environment.Variables["LOG_LEVEL"]).toBe(logLevel);
    }
  });

  test("do not log each call that went well, unless somebody debugs", () => {
    const levels = (made: ReturnType<typeof synth>) => {
      const all = [...resourcesOf(made, "AWS::Lambda::Function").values()];
      return [...new Set(all.map(({ Properties }) => Properties.LoggingConfig.SystemLogLevel))];
    };
    expect(levels(synth())).toEqual(["WARN"]);
    expect(levels(synth({ logLevel: "DEBUG" }))).toEqual(["INFO"]);
  });

  test("keep their logs for three months on prod, past the end of the stack", () => {
    const logs = [...resourcesOf(synth({ stage: "prod" }), "AWS::Logs::LogGroup").values()];
    expect(logs).toHaveLength(names.length + 1);
    for (const log of logs) expect([log.Properties.RetentionInDays, log.DeletionPolicy]).toEqual([90, "Retain"]);
  });

  test.each(Object.entries(settings))("%s knows the addresses it may use and no other", (name, expected) => {
    const { STAGE, LOG_LEVEL, ...others } = propertiesOf(name).Environment.Variables;
    expect({ STAGE, LOG_LEVEL }).toEqual({ STAGE: "dev", LOG_LEVEL: "INFO" });
    expect(Object.keys(others).sort()).toEqual(expected);
  });

  test("find in a setting what the setting names", () => {
    const variables = propertiesOf("task").Environment.Variables;
    const { STAGE: _stage, LOG_LEVEL: _level, MODEL_ID, ...references } = variables;
    expect(MODEL_ID).toBe("global.anthropic.claude-sonnet-5-5");
    expect(Object.fromEntries(Object.entries(references).map(([name, value]) => [name, flat(value)]))).toEqual({
      NUDGE_QUEUE_URL: "<NudgesQueue>",
      SCHEDULE_GROUP: "<BellGroup>",
      SCHEDULE_ROLE_ARN: `<${logicalIdOf(synth(), synth().stack.backend.schedules.ringer)}.Arn>`,
      TABLE_NAME: "<Table>",
      TASK_QUEUE_URL: "<TasksQueue>",
      WAKE_QUEUE_ARN: "<WakesQueue.Arn>",
      WAKE_QUEUE_URL: "<WakesQueue>",
    });
  });

  test.each(["accept", "http-write", "http-read", "operator", "openapi"])(
    "%s ends before API Gateway gives up at 30 s",
    (name) => {
      expect(propertiesOf(name).Timeout).toBeLessThan(30);
    },
  );

  test("may answer to a queue they feed only where a plan needs it", () => {
    const looping = names.filter((name) => propertiesOf(name).RecursiveLoop === "Allow");
    expect(looping).toEqual(["fold", "task", "wake"]);
  });
});

describe("the sweep", () => {
  test("runs every minute and is not made up for, as the next one does the same work", () => {
    const [schedule, ...others] = resourcesOf(synth(), "AWS::Scheduler::Schedule").values();
    expect(others).toEqual([]);
    const sweepId = logicalIdOf(synth(), synth().stack.backend.functions.sweep.lambda);
    expect(schedule?.Properties).toMatchObject({
      GroupName: { Ref: "SweepGroup" },
      ScheduleExpression: "rate(1 minute)",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: {
        Arn: { "Fn::GetAtt": [sweepId, "Arn"] },
        Input: '{"ahead_seconds":0}',
        RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
      },
    });
    const [invoke] = resourcesOf(synth(), "AWS::Lambda::EventInvokeConfig").values();
    expect(invoke?.Properties).toMatchObject({
      FunctionName: { Ref: sweepId },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });
});
