import { Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

/** A request as the SDK hands it over. */
type SentRequest = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

type Answer = {
  readonly response: {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  };
};

/** A signal as the SDK types it; the one of the platform has the listeners. */
type Signal = Pick<AbortSignal, "aborted"> & Partial<Pick<AbortSignal, "addEventListener" | "removeEventListener">>;

/** Milliseconds after which an attempt is lost; the SDK makes another one. */
export type TimeLimits = { readonly connectMs: number; readonly requestMs: number };

/** Sockets kept open to one service at most, as in the SDK's own handler. */
const maxSockets = 50;

/**
 * Sends small requests with a whole body over kept-open sockets and reads the whole answer. The SDK's own handler also
 * streams, waits for 100-continue and watches the sockets, with four timers a request; that costs twice as much CPU.
 */
export class WholeHandler {
  readonly metadata = { handlerProtocol: "http/1.1" } as const;
  readonly #limits: TimeLimits;
  readonly #plain = new Agent({ keepAlive: true, maxSockets });
  readonly #secure = new SecureAgent({ keepAlive: true, maxSockets });

  constructor(limits: TimeLimits) {
    this.#limits = limits;
  }

  /** Rejects with what the SDK knows to be passing: a lost connection by its code, or a `TimeoutError`. */
  handle(sent: SentRequest, { abortSignal }: { readonly abortSignal?: Signal } = {}): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { protocol, hostname, port, method, path, headers, body } = sent;
    const isSecure = protocol === "https:";
    const options = { host: hostname, port, method, path, headers, agent: isSecure ? this.#secure : this.#plain };
    const outgoing = (isSecure ? secureRequest : plainRequest)(options);
    const fail = (error: Error) => {
      outgoing.destroy();
      reject(error);
    };
    const { requestMs, connectMs } = this.#limits;
    const timer = setTimeout(() => fail(timeoutError(`no answer within ${requestMs} ms`)), requestMs);
    const onAbort = () => fail(Object.assign(new Error("the request was aborted"), { name: "AbortError" }));
    outgoing.on("response", (response) => read(response, resolve, reject));
    outgoing.on("error", reject);
    outgoing.on("close", () => {
      clearTimeout(timer);
      abortSignal?.removeEventListener?.("abort", onAbort);
    });
    limitConnecting(outgoing, connectMs, fail);
    if (abortSignal?.aborted) onAbort();
    else abortSignal?.addEventListener?.("abort", onAbort);
    outgoing.end(body);
    return promise;
  }

  /** Closes the sockets. */
  destroy(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  updateHttpClientConfig(): void {
    // The SDK offers its logger and its timeouts; this handler stays as it was made.
  }

  httpHandlerConfigs(): object {
    return {};
  }
}

/** A socket that is reused is connected already and costs no timer. */
function limitConnecting(outgoing: ClientRequest, connectMs: number, fail: (error: Error) => void): void {
  outgoing.on("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => fail(timeoutError(`not connected within ${connectMs} ms`)), connectMs);
    socket.once("connect", () => clearTimeout(timer));
    socket.once("close", () => clearTimeout(timer));
  });
}

function read(response: IncomingMessage, resolve: (answer: Answer) => void, reject: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  // A body that was cut off is an error here, with a code that the SDK tries again for.
  response.on("error", reject);
  response.on("end", () => {
    const [only] = chunks;
    const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
    resolve({ response: { statusCode: response.statusCode ?? 0, headers: headersOf(response), body } });
  });
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name in headers) texts[name] = String(headers[name]);
  return texts;
}

const timeoutError = (why: string): Error => Object.assign(new Error(why), { name: "TimeoutError" });
