/** A token issuer outside this stack: its address and the audiences that are meant for this API. */
export interface TokenIssuer {
  /**
   * Exactly the tokens' `iss`, with a slash at its end if that has one. Its `/.well-known/openid-configuration` can be read.
   * An https address; http only where the issuer and what asks it are on this machine.
   */
  readonly issuer: string;
  /** Accepted `aud` (or `client_id`) values. */
  readonly audience: readonly string[];
}

/** What two deployments may differ in. Everything has a default. */
export interface Options {
  /**
   * `dev` (the default) can be removed without a trace and keeps logs for two weeks. `prod` refuses to delete data,
   * keeps logs for three months and reserves concurrency. `local` is for the stack on one machine.
   */
  readonly stage?: "local" | "dev" | "prod";
  /** Inference profile or foundation model id on Bedrock. */
  readonly model?: string;
  /** Who signs the callers' JWTs. Absent: a user pool is made for this backend. */
  readonly tokenIssuer?: TokenIssuer;
  /** Receives the alarms; AWS asks this address to confirm first. */
  readonly alarmEmail?: string;
  /** An existing topic that receives the alarms. Its policy, if it has one, has to let CloudWatch publish. */
  readonly alarmTopicArn?: string;
  readonly logLevel?: "DEBUG" | "INFO" | "WARN" | "ERROR";
  /** Encrypts every log with a key of this account, made here. Absent: CloudWatch encrypts with a key of its own. */
  readonly encryptLogs?: boolean;
  /**
   * Sets concurrency of the account aside for accepting follow-ups, for each worker and for the sweep. Absent: on `prod`.
   * AWS leaves at least 100 of an account's concurrency unreserved, and a new account may have 10 in all.
   */
  readonly reserveConcurrency?: boolean;
  /** How many follow-ups may be accepted at the same time, where concurrency is reserved. 1 to 1,000. */
  readonly acceptConcurrency?: number;
  /** How many folds, tasks and wakes may run at the same time. 2 to 1,000. */
  readonly foldConcurrency?: number;
  readonly taskConcurrency?: number;
  readonly wakeConcurrency?: number;
  /**
   * `sub` of the owner of the sessions that agents' wake-ups run in: who has it in their token can read them. `system`
   * if absent, which is nobody in a user pool that is made here.
   */
  readonly wakeUpOwner?: string;
  /**
   * Who may call the scheduling tools from outside, as ARNs separated by commas: the role of an AgentCore Gateway, or an
   * agent of Bedrock Agents. Absent: nobody.
   */
  readonly agentToolsPrincipal?: string;
  /**
   * Days without use after which a session is removed with everything in it, and its pending follow-ups are dropped. 0 (the
   * default): never, until its owner deletes it.
   */
  readonly sessionDays?: number;
  /** Requests a second over the whole API, and the burst above it, before callers get 429. */
  readonly requestRate?: number;
  readonly requestBurst?: number;
}
