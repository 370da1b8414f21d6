import type { InvocationRecord } from "./functions/function-host.ts";

/** How a stack is started. Only `dataDir` is needed. */
export interface StackOptions {
  /** The folder that outlives the stack. Two stacks never share one. */
  readonly dataDir: string;
  /** Port of the HTTP API; 0 picks a free one. Default 0. */
  readonly port?: number;
  /** `virtual`: time stands still except through `advance`. Default `real`. */
  readonly clock?: "real" | "virtual";
  /** How exactly schedules ring. Default `second`; AWS has `minute`. */
  readonly schedulerGrain?: "second" | "minute";
  /**
   * A DynamoDB-compatible server to use instead of the one that comes with the stack; the data folder has tables of its own
   * there. Default, where none comes for the platform: the one that AWS_ENDPOINT_URL_DYNAMODB names.
   */
  readonly dynamodbEndpoint?: string;
  /** A synthesised assembly to run instead of this repository's own. */
  readonly assemblyDir?: string;
  /** Lines of the functions go to stderr instead of files. Default false. */
  readonly logsToStderr?: boolean;
  /** Count the AWS requests of each invocation. Default false, because it costs a little on each of them. */
  readonly countRequests?: boolean;
  /** Told about each invocation that ended. */
  readonly onInvocation?: (record: InvocationRecord) => void;
  /** Told, in a sentence, what a person who runs the stack should know. Default: stderr. */
  readonly say?: (sentence: string) => void;
}
