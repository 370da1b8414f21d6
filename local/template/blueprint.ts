import type { Json } from "../json.ts";

/** A Lambda function as the template describes it. */
export interface FunctionSpec {
  readonly logicalId: string;
  readonly name: string;
  /** The name of its code folder, which is what people call it. */
  readonly label: string;
  readonly arn: string;
  /** Absolute folder that holds the code. */
  readonly codeDir: string;
  /** `file.export`, as in the template. */
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly env: Readonly<Record<string, string>>;
  /** How often an asynchronous invocation is repeated after it failed. */
  readonly asyncRetries: number;
  /** Queue that receives an asynchronous event after the last retry failed. */
  readonly onFailureArn: string | undefined;
}

/** A JWT authorizer of the HTTP API. */
export interface AuthorizerSpec {
  readonly issuer: string;
  readonly audience: readonly string[];
}

/** A route of the HTTP API and the function behind it. */
export interface RouteSpec {
  /** `METHOD /path/{parameter}`, `ANY /path` or `$default`. */
  readonly routeKey: string;
  readonly functionName: string;
  readonly authorizer: AuthorizerSpec | undefined;
  /** Any one of these lets a token in; empty means every valid token. */
  readonly scopes: readonly string[];
  readonly timeoutMs: number;
}

/** A queue; `attributes` are spelled as in the SQS API, all values as text. */
export interface QueueSpec {
  readonly name: string;
  readonly arn: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** What feeds a function from a queue. */
export interface MappingSpec {
  readonly queueArn: string;
  readonly functionName: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly reportsItemFailures: boolean;
  readonly maxConcurrency: number | undefined;
}

/** A table: the body of the CreateTable call and the attribute that holds its expiry. */
export interface TableSpec {
  readonly name: string;
  readonly arn: string;
  readonly createTable: { readonly [key: string]: Json };
  readonly ttlAttribute: string | undefined;
}

/** A schedule that the template itself declares. */
export interface ScheduleSpec {
  readonly name: string;
  readonly group: string;
  readonly expression: string;
  readonly timeZone: string;
  readonly enabled: boolean;
  readonly targetArn: string;
  readonly roleArn: string;
  readonly input: string | undefined;
}

/** Everything of the template that runs on this machine. */
export interface Blueprint {
  readonly region: string;
  readonly accountId: string;
  readonly functions: readonly FunctionSpec[];
  readonly routes: readonly RouteSpec[];
  readonly queues: readonly QueueSpec[];
  readonly mappings: readonly MappingSpec[];
  readonly tables: readonly TableSpec[];
  readonly scheduleGroups: readonly string[];
  readonly schedules: readonly ScheduleSpec[];
}
