import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";

type Counts = Record<string, number>;

/** Variables that name an endpoint, and what its requests are counted under. */
const endpointVariables = {
  AWS_ENDPOINT_URL_DYNAMODB: "dynamodb",
  AWS_ENDPOINT_URL_SQS: "sqs",
  AWS_ENDPOINT_URL_SCHEDULER: "scheduler",
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: "bedrock",
} as const;

/**
 * Counts the requests a handler sends to AWS endpoints, each attempt by itself, without touching the SDK: Node tells
 * about every outgoing request in the async context of the code that made it.
 */
export class RequestCounter {
  readonly #current = new AsyncLocalStorage<Counts>();
  /** Service by `host:port`. */
  readonly #services: ReadonlyMap<string, string>;

  constructor(env: NodeJS.ProcessEnv) {
    this.#services = new Map(
      Object.entries(endpointVariables).flatMap(([variable, service]) => {
        const endpoint = env[variable];
        return endpoint === undefined ? [] : [[new URL(endpoint).host, service]];
      }),
    );
    channel("http.client.request.start").subscribe((message) => this.#onHttp(message));
    channel("http2.client.stream.created").subscribe((message) => this.#onHttp2(message));
  }

  /** Runs `work` and gives what it returned; `counts` is filled while it runs. */
  run<T>(counts: Counts, work: () => T): T {
    return this.#current.run(counts, work);
  }

  #onHttp(message: unknown): void {
    if (!hasRequest(message)) return;
    const { request } = message;
    const target = request.getHeader("x-amz-target");
    // `DynamoDB_20120810.GetItem` names the operation; Scheduler has none and is told by method and path.
    const operation = typeof target === "string" ? target.split(".")[1] : `${request.method} ${folderOf(request.path)}`;
    this.#count(String(request.getHeader("host")), operation ?? "");
  }

  #onHttp2(message: unknown): void {
    if (typeof message !== "object" || message === null || !("headers" in message)) return;
    const { headers } = message;
    if (typeof headers !== "object" || headers === null || !(":path" in headers) || !(":authority" in headers)) return;
    this.#count(String(headers[":authority"]), String(headers[":path"]).split("/").at(-1) ?? "");
  }

  #count(host: string, operation: string): void {
    const counts = this.#current.getStore();
    const service = this.#services.get(host);
    if (counts === undefined || service === undefined) return;
    const name = `${service} ${operation}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
}

function hasRequest(message: unknown): message is { request: ClientRequest } {
  return typeof message === "object" && message !== null && "request" in message;
}

/** `/schedules` of `/schedules/name?query`. */
function folderOf(path: string): string {
  return `/${path.split(/[/?]/)[1] ?? ""}`;
}
