import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../local/stack.ts";
import { routes } from "../../shared/contracts/routes.ts";
import { bodyAround, innerWordsIn, oddHeaders, oddText, spelling } from "../support/hostile.ts";

const seed = 20_261_203;
const requestsSent = 250;

let stack: Stack;
let token = "";
const sentences: string[] = [];
const dataDir = mkdtempSync(join(tmpdir(), "followthrough-hostile-"));

beforeAll(async () => {
  stack = await startStack({ dataDir, clock: "virtual", say: (sentence) => sentences.push(sentence) });
  token = await stack.token("ada", { operator: true });
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
};

/** Sends it byte by byte as it is: no client library tidies it up. */
async function send({ method, path, headers, body }: Sent): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { hostname, port } = new URL(stack.origin);
  const whole = { ...headers, "content-length": String(Buffer.byteLength(body)) } as Record<string, string>;
  const sent = request({ hostname, port, method, path, headers: whole }, resolve);
  sent.once("error", reject);
  sent.end(body);
  const response = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") };
}

const segment = fc.oneof(
  oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2_000)),
  fc.constantFrom(
    ...["%00", "%ff", "%c0%af", "%2e%2e%2f", "%252e", "a%2Fb", ";x=1", "%", "%zz", "..", ".", "{run_id}", "*"],
  ),
);
/** An id of the right form, that nobody has. */
const fitting: Readonly<Record<string, string>> = {
  "{session_id}": "ses_01KB9V6M2N8Q4R7T0W3X5Y6Z1A",
  "{run_id}": "run_01KB9V6M2N8Q4R7T0W3X5Y6Z1A_1",
  "{event_id}": "evt_01KB9V8C4D6F8G0H2J4K6M8N0P",
  "{artifact_id}": "art_2F4H6K8N0Q2S4V6X8Z1B3D5G7J",
  "{followup_id}": "fu_01KB9VA0B1C2D3E4F5G6H7J8K9",
  "{root_id}": "fu_01KB9VA0B1C2D3E4F5G6H7J8K9",
  "{slug}": "report",
  "{queue}": "wakes",
};
const segmentFor = (name: string) => fc.oneof({ weight: 2, arbitrary: fc.constant(fitting[name] ?? "") }, segment);
const search = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  fc.constant("?session_id=ses_01KB9V6M2N8Q4R7T0W3X5Y6Z1A"),
  fc.constantFrom(
    "?",
    "?&&=",
    "?a=1&a=2",
    "?limit=1&limit=2",
    "?cursor=%00",
    "?wait=%ff",
    "?%00=1",
    "?__proto__=1",
    "?after=1e9",
  ),
  segment.map((text) => `?cursor=${text}`),
);
const odd = fc.constantFrom<Sent["headers"]>(
  ...Array.from({ length: 8 }, () => ({})),
  { "x-forwarded-for": "169.254.169.254", host: "evil.test" },
  { cookie: ["a=b; __proto__=c", "d"] },
  { "content-encoding": "gzip" },
  { "x-amzn-trace-id": "Root=1-0-0", "x-amz-client-context": "bm9wZQ==" },
  { "x-long": "x".repeat(9_000) },
  { authorization: "Bearer" },
  { "content-type": ["application/json", "text/plain"] },
);
/** More than any contract takes; what Lambda itself refuses is answered by API Gateway, with 500. */
function huge(characters: number): string {
  const text = "x".repeat(characters);
  return JSON.stringify({ agent: "report", input: text, text, content: { text } }).slice(0, 1.5 * characters);
}

const requests = fc.constantFrom(...routes).chain((route) => {
  const segments = route.path.split("/").filter((part) => part.startsWith("{"));
  return fc.record({
    method: fc.constantFrom(...Array.from({ length: 8 }, () => route.method), "PUT", "OPTIONS", "HEAD"),
    path: fc
      .tuple(fc.tuple(...segments.map(segmentFor)), search)
      .map(
        ([values, query]) => values.reduce((path, value) => path.replace(/\{\w+\}/, () => value), route.path) + query,
      ),
    headers: fc.tuple(fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, oddHeaders), odd).map(([some, more]) => ({
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...some,
      ...more,
    })),
    body: fc
      .tuple(
        bodyAround(`${route.method} ${route.path}`),
        spelling,
        fc.constantFrom(...Array.from({ length: 12 }, () => 0), 2_600_000),
      )
      .map(([body, spell, more]) => (more === 0 ? spell(JSON.stringify(body)) : huge(more))),
  });
});

test(`whatever comes over the wire is answered without a failure (seed ${seed}, ${requestsSent} requests)`, async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, async (one) => {
      const { status, text } = await send(one);
      const why = `${one.method} ${one.path} ${status} ${text.slice(0, 500)}`;
      statuses.add(status);
      expect(status, why).toBeLessThan(500);
      if (status < 400 || one.method === "HEAD" || text === "") return;
      expect(innerWordsIn(JSON.parse(text)), why).toBeNull();
    }),
    { numRuns: requestsSent, seed },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 422]));
  await stack.settle();
  for (const name of ["accept", "http-read", "http-write", "operator"])
    expect(readFileSync(join(dataDir, "logs", `${name}.log`), "utf8")).not.toMatch(/"level":"(error|ERROR)"/);
  expect(sentences).toEqual([]);
}, 90_000);
