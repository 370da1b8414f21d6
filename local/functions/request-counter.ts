import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";

type Counts = Record<string, number>;

/**
 * Counts the requests a handler sends to AWS endpoints, each attempt by itself, without touching the SDK: Node tells
 * about every outgoing request in the async context of the code that made it.
 */
export class RequestCounter {
  readonly #current = new AsyncLocalStorage<Counts>();

  constructor() {
    channel("http.client.request.start").subscribe((message) => this.#onHttp(message));
    channel("http2.client.stream.created").subscribe((message) => this.#onHttp2(message));
  }

  /** Runs `work` and gives what it returned; `counts` is filled while it runs. */
  run<T>(counts: Counts, work: () => T): T {
    return this.#current.run(counts, work);
  }

  #onHttp(message: unknown): void {
    const counts = this.#current.getStore();
    if (counts === undefined || !hasRequest(message)) return;
    const { request } = message;
    const target = request.getHeader("x-amz-target");
    count(
      counts,
      typeof target === "string" ? fromTarget(target) : `scheduler ${request.method} ${firstPart(request.path)}`,
    );
  }

  #onHttp2(message: unknown): void {
    const counts = this.#current.getStore();
    if (counts === undefined || typeof message !== "object" || message === null || !("headers" in message)) return;
    const { headers } = message;
    const path = typeof headers === "object" && headers !== null && ":path" in headers ? String(headers[":path"]) : "";
    count(counts, `bedrock ${path.split("/").at(-1)}`);
  }
}

function hasRequest(message: unknown): message is { request: ClientRequest } {
  return typeof message === "object" && message !== null && "request" in message;
}

function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** `DynamoDB_20120810.GetItem` is counted as `dynamodb GetItem`. */
function fromTarget(target: string): string {
  const [service, operation] = target.split(".");
  const name = service?.startsWith("DynamoDB") ? "dynamodb" : (service ?? "").replace(/^Amazon/, "").toLowerCase();
  return `${name} ${operation}`;
}

function firstPart(path: string): string {
  return `/${path.split("/")[1]?.split("?")[0] ?? ""}`;
}
