/** What a function's thread is started with. */
export interface WorkerSetup {
  readonly name: string;
  readonly arn: string;
  readonly file: string;
  readonly exportName: string;
  readonly memoryMb: number;
  readonly logFile: string | undefined;
  /** The shared clock; undefined: the machine's clock. */
  readonly clockCell: SharedArrayBuffer | undefined;
  readonly countRequests: boolean;
  /** It works for queues and gives way to functions that somebody waits for. */
  readonly givesWay: boolean;
}

/** Host to thread: run the handler once. */
export interface InvokeMessage {
  readonly id: number;
  readonly requestId: string;
  /** The event as JSON, the way Lambda hands it over. */
  readonly event: string;
  /** What the caller said of itself, as JSON; only a direct call can. */
  readonly clientContext: string | undefined;
  readonly timeoutMs: number;
}

/** An error the way Lambda reports it. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** Requests to AWS endpoints during one invocation, by `service Operation`. */
export type RequestCounts = Readonly<Record<string, number>>;

/** Thread to host. */
export type WorkerMessage =
  | { readonly type: "ready" }
  | { readonly type: "broken"; readonly error: FunctionError }
  | {
      readonly type: "done";
      readonly id: number;
      readonly result: string;
      readonly requests: RequestCounts | undefined;
    }
  | {
      readonly type: "failed";
      readonly id: number;
      readonly error: FunctionError;
      readonly requests: RequestCounts | undefined;
    };
