import { expect, test } from "vitest";
import { resourcesOf } from "../support/policies.ts";
import { synth } from "../support/synth.ts";

/** Types whose replacement loses data, drops messages or locks callers out. */
const statefulTypes = [
  "AWS::DynamoDB::GlobalTable",
  "AWS::KMS::Key",
  "AWS::SQS::Queue",
  "AWS::Scheduler::ScheduleGroup",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolClient",
  "AWS::Cognito::UserPoolDomain",
  "AWS::Cognito::UserPoolResourceServer",
  "AWS::ApiGatewayV2::Api",
];

/** Changing a line here is a migration, not a refactoring. */
const committed = [
  "Api",
  "ApiScopes",
  "BellGroup",
  "LogKey",
  "NudgesDeadLetterQueue",
  "NudgesQueue",
  "OperatorsClient",
  "PeopleClient",
  "SweepGroup",
  "Table",
  "TasksDeadLetterQueue",
  "TasksQueue",
  "TokenDomain",
  "UserPool",
  "WakesDeadLetterQueue",
  "WakesQueue",
];

test.each(["dev", "prod"])("nothing on %s that holds state changes its logical id, which would replace it", (stage) => {
  const made = synth({ stage, encryptLogs: "true" });
  const found = statefulTypes.flatMap((type) => [...resourcesOf(made, type).keys()]);
  expect(found.sort()).toEqual(committed);
});
