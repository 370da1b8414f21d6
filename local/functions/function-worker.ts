/** The thread of one Lambda function: loads the bundle once and runs the handler for each event it is sent. */
import { openSync, writeSync } from "node:fs";
import { createRequire, flushCompileCache } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { installVirtualDate } from "../clock/virtual-date.ts";
import { giveWay } from "../process/give-way.ts";
import type { FunctionError, InvokeMessage, RequestCounts, WorkerMessage, WorkerSetup } from "./messages.ts";

type Handler = (event: unknown, context: unknown) => unknown;

const setup: WorkerSetup = workerData;
const logFd = setup.logFile === undefined ? 2 : openSync(setup.logFile, "a");
if (setup.clockCell !== undefined) installVirtualDate(setup.clockCell);
if (setup.givesWay) giveWay();
if (process.env["NODE_OPTIONS"]?.includes("--enable-source-maps")) process.setSourceMapsEnabled(true);
redirectOutput(process.stdout);
redirectOutput(process.stderr);

const counter = setup.countRequests
  ? new (await import("./request-counter.ts")).RequestCounter(process.env)
  : undefined;
const logStream = `local/[$LATEST]${setup.name}`;

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

/** Lines of the product go straight to their file; through the main thread they would cost it more than requests do. */
function redirectOutput(stream: NodeJS.WriteStream): void {
  Object.defineProperty(stream, "write", {
    value: (chunk: string | Uint8Array, ...rest: unknown[]) => {
      try {
        if (typeof chunk === "string") writeSync(logFd, chunk);
        else writeSync(logFd, chunk);
      } catch {
        // A disk that is full costs the line, not the request that says it.
      }
      const done = rest.at(-1);
      if (typeof done === "function") queueMicrotask(() => done());
      return true;
    },
  });
}

function describe(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error)) return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: (thrown.stack ?? "").split("\n") };
}

function contextOf(message: InvokeMessage): object {
  const endsAt = performance.now() + message.timeoutMs;
  return {
    functionName: setup.name,
    functionVersion: "$LATEST",
    invokedFunctionArn: setup.arn,
    memoryLimitInMB: String(setup.memoryMb),
    awsRequestId: message.requestId,
    logGroupName: `/aws/lambda/${setup.name}`,
    logStreamName: logStream,
    callbackWaitsForEmptyEventLoop: true,
    ...(message.clientContext !== undefined && { clientContext: JSON.parse(message.clientContext) }),
    getRemainingTimeInMillis: () => Math.max(0, Math.round(endsAt - performance.now())),
  };
}

async function invoke(handler: Handler, message: InvokeMessage): Promise<void> {
  const counts: Record<string, number> | undefined = counter === undefined ? undefined : {};
  const requests: RequestCounts | undefined = counts;
  try {
    const work = async () => handler(JSON.parse(message.event), contextOf(message));
    const result = counter === undefined || counts === undefined ? await work() : await counter.run(counts, work);
    send({ type: "done", id: message.id, result: JSON.stringify(result) ?? "null", requests });
  } catch (thrown) {
    const error = describe(thrown);
    process.stderr.write(`${JSON.stringify({ level: "ERROR", requestId: message.requestId, message: error })}\n`);
    send({ type: "failed", id: message.id, error, requests });
  }
}

async function loadHandler(): Promise<Handler> {
  const loaded: unknown = setup.file.endsWith(".mjs")
    ? await import(pathToFileURL(setup.file).href)
    : createRequire(setup.file)(setup.file);
  const handler = typeof loaded === "object" && loaded !== null ? Reflect.get(loaded, setup.exportName) : undefined;
  if (typeof handler !== "function") throw new Error(`${setup.exportName} is not a function exported by the bundle`);
  return (event, context) => handler(event, context);
}

try {
  const handler = await loadHandler();
  parentPort?.on("message", (message: InvokeMessage) => void invoke(handler, message));
  send({ type: "ready" });
  // A thread is ended from outside, and then Node would not write it.
  flushCompileCache();
} catch (thrown) {
  const error = describe(thrown);
  process.stderr.write(`${error.trace.join("\n")}\n`);
  send({ type: "broken", error });
}
