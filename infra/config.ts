import type { Node } from "constructs";
import * as z from "zod";

/** A number that may come as text, because `cdk -c name=5` knows only strings. */
const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** The CDK context keys this app understands. Everything has a default except who signs the tokens. */
const Context = z
  .object({
    /** `local` is for the stack on one machine; it is built like `dev` but skips the checks of `npm run synth`. */
    stage: z.enum(["local", "dev", "prod"]).default("dev"),
    /** Inference profile or foundation model id on Bedrock. */
    modelId: z
      .string()
      .regex(/^(?!arn:)[a-z0-9][a-z0-9.:-]*$/)
      .default("global.anthropic.claude-sonnet-5-5"),
    /** Issuer of the callers' JWTs, without a trailing slash. Needs `jwtAudience`. */
    jwtIssuer: z.url({ protocol: /^https?$/ }).optional(),
    /** Accepted `aud` (or `client_id`) values, separated by commas. Needs `jwtIssuer`. */
    jwtAudience: z.string().min(1).optional(),
    /** Receives the alarms; AWS asks this address to confirm first. */
    alarmEmail: z.email().optional(),
    /** An existing topic that receives the alarms. */
    alarmTopicArn: z.string().startsWith("arn:").optional(),
    logLevel: z.enum(["DEBUG", "INFO", "WARN", "ERROR"]).default("INFO"),
    /** How many folds, tasks and wakes may run at the same time. Lambda accepts 2 to 1,000. */
    foldConcurrency: count(2, 1_000).default(20),
    taskConcurrency: count(2, 1_000).default(50),
    wakeConcurrency: count(2, 1_000).default(10),
    /** Requests a second over the whole API, and the burst above it, before callers get 429. */
    requestRate: count(1, 10_000).default(100),
    requestBurst: count(1, 5_000).default(200),
  })
  .refine((context) => (context.jwtIssuer === undefined) === (context.jwtAudience === undefined), {
    error: "jwtIssuer and jwtAudience are set together or not at all",
  })
  .refine((context) => context.stage !== "local" || context.jwtIssuer !== undefined, {
    error: "stage local has no user pool: set jwtIssuer and jwtAudience",
  });
type Context = z.infer<typeof Context>;

/** A token issuer outside this stack: its address and the audiences that are meant for this API. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: readonly string[];
}

/** Everything that differs between two deployments of the stack. */
export interface StageConfig extends Omit<Context, "jwtIssuer" | "jwtAudience"> {
  /** Absent: the stack makes its own user pool. */
  readonly tokenIssuer: TokenIssuer | undefined;
  /** True where people's data lives: deletion is refused and outlives the stack. */
  readonly keepsData: boolean;
  readonly logRetentionDays: 14 | 90;
}

const contextKeys = Object.keys(Context.shape);

/** Reads the stage from CDK context (`cdk -c key=value`, `cdk.json`, `CDK_CONTEXT_JSON`). @throws with every wrong key. */
export function readConfig(node: Node): StageConfig {
  const given = Object.fromEntries(contextKeys.map((key) => [key, node.tryGetContext(key)]));
  const parsed = Context.safeParse(given);
  if (!parsed.success) throw new Error(`CDK context: ${z.prettifyError(parsed.error)}`);
  const { jwtIssuer, jwtAudience, ...rest } = parsed.data;
  const keepsData = rest.stage === "prod";
  return {
    ...rest,
    tokenIssuer:
      jwtIssuer !== undefined && jwtAudience !== undefined
        ? { issuer: jwtIssuer, audience: jwtAudience.split(",").map((one) => one.trim()) }
        : undefined,
    keepsData,
    logRetentionDays: keepsData ? 90 : 14,
  };
}
