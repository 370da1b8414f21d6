import { join } from "node:path";
import { Duration } from "aws-cdk-lib";
import { Effect, type IGrantable, type IPrincipal, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { type FunctionName, functionSizes } from "../functions.ts";
import type { Logs } from "./logs.ts";

/** One permission. Actions are spelled out; `conditions` narrow the resources further. */
export interface Permission {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly sid?: string;
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What a function is made from. */
export interface ServiceFunctionProps {
  readonly name: FunctionName;
  readonly config: StageConfig;
  /** The name of the backend among the metrics. */
  readonly backend: string;
  readonly logs: Logs;
  /** Concurrency of the account that is set aside for it, and also its limit. */
  readonly reserved: number | undefined;
  /** The folder `npm run build` fills: one folder a function, each with an `index.js`. */
  readonly functionsDir: string;
  /**
   * True for a function that answers to a queue it also feeds. Lambda otherwise stops such a chain after about 16
   * hops, and a plan with 16 steps is an ordinary plan; every hop here is bounded by the plan, the mailbox or the
   * depth of a chain of wakes.
   */
  readonly isWorker?: boolean;
}

/**
 * The one place where a Lambda function is made. It starts with the right to write its own log and nothing else; grants
 * of the other constructs add a right together with the setting that goes with it.
 */
export class ServiceFunction extends Construct implements IGrantable {
  readonly name: FunctionName;
  readonly lambda: LambdaFunction;
  readonly role: Role;
  readonly log: LogGroup;
  readonly grantPrincipal: IPrincipal;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { name, config } = props;
    const size = functionSizes[name];
    this.name = name;
    this.log = props.logs.group(this, "Log");
    this.role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    this.grantPrincipal = this.role;
    // CloudFormation's ARN of a log group ends in `:*`: its own streams, whose names Lambda chooses.
    this.allow({ actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [this.log.logGroupArn] });
    this.lambda = new LambdaFunction(this, "Function", {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // Source maps stay out of the bundle: Node would parse them on every cold start.
      code: Code.fromAsset(join(props.functionsDir, name), { exclude: ["*.map"] }),
      handler: "index.handler",
      role: this.role,
      timeout: Duration.seconds(size.timeoutSeconds),
      memorySize: size.memoryMb,
      reservedConcurrentExecutions: props.reserved,
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      // The log filters by LOG_LEVEL itself. A stricter filter here would take metrics and, as they hold no time, errors for INFO.
      applicationLogLevelV2: config.logLevel === "DEBUG" ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      // Lambda's own lines about every call that went well are longer than ours, and cost more than the call.
      systemLogLevelV2: config.logLevel === "DEBUG" ? SystemLogLevel.INFO : SystemLogLevel.WARN,
      recursiveLoop: props.isWorker ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
      environment: { STAGE: props.backend, LOG_LEVEL: config.logLevel },
    });
  }

  /** Adds one permission to the function's own role. */
  allow(permission: Permission): void {
    this.role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        sid: permission.sid,
        actions: [...permission.actions],
        resources: [...permission.resources],
        conditions: permission.conditions,
      }),
    );
  }

  /** Sets an environment variable that `shared/runtime/settings.ts` reads. */
  setting(name: string, value: string): void {
    this.lambda.addEnvironment(name, value);
  }
}
