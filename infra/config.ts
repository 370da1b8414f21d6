import type { Node } from "constructs";
import * as z from "zod";
import type { Options, TokenIssuer } from "./options.ts";

/** A number that may come as text, because `cdk -c name=5` knows only strings. */
const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const flag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]);

/** The ARN of a role, or of an agent of Bedrock Agents. */
const toolCaller = /^arn:[\w-]+:(iam::\d{12}:role\/[\w+=,.@/-]+|bedrock:[\w-]+:\d{12}:agent\/\w+)$/;

/** API Gateway reads an issuer's keys by https alone. What runs on this machine, an emulator of AWS included, has http. */
const issuerAddress = /^https:\/\/|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])([:/]|$)/i;
const issuerIsWrong =
  "jwtIssuer must be an https address; http is for an issuer on this machine, such as http://127.0.0.1:4000";

const Checked = z
  .object({
    stage: z.enum(["local", "dev", "prod"]).default("dev"),
    modelId: z
      .string()
      .regex(/^(?!arn:)[a-z0-9][a-z0-9.:-]*$/)
      .default("global.anthropic.claude-sonnet-5-5"),
    tokenIssuer: z
      .object({
        issuer: z.url({ error: issuerIsWrong, abort: true }).regex(issuerAddress, issuerIsWrong),
        audience: z.array(z.string().min(1)).min(1).readonly(),
      })
      .optional(),
    alarmEmail: z.email().optional(),
    alarmTopicArn: z.string().startsWith("arn:").optional(),
    logLevel: z.enum(["DEBUG", "INFO", "WARN", "ERROR"]).default("INFO"),
    encryptLogs: flag.default(false),
    reserveConcurrency: flag.optional(),
    // As many as a burst lets in: what finds no room is answered with 503 instead of 429.
    acceptConcurrency: count(1, 1_000).default(200),
    foldConcurrency: count(2, 1_000).default(20),
    taskConcurrency: count(2, 1_000).default(50),
    wakeConcurrency: count(2, 1_000).default(10),
    wakeUpOwner: z.string().min(1).max(255).default("system"),
    agentToolsPrincipal: z
      .string()
      .transform((text) => text.split(",").map((one) => one.trim()))
      .pipe(z.array(z.string().regex(toolCaller, "must be the ARN of an IAM role or of a Bedrock agent")))
      .optional(),
    sessionDays: count(0, 3_650).default(0),
    requestRate: count(1, 10_000).default(100),
    requestBurst: count(1, 5_000).default(200),
  })
  .refine((options) => options.stage !== "local" || options.tokenIssuer !== undefined, {
    error: "stage local has no user pool: set jwtIssuer and jwtAudience",
  });
type Checked = z.infer<typeof Checked>;

/** Everything that differs between two deployments, complete. */
export interface StageConfig extends Omit<Checked, "tokenIssuer"> {
  /** Absent: the backend makes its own user pool. */
  readonly tokenIssuer: TokenIssuer | undefined;
  /** True where people's data lives: deletion is refused and data outlives the stack. */
  readonly keepsData: boolean;
  readonly reserveConcurrency: boolean;
  readonly logRetentionDays: 14 | 90;
}

/** Fills in what is not given. @throws with every wrong option. */
export function configOf({ model, ...others }: Options): StageConfig {
  const parsed = Checked.safeParse({ ...others, modelId: model });
  if (!parsed.success) throw new Error(`Followthrough: ${z.prettifyError(parsed.error)}`);
  const keepsData = parsed.data.stage === "prod";
  return {
    ...parsed.data,
    tokenIssuer: parsed.data.tokenIssuer,
    keepsData,
    reserveConcurrency: parsed.data.reserveConcurrency ?? keepsData,
    logRetentionDays: keepsData ? 90 : 14,
  };
}

/** Keys of the CDK context that are options of the same name. */
const optionKeys = Object.keys(Checked.shape).filter((key) => key !== "modelId" && key !== "tokenIssuer");

/**
 * Reads the options from CDK context (`cdk -c key=value`, `cdk.json`, `CDK_CONTEXT_JSON`): the options by their names,
 * `modelId`, and `jwtIssuer` with `jwtAudience` (separated by commas) for an issuer outside of the stack.
 */
export function readOptions(node: Node): Options {
  const given = Object.fromEntries(optionKeys.map((key) => [key, node.tryGetContext(key)]));
  const issuer = node.tryGetContext("jwtIssuer");
  const audience = node.tryGetContext("jwtAudience");
  if ((issuer === undefined) !== (audience === undefined)) {
    throw new Error("CDK context: jwtIssuer and jwtAudience are set together or not at all");
  }
  return {
    ...given,
    model: node.tryGetContext("modelId"),
    ...(issuer !== undefined && {
      tokenIssuer: {
        issuer,
        audience: String(audience)
          .split(",")
          .map((one) => one.trim()),
      },
    }),
  };
}
