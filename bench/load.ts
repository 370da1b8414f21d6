import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";

/** An answer. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** An HTTP client with as many connections as requests may be in flight. */
export class Client {
  readonly #origin: URL;
  readonly #agent: Agent;

  constructor(origin: string, connections: number) {
    this.#origin = new URL(origin);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send(method: string, path: string, headers: Readonly<Record<string, string>>, body = ""): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const { hostname, port } = this.#origin;
    const all = { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const outgoing = request({ hostname, port, method, path, agent: this.#agent, headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** How a load went. Times in milliseconds. */
export interface Timing {
  readonly count: number;
  readonly per_second: number;
  readonly p50: number;
  readonly p99: number;
}

/** Keeps `inFlight` works going until `count` are done. `work` is told its number. */
export async function closedLoop(
  inFlight: number,
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = [];
  let next = 0;
  const begin = performance.now();
  const one = async () => {
    while (next < count) {
      const index = next++;
      const at = performance.now();
      await work(index);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return { ...timing(times), per_second: round((count * 1_000) / (performance.now() - begin)) };
}

/** Count and percentiles of times. */
export function timing(times: readonly number[]): Timing {
  return { count: times.length, per_second: 0, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** The value that a share of the values is at most; 0 when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0);
}

/** Three significant digits, so that files do not change in what nobody reads. */
export const round = (value: number): number => Number(value.toPrecision(3));
