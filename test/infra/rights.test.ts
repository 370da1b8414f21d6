import { describe, expect, test } from "vitest";
import { wildcards } from "../../infra/wildcards.ts";
import { allStatements, flat, listOf, resourcesIn, resourcesOf, rightsOf, statementsOf } from "../support/policies.ts";
import { type Context, logicalIdOf, type Synth, synth } from "../support/synth.ts";

const bells = "arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<BellGroup>/*";
const ringer = (made: Synth) => logicalIdOf(made, made.stack.backend.schedules.ringer);
const starter = [...resourcesOf(synth(), "AWS::IAM::Role").keys()].find((id) => id.startsWith("SweeperStarter")) ?? "";
const model = "anthropic.claude-sonnet-5-5";

const table = (...actions: readonly string[]) => actions.map((action) => `dynamodb:${action} <Table.Arn>`);
const read = table("GetItem", "BatchGetItem", "Query");
const work = [...read, ...table("PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem")];
const send = (queue: string) => `sqs:SendMessage <${queue}.Arn>`;
const receive = (queue: string) =>
  ["ReceiveMessage", "DeleteMessage", "ChangeMessageVisibility", "GetQueueAttributes"].map(
    (action) => `sqs:${action} <${queue}.Arn>`,
  );
const takeBack = (queue: string) =>
  ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map((action) => `sqs:${action} <${queue}.Arn>`);
const silence = [`scheduler:DeleteSchedule ${bells}`];
const ring = [...silence, `scheduler:CreateSchedule ${bells}`, `iam:PassRole <${ringer(synth())}.Arn>`];
const think = [
  `bedrock:InvokeModel arn:<AWS::Partition>:bedrock:<AWS::Region>:<AWS::AccountId>:inference-profile/global.${model}`,
  `bedrock:InvokeModel arn:<AWS::Partition>:bedrock:<AWS::Region>::foundation-model/${model}`,
  `bedrock:InvokeModel arn:<AWS::Partition>:bedrock:::foundation-model/${model}`,
];

const worker = [...work, send("NudgesQueue"), send("TasksQueue"), send("WakesQueue"), ...ring, ...think];

/** Everything each function may do, beside writing its own log. */
const allowed = {
  accept: [...table("GetItem", "PutItem", "UpdateItem"), send("NudgesQueue")],
  "http-write": [...work, send("NudgesQueue"), ...silence],
  "http-read": read,
  operator: [
    ...work,
    "dynamodb:Query <Table.Arn>/index/by_agent",
    "dynamodb:Query <Table.Arn>/index/attention",
    ...["Nudges", "Tasks", "Wakes"].flatMap((name) => [send(`${name}Queue`), ...takeBack(`${name}DeadLetterQueue`)]),
    ...ring,
  ],
  openapi: [],
  fold: [...worker, ...receive("NudgesQueue")],
  task: [...worker, ...receive("TasksQueue")],
  wake: [...work, send("NudgesQueue"), send("WakesQueue"), ...receive("WakesQueue")],
  sweep: ["dynamodb:Query <Table.Arn>/index/attention", send("NudgesQueue"), send("WakesQueue")],
  "agent-tools": [...work, send("WakesQueue"), ...ring],
};

const trustOf = (roleId: string) =>
  resourcesOf(synth(), "AWS::IAM::Role").get(roleId)?.Properties.AssumeRolePolicyDocument.Statement;

