import * as z from "zod";
import type { Json } from "../json.ts";
import type { Blueprint, QueueSpec, ScheduleSpec, TableSpec } from "./blueprint.ts";
import { readFunctions } from "./read-functions.ts";
import { readRoutes } from "./read-routes.ts";
import { ResourceReader } from "./resource-reader.ts";
import type { TemplateSource } from "./template-source.ts";

/** Types that have no effect on one machine: rights, logs, alarms and what only CloudFormation itself reads. */
const ignored: readonly RegExp[] = [
  /^AWS::IAM::/,
  /^AWS::Logs::/,
  /^AWS::CloudWatch::/,
  /^AWS::CDK::/,
  /^AWS::SNS::/,
  /^AWS::KMS::/,
  /^AWS::SQS::QueuePolicy$/,
  /^AWS::Lambda::(Permission|EventInvokeConfig)$/,
  /^AWS::ApiGatewayV2::(Api|Stage|Integration|Authorizer|Route)$/,
  /^AWS::Lambda::(Function|EventSourceMapping)$/,
  /^AWS::DynamoDB::(Table|GlobalTable)$/,
  /^AWS::SQS::Queue$/,
  /^AWS::Scheduler::(Schedule|ScheduleGroup)$/,
];

/**
 * Reads what runs on this machine out of a synthesised template.
 * @throws on a resource type, a property or an intrinsic that the local stack does not model.
 */
export function readTemplate(source: TemplateSource): Blueprint {
  const reader = new ResourceReader(source.template, source.location);
  for (const [logicalId, { Type }] of Object.entries(source.template.Resources)) {
    if (!ignored.some((type) => type.test(Type))) {
      throw new Error(
        `the local stack does not know ${Type} (${logicalId}); teach it in local/template or leave it out`,
      );
    }
  }
  const functions = readFunctions(reader, source);
  return {
    region: source.location.region,
    accountId: source.location.accountId,
    functions,
    routes: readRoutes(reader, functions),
    queues: readQueues(reader),
    mappings: readMappings(reader, functions),
    tables: readTables(reader),
    scheduleGroups: reader.idsOf("AWS::Scheduler::ScheduleGroup").map((id) => reader.names.nameOf(id)),
    schedules: readSchedules(reader, source.location.stackName),
  };
}

const queueAttributes: Readonly<Record<string, string>> = {
  VisibilityTimeout: "VisibilityTimeout",
  DelaySeconds: "DelaySeconds",
  MessageRetentionPeriod: "MessageRetentionPeriod",
  MaximumMessageSize: "MaximumMessageSize",
  ReceiveMessageWaitTimeSeconds: "ReceiveMessageWaitTimeSeconds",
  FifoQueue: "FifoQueue",
  ContentBasedDeduplication: "ContentBasedDeduplication",
  RedrivePolicy: "RedrivePolicy",
  RedriveAllowPolicy: "RedriveAllowPolicy",
  SqsManagedSseEnabled: "SqsManagedSseEnabled",
};

const QueueProperties = z.record(z.string(), z.custom<Json>());

function readQueues(reader: ResourceReader): QueueSpec[] {
  return reader.idsOf("AWS::SQS::Queue").map((id) => {
    const properties = reader.properties(id, QueueProperties);
    const attributes = Object.entries(properties).flatMap(([name, value]) => {
      const attribute = queueAttributes[name];
      if (attribute === undefined) return [];
      return [[attribute, typeof value === "object" ? JSON.stringify(value) : String(value)]];
    });
    return { name: reader.names.nameOf(id), arn: reader.names.arnOf(id), attributes: Object.fromEntries(attributes) };
  });
}

const MappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).default({}),
  FilterCriteria: z.never({ error: "the local stack does not filter messages" }).optional(),
});

function readMappings(reader: ResourceReader, functions: Blueprint["functions"]): Blueprint["mappings"] {
  return reader.idsOf("AWS::Lambda::EventSourceMapping").flatMap((id) => {
    const mapping = reader.properties(id, MappingProperties);
    if (!mapping.Enabled) return [];
    return [
      {
        queueArn: mapping.EventSourceArn,
        functionName: reader.functionNamed(mapping.FunctionName, functions).name,
        batchSize: mapping.BatchSize,
        windowSeconds: mapping.MaximumBatchingWindowInSeconds,
        reportsItemFailures: mapping.FunctionResponseTypes.includes("ReportBatchItemFailures"),
        maxConcurrency: mapping.ScalingConfig.MaximumConcurrency,
      },
    ];
  });
}

const Keys = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));
const TableProperties = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
  KeySchema: Keys,
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema: Keys,
        Projection: z.object({ ProjectionType: z.string(), NonKeyAttributes: z.array(z.string()).optional() }),
      }),
    )
    .optional(),
  StreamSpecification: z.never({ error: "the local stack does not read table streams" }).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

function readTables(reader: ResourceReader): TableSpec[] {
  const ids = [...reader.idsOf("AWS::DynamoDB::Table"), ...reader.idsOf("AWS::DynamoDB::GlobalTable")];
  return ids.map((id) => {
    const { TimeToLiveSpecification: ttl, GlobalSecondaryIndexes, ...rest } = reader.properties(id, TableProperties);
    const name = reader.names.nameOf(id);
    const indexes = GlobalSecondaryIndexes === undefined ? {} : { GlobalSecondaryIndexes };
    const createTable = { TableName: name, BillingMode: "PAY_PER_REQUEST", ...rest, ...indexes };
    return {
      name,
      arn: reader.names.arnOf(id),
      createTable: JSON.parse(JSON.stringify(createTable)),
      ttlAttribute: ttl?.Enabled === true ? ttl.AttributeName : undefined,
    };
  });
}

const ScheduleProperties = z.object({
  Name: z.string().optional(),
  GroupName: z.string().default("default"),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default("UTC"),
  State: z.string().default("ENABLED"),
  Target: z.object({ Arn: z.string(), RoleArn: z.string(), Input: z.string().optional() }),
});

function readSchedules(reader: ResourceReader, stackName: string): ScheduleSpec[] {
  return reader.idsOf("AWS::Scheduler::Schedule").map((id) => {
    const properties = reader.properties(id, ScheduleProperties);
    return {
      name: properties.Name ?? `${stackName}-${id}`.slice(-64),
      group: properties.GroupName,
      expression: properties.ScheduleExpression,
      timeZone: properties.ScheduleExpressionTimezone,
      enabled: properties.State === "ENABLED",
      targetArn: properties.Target.Arn,
      roleArn: properties.Target.RoleArn,
      input: properties.Target.Input,
    };
  });
}
