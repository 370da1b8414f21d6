import { randomUUID } from "node:crypto";
import { compileCacheEnv } from "../process/compile-cache.ts";
import type { FunctionSpec } from "../template/blueprint.ts";
import type { RequestCounts, WorkerSetup } from "./messages.ts";
import { moduleFile } from "./module-file.ts";
import { type InvokeResult, Sandbox } from "./sandbox.ts";

/** What a listener learns about each invocation that ended. */
export interface InvocationRecord {
  /** The function's label, such as `accept`. */
  readonly functionName: string;
  readonly requestId: string;
  readonly outcome: InvokeResult["kind"];
  readonly errorMessage: string | undefined;
  readonly durationMs: number;
  /** Undefined unless requests are counted. */
  readonly requests: RequestCounts | undefined;
}

/** What all functions of a stack share. */
export interface HostOptions {
  /** Variables every function gets besides its own. */
  readonly env: Readonly<Record<string, string>>;
  readonly logFileOf: (spec: FunctionSpec) => string | undefined;
  readonly clockCell: SharedArrayBuffer | undefined;
  readonly countRequests: boolean;
  /** Functions that give way to the others; see `local/process/give-way.ts`. */
  readonly givesWay: (spec: FunctionSpec) => boolean;
  readonly onEnd: (record: InvocationRecord) => void;
  /** Said when a thread ended before its time. */
  readonly onTrouble: (sentence: string) => void;
}

/** The longest answer of a handler (documented quota), whoever called it. */
const answerLimitBytes = 6 * 1_048_576;

/** One Lambda function: always one sandbox that takes events, and those that still finish older ones. */
export class FunctionHost {
  readonly spec: FunctionSpec;
  readonly #options: HostOptions;
  readonly #sandboxes = new Set<Sandbox>();
  #current: Sandbox | undefined;
  #stopped = false;
  #inFlight = 0;

  constructor(spec: FunctionSpec, options: HostOptions) {
    this.spec = spec;
    this.#options = options;
  }

  /** Invocations that have not ended. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Loads the bundle. @throws when that fails: a function that cannot be loaded cannot be deployed either. */
  async start(): Promise<void> {
    await this.#sandbox().ready;
  }

  /** Runs the handler on `event`, which is JSON. An answer that is too long is an error, as on Lambda. Never rejects. */
  async invoke(event: string, requestId: string = randomUUID(), clientContext?: string): Promise<InvokeResult> {
    this.#inFlight++;
    const startedAt = performance.now();
    const result = fitting(await this.#sandbox().invoke(event, requestId, clientContext));
    this.#inFlight--;
    this.#options.onEnd({
      functionName: this.spec.label,
      requestId,
      outcome: result.kind,
      errorMessage: result.kind === "ok" ? undefined : result.error.errorMessage,
      durationMs: performance.now() - startedAt,
      requests: result.requests,
    });
    return result;
  }

  /** Ends every thread of the function. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#sandboxes].map((sandbox) => sandbox.stop()));
  }

  #sandbox(): Sandbox {
    if (this.#current !== undefined && !this.#current.retired) return this.#current;
    const sandbox: Sandbox = new Sandbox({
      setup: this.#setup(),
      env: { ...compileCacheEnv, ...this.#options.env, ...this.#ownEnv(), ...this.spec.env },
      timeoutMs: this.spec.timeoutSeconds * 1_000,
      onRetired: () => this.#replace(sandbox),
      onExit: () => this.#sandboxes.delete(sandbox),
    });
    this.#sandboxes.add(sandbox);
    this.#current = sandbox;
    return sandbox;
  }

  /** A new thread is started at once, so that the next event does not wait for it; a broken bundle waits for an event. */
  #replace(sandbox: Sandbox): void {
    if (this.#current === sandbox) this.#current = undefined;
    if (this.#stopped) return;
    this.#options.onTrouble(`${this.spec.label}: its thread ended before its time and is started again`);
    sandbox.ready.then(
      () => {
        if (!this.#stopped) this.#sandbox();
      },
      () => undefined,
    );
  }

  #setup(): WorkerSetup {
    const [file = "index", exportName = "handler"] = this.spec.handler.split(".");
    return {
      name: this.spec.name,
      arn: this.spec.arn,
      file: moduleFile(this.spec.codeDir, file),
      exportName,
      memoryMb: this.spec.memoryMb,
      logFile: this.#options.logFileOf(this.spec),
      clockCell: this.#options.clockCell,
      countRequests: this.#options.countRequests,
      givesWay: this.#options.givesWay(this.spec),
    };
  }

  #ownEnv(): Record<string, string> {
    const { name, handler, memoryMb, codeDir } = this.spec;
    return {
      _HANDLER: handler,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: `local/[$LATEST]${name}`,
      LAMBDA_TASK_ROOT: codeDir,
    };
  }
}

/** What Lambda makes of an answer: beyond the limit the work is done, and the caller is told of an error. */
function fitting(result: InvokeResult): InvokeResult {
  if (result.kind !== "ok" || Buffer.byteLength(result.payload) <= answerLimitBytes) return result;
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${answerLimitBytes} bytes).`;
  const error = { errorType: "Function.ResponseSizeTooLarge", errorMessage, trace: [] };
  return { kind: "error", error, requests: result.requests };
}
