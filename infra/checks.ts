import { type App, CloudFormationValidatePlugin, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, type NagPack, ServerlessChecks } from "cdk-nag";
import type { IConstruct } from "constructs";
import type { StageConfig } from "./config.ts";
import type { Followthrough } from "./followthrough.ts";
import type { FollowthroughStack } from "./followthrough-stack.ts";
import { wildcards } from "./wildcards.ts";

/** A rule of cdk-nag that does not fit a part of the stack, and why. */
export interface Exception {
  readonly rule: string;
  readonly at: readonly IConstruct[];
  readonly reason: string;
}

/** The rule packs the stack is held to. */
export function nagPacks(app: App): readonly NagPack[] {
  return [new AwsSolutionsChecks(app), new ServerlessChecks(app)];
}

/** Makes synthesis fail on an invalid template and on every nag finding without a reason in {@link exceptions}. */
export function addChecks(app: App, stack: FollowthroughStack): void {
  for (const { rule, at, reason } of exceptions(stack)) {
    for (const construct of at) Validations.of(construct).acknowledge({ id: rule, reason });
  }
  Validations.of(app).addPlugins(new CloudFormationValidatePlugin(), ...nagPacks(app));
}

/** Every exception the stack needs; each is narrowed to the constructs it is about. */
export function exceptions(stack: FollowthroughStack): readonly Exception[] {
  const { backend } = stack;
  return [
    ...wildcardExceptions(backend.config, stack),
    ...functionExceptions(backend),
    ...queueExceptions(backend),
    ...accessExceptions(backend),
  ];
}

function wildcardExceptions(config: StageConfig, stack: FollowthroughStack): readonly Exception[] {
  return wildcards(config).map(({ resource, reason }) => ({
    rule: `AwsSolutions-IAM5[Resource::${resource}]`,
    at: [stack],
    reason,
  }));
}

function functionExceptions({ functions }: Followthrough): readonly Exception[] {
  const { sweep, ...answering } = functions;
  return [
    {
      rule: "Serverless-LambdaDLQ",
      at: Object.values(answering),
      reason:
        "Called by API Gateway or a queue, never asynchronously; the queues have dead-letter queues of their own.",
    },
    {
      rule: "Serverless-LambdaDLQ",
      at: [sweep],
      reason: "A sweep that fails is repeated a minute later with the same work, and an alarm counts the failures.",
    },
    {
      rule: "Serverless-LambdaAsyncFailureDestination",
      at: [sweep],
      reason: "A sweep carries no data that could be lost; the next one is a minute away.",
    },
    {
      rule: "Serverless-LambdaTracing",
      at: Object.values(functions),
      reason: "X-Ray needs write permission on every resource. Runs are traced by their recorded events instead.",
    },
    {
      rule: "Serverless-LambdaEventSourceMappingDestination",
      at: [functions.fold, functions.task, functions.wake],
      reason: "A mapping of an SQS queue has no failure destination; the queue's redrive policy is what does this.",
    },
  ];
}

function queueExceptions({ queues }: Followthrough): readonly Exception[] {
  return [
    {
      rule: "Serverless-SQSRedrivePolicy",
      at: [queues.nudges.deadLetters, queues.tasks.deadLetters, queues.wakes.deadLetters],
      reason: "These are the dead-letter queues.",
    },
  ];
}

function accessExceptions({ authentication, alarms, http }: Followthrough): readonly Exception[] {
  const pool = authentication.userPool;
  const { topic } = alarms;
  return [
    {
      rule: "AwsSolutions-APIG4",
      at: http.openRoutes,
      reason: "The description of the API is public, so that clients can be generated before anybody has a token.",
    },
    {
      rule: "AwsSolutions-COG2",
      at: pool === undefined ? [] : [pool],
      reason: "A second factor is offered to everybody but not forced: the pool is the way in for a first try.",
    },
    {
      rule: "AwsSolutions-COG8",
      at: pool === undefined ? [] : [pool],
      reason: "The plus plan bills every user. Who needs its threat protection sets jwtIssuer to a pool that has it.",
    },
    {
      rule: "Serverless-SNSRedrivePolicy",
      at: topic === undefined ? [] : [topic],
      reason: "The topic sends e-mail, which SNS retries by itself; every alarm is also on the dashboard.",
    },
  ];
}