describe("rights", () => {
  test.each(Object.values(synth().stack.backend.functions))(
    "$name may do exactly what its work needs",
    ({ name, role, log }) => {
      const logId = logicalIdOf(synth(), log);
      const own = [`logs:CreateLogStream <${logId}.Arn>`, `logs:PutLogEvents <${logId}.Arn>`];
      expect(rightsOf(synth(), logicalIdOf(synth(), role))).toEqual([...allowed[name], ...own].sort());
    },
  );

  test("each function has a role of its own, without a managed policy", () => {
    const roles = resourcesOf(synth(), "AWS::IAM::Role");
    // One for each function, one for the bells, one for the sweep.
    expect(roles.size).toBe(Object.keys(allowed).length + 2);
    for (const { Properties } of roles.values()) expect(Properties.ManagedPolicyArns).toBeUndefined();
  });

  test("a bell can send to the wakes queue and do nothing else", () => {
    expect(rightsOf(synth(), ringer(synth()))).toEqual([send("WakesQueue")]);
  });

  test("the sweep's schedule can start the sweep and do nothing else", () => {
    const sweep = logicalIdOf(synth(), synth().stack.backend.functions.sweep.lambda);
    expect(rightsOf(synth(), starter)).toEqual([`lambda:InvokeFunction <${sweep}.Arn>`]);
  });

  test("only EventBridge Scheduler can be handed the bells' role", () => {
    const passes = allStatements(synth()).filter(({ Action }) => listOf(Action).includes("iam:PassRole"));
    // Of the two workers, the operators and the agents outside.
    expect(passes).toHaveLength(4);
    for (const { Condition } of passes) {
      expect(Condition).toEqual({ StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" } });
    }
  });

  test.each([
    { role: ringer(synth()), group: "BellGroup" },
    { role: starter, group: "SweepGroup" },
  ])("the role $role serves this account's $group alone", ({ role, group }) => {
    expect(trustOf(role)).toEqual([
      {
        Action: "sts:AssumeRole",
        Effect: "Allow",
        Principal: { Service: "scheduler.amazonaws.com" },
        Condition: {
          StringEquals: {
            "aws:SourceAccount": { Ref: "AWS::AccountId" },
            "aws:SourceArn": { "Fn::GetAtt": [group, "Arn"] },
          },
        },
      },
    ]);
  });

  test("no statement allows an action by pattern or excludes instead of naming", () => {
    for (const statement of allStatements(synth())) {
      expect(statement.Effect).toBe("Allow");
      for (const action of listOf(statement.Action)) expect(action).toMatch(/^[a-z-]+:[A-Za-z]+$/);
      expect(Object.keys(statement)).not.toContain("NotResource");
    }
  });
});

describe("what no function may", () => {
  const functions = Object.values(synth().stack.backend.functions);
  /** Every right of a function, without those on its own log. */
  const rightsIn = (name: string) => {
    const found = functions.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no function ${name}`);
    return rightsOf(synth(), logicalIdOf(synth(), found.role)).filter((right) => !right.startsWith("logs:"));
  };
  const whoMay = (right: RegExp) =>
    functions.map(({ name }) => name).filter((name) => rightsIn(name).some((one) => right.test(one)));
  const workers = ["fold", "task"];
  const writers = ["accept", "http-write", "operator", ...workers, "wake", "agent-tools"];

  test.each<{ readonly what: string; readonly right: RegExp; readonly who: readonly string[] }>([
    { what: "scan the table", right: /^dynamodb:(Scan|PartiQL\w*|ExecuteStatement)/, who: [] },
    { what: "change the table itself", right: /^dynamodb:\w*(Table|Backup|TimeToLive|Stream|Export|Import)/, who: [] },
    { what: "write into it", right: /^dynamodb:(Put|Update|Delete|BatchWrite)/, who: writers },
    {
      what: "delete from it",
      right: /^dynamodb:(DeleteItem|BatchWriteItem)/,
      who: writers.filter((name) => name !== "accept"),
    },
    {
      what: "read more than one item of it by key",
      right: /^dynamodb:(Query|BatchGetItem) <Table.Arn>$/,
      who: [...writers, "http-read"].filter((name) => name !== "accept"),
    },
    { what: "see what is pending of every owner", right: /index\/by_agent/, who: ["operator"] },
    { what: "see what is overdue of every owner", right: /index\/attention/, who: ["operator", "sweep"] },
    { what: "ask the model", right: /^bedrock:/, who: workers },
    { what: "use the model in another way", right: /^bedrock:(?!InvokeModel )/, who: [] },
    { what: "set a bell", right: /^scheduler:CreateSchedule/, who: ["operator", ...workers, "agent-tools"] },
    { what: "give a role away", right: /^iam:(?!PassRole )/, who: [] },
    { what: "read dead letters", right: /DeadLetterQueue/, who: ["operator"] },
    { what: "empty a queue or change it", right: /^sqs:(Purge|Delete|Set|Add|Remove)\w*Queue|^sqs:SetQueue/, who: [] },
    { what: "read a secret or a key", right: /^(secretsmanager|ssm|kms|s3|sts|lambda):/, who: [] },
  ])("$what: $who", ({ right, who }) => {
    expect(whoMay(right).sort()).toEqual([...who].sort());
  });

  test("each right is of a service that the system needs", () => {
    const services = new Set(functions.flatMap(({ name }) => rightsIn(name).map((right) => right.split(":")[0])));
    expect([...services].sort()).toEqual(["bedrock", "dynamodb", "iam", "scheduler", "sqs"]);
  });
});

describe("wildcards", () => {
  const contexts: readonly Context[] = [{}, { modelId: `eu.${model}` }, { modelId: "amazon.nova-lite-v1:0" }];

  test.each(contexts)("each resource with a wildcard has its reason and each reason a resource: %o", (context) => {
    const made = synth(context);
    const found = allStatements(made).flatMap((statement) =>
      resourcesIn(statement)
        .filter((resource) => resource.includes("*"))
        .map((resource) => `${statement.Sid}: ${resource}`),
    );
    const listed = wildcards(made.stack.backend.config).map(({ sid, resource }) => `${sid}: ${resource}`);
    expect([...new Set(found)].sort()).toEqual([...listed].sort());
  });

  test("a reason is a sentence", () => {
    for (const { reason } of wildcards(synth({ modelId: `eu.${model}` }).stack.backend.config)) {
      expect(reason).toMatch(/^[A-Z].{40,}\.$/);
    }
  });
});

describe("the model", () => {
  const modelRights = (modelId: string) => {
    const made = synth({ modelId });
    return statementsOf(made, logicalIdOf(made, made.stack.backend.functions.fold.role)).filter(({ Action }) =>
      listOf(Action).includes("bedrock:InvokeModel"),
    );
  };

  test("in this Region is called directly", () => {
    const [statement, ...others] = modelRights("amazon.nova-lite-v1:0");
    expect(others).toEqual([]);
    expect(flat(statement?.Resource)).toBe(
      "arn:<AWS::Partition>:bedrock:<AWS::Region>::foundation-model/amazon.nova-lite-v1:0",
    );
  });

  test.each(["global", "eu"])("behind a %s profile is called through this profile only", (prefix) => {
    const [profile, behind] = modelRights(`${prefix}.${model}`);
    expect(flat(profile?.Resource)).toMatch(new RegExp(`:inference-profile/${prefix}\\.${model}$`));
    expect(behind?.Condition).toEqual({ StringEquals: { "bedrock:InferenceProfileArn": profile?.Resource } });
  });
});
