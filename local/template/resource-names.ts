import { createHash } from "node:crypto";
import type { Json } from "../json.ts";
import { type Lookup, resolve } from "./intrinsics.ts";
import type { Template, TemplateResource } from "./template-file.ts";

/** Where the stack "is". Everything here ends up in ARNs, names and addresses. */
export interface Location {
  readonly stackName: string;
  readonly region: string;
  readonly accountId: string;
  /** Origin of the SQS server; queue URLs are made from it. */
  readonly queueOrigin: string;
  /** Ends the name of every table that the template does not name itself. */
  readonly tableSuffix: string;
}

/** How resources of one type are named: the property with an explicit name, the ARN, and what `Ref` gives. */
interface Naming {
  readonly property: string;
  readonly maxLength: number;
  readonly arn: (name: string, at: Location) => string;
  readonly ref?: "arn" | "url";
}

const arn = (service: string, prefix: string) => (name: string, at: Location) =>
  `arn:aws:${service}:${at.region}:${at.accountId}:${prefix}${name}`;

const table: Naming = { property: "TableName", maxLength: 255, arn: arn("dynamodb", "table/") };

const namings: Readonly<Record<string, Naming>> = {
  "AWS::DynamoDB::Table": table,
  "AWS::DynamoDB::GlobalTable": table,
  "AWS::SQS::Queue": { property: "QueueName", maxLength: 80, arn: arn("sqs", ""), ref: "url" },
  "AWS::Lambda::Function": { property: "FunctionName", maxLength: 64, arn: arn("lambda", "function:") },
  "AWS::IAM::Role": {
    property: "RoleName",
    maxLength: 64,
    arn: (name, at) => `arn:aws:iam::${at.accountId}:role/${name}`,
  },
  "AWS::Logs::LogGroup": {
    property: "LogGroupName",
    maxLength: 512,
    arn: (name, at) => `${arn("logs", "log-group:")(name, at)}:*`,
  },
  "AWS::Scheduler::ScheduleGroup": { property: "Name", maxLength: 64, arn: arn("scheduler", "schedule-group/") },
  "AWS::SNS::Topic": { property: "TopicName", maxLength: 256, arn: arn("sns", ""), ref: "arn" },
  "AWS::CloudWatch::Alarm": { property: "AlarmName", maxLength: 255, arn: arn("cloudwatch", "alarm:") },
};

/** Names, ARNs and references of a template's resources, given the way CloudFormation would give them. */
export class ResourceNames implements Lookup {
  readonly #template: Template;
  readonly #at: Location;

  constructor(template: Template, at: Location) {
    this.#template = template;
    this.#at = at;
  }

  ref(name: string): Json {
    const pseudo = this.#pseudo(name);
    if (pseudo !== undefined) return pseudo;
    const parameter = this.#template.Parameters?.[name];
    if (parameter !== undefined) return parameter.Default ?? "";
    const resource = this.#resource(name);
    const naming = namings[resource.Type];
    if (naming === undefined) return name;
    if (naming.ref === "url") return this.queueUrl(this.nameOf(name));
    return naming.ref === "arn" ? this.arnOf(name) : this.nameOf(name);
  }

  attribute(logicalId: string, attribute: string): Json {
    const resource = this.#resource(logicalId);
    if (attribute === "Arn" || attribute === "TopicArn") return this.arnOf(logicalId);
    if (attribute === "QueueName") return this.nameOf(logicalId);
    if (attribute === "QueueUrl") return this.queueUrl(this.nameOf(logicalId));
    throw new Error(`the local stack does not know the attribute ${attribute} of ${resource.Type} (${logicalId})`);
  }

  /** The physical name: the explicit one, or stack name and logical id, cut like CloudFormation does. */
  nameOf(logicalId: string): string {
    const resource = this.#resource(logicalId);
    const naming = this.#naming(resource, logicalId);
    const explicit = resource.Properties?.[naming.property];
    if (explicit !== undefined) return String(resolve(explicit, this));
    const ofTable = naming === table ? this.#at.tableSuffix : "";
    const suffix = resource.Properties?.["FifoQueue"] === true ? ".fifo" : ofTable;
    return shorten(`${this.#at.stackName}-${logicalId}`, naming.maxLength - suffix.length) + suffix;
  }

  arnOf(logicalId: string): string {
    const naming = this.#naming(this.#resource(logicalId), logicalId);
    return naming.arn(this.nameOf(logicalId), this.#at);
  }

  queueUrl(name: string): string {
    return `${this.#at.queueOrigin}/${this.#at.accountId}/${name}`;
  }

  #naming(resource: TemplateResource, logicalId: string): Naming {
    const naming = namings[resource.Type];
    if (naming === undefined)
      throw new Error(`the local stack cannot name a resource of type ${resource.Type} (${logicalId})`);
    return naming;
  }

  #resource(logicalId: string): TemplateResource {
    const resource = this.#template.Resources[logicalId];
    if (resource === undefined) throw new Error(`the template refers to ${logicalId}, which it does not contain`);
    return resource;
  }

  #pseudo(name: string): string | undefined {
    switch (name) {
      case "AWS::Region":
        return this.#at.region;
      case "AWS::AccountId":
        return this.#at.accountId;
      case "AWS::Partition":
        return "aws";
      case "AWS::URLSuffix":
        return "amazonaws.com";
      case "AWS::StackName":
        return this.#at.stackName;
      case "AWS::StackId":
        return `arn:aws:cloudformation:${this.#at.region}:${this.#at.accountId}:stack/${this.#at.stackName}/local`;
      default:
        return undefined;
    }
  }
}

function shorten(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  const mark = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, maxLength - 9)}-${mark}`;
}
