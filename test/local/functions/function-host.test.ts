import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FunctionHost, type HostOptions, type InvocationRecord } from "../../../local/functions/function-host.ts";
import { emptyFolder, writeAssembly } from "../../support/tiny-assembly.ts";

const hosts: FunctionHost[] = [];
const records: InvocationRecord[] = [];
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
  records.length = 0;
});

function aHost(
  source: string,
  different: { readonly timeoutSeconds?: number; readonly options?: Partial<HostOptions> } = {},
): FunctionHost {
  const host = new FunctionHost(
    {
      logicalId: "One",
      name: "one",
      label: "one",
      arn: "arn:aws:lambda:us-east-1:000000000000:function:one",
      codeDir: join(writeAssembly({ functions: { One: { source } } }), "code", "One"),
      handler: "index.handler",
      timeoutSeconds: different.timeoutSeconds ?? 10,
      memoryMb: 128,
      env: { OWN: "own" },
      asyncRetries: 2,
      onFailureArn: undefined,
    },
    {
      env: { SHARED: "shared" },
      logFileOf: () => join(emptyFolder(), "one.log"),
      clockCell: undefined,
      countRequests: false,
      givesWay: () => false,
      onEnd: (record) => records.push(record),
      onTrouble: () => undefined,
      ...different.options,
    },
  );
  hosts.push(host);
  return host;
}
const payload = async (host: FunctionHost, event: unknown = {}) => {
  const result = await host.invoke(JSON.stringify(event));
  return result.kind === "ok" ? JSON.parse(result.payload) : result;
};

test("a handler sees its event, its context and its own environment alone", async () => {
  const host = aHost(`
    exports.handler = async (event, context) => ({
      event, own: process.env.OWN, shared: process.env.SHARED, home: process.env.HOME,
      name: process.env.AWS_LAMBDA_FUNCTION_NAME, requestId: context.awsRequestId, arn: context.invokedFunctionArn,
      left: context.getRemainingTimeInMillis(),
    });`);
  const seen = await payload(host, { a: 1 });
  expect(seen).toMatchObject({
    event: { a: 1 },
    own: "own",
    shared: "shared",
    name: "one",
    arn: expect.stringContaining("function:one"),
  });
  expect(seen.home).toBeUndefined();
  expect(seen.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen.left).toBeGreaterThan(9_000);
  expect(records).toMatchObject([{ functionName: "one", outcome: "ok", requestId: seen.requestId }]);
});

test("module state stays between events, and events run side by side", async () => {
  const host = aHost(`
    let count = 0; let release; const both = new Promise((resolve) => { release = resolve; });
    exports.handler = async () => { count += 1; if (count === 2) release(); await both; return count; };`);
  expect(await Promise.all([payload(host), payload(host)])).toEqual([2, 2]);
});

test("what a handler throws is reported, and the next event runs", async () => {
  const host = aHost(
    "exports.handler = async ({ fail }) => { if (fail) throw new RangeError('too far'); return 'fine'; };",
  );
  expect(await payload(host, { fail: true })).toMatchObject({
    kind: "error",
    error: { errorType: "RangeError", errorMessage: "too far" },
  });
  expect(await payload(host)).toBe("fine");
});

test("an answer that is not JSON is an error of the function", async () => {
  const host = aHost("exports.handler = async () => 1n;");
  expect(await payload(host)).toMatchObject({ kind: "error", error: { errorType: "TypeError" } });
});

test("an answer that Lambda would not hand on is an error of the function, which has done its work", async () => {
  const host = aHost(`
    let done = 0;
    exports.handler = async ({ bytes }) => { if (!bytes) return done; done++; return "x".repeat(bytes - 2); };`);
  expect(await payload(host, { bytes: 6 * 1_048_576 })).toHaveLength(6 * 1_048_576 - 2);
  expect(await payload(host, { bytes: 6 * 1_048_576 + 1 })).toMatchObject({
    kind: "error",
    error: {
      errorType: "Function.ResponseSizeTooLarge",
      errorMessage: "Response payload size exceeded maximum allowed payload size (6291456 bytes).",
    },
  });
  expect(await payload(host)).toBe(2);
  expect(records.map(({ outcome }) => outcome)).toEqual(["ok", "error", "ok"]);
});

test("an overdue event fails while the others of its thread finish, and new ones get a new thread", async () => {
  const host = aHost(
    `let release; const thread = Math.random();
     exports.handler = ({ does }) => {
       if (does === "hang") return new Promise(() => undefined);
       if (does === "wait") return new Promise((resolve) => { release = () => resolve(thread); });
       if (does === "release") release();
       return thread;
     };`,
    // Long enough for a thread to start on a machine that is busy elsewhere.
    { timeoutSeconds: 2 },
  );
  const first = await payload(host, {});
  const overdue = payload(host, { does: "hang" });
  expect(await overdue).toMatchObject({
    kind: "timeout",
    error: { errorMessage: "Task timed out after 2.00 seconds" },
  });
  const second = await payload(host, {});
  expect(second).not.toBe(first);
});

test("an endless loop is ended too", async () => {
  const host = aHost("exports.handler = async ({ spin }) => { while (spin); return 'fine'; };", {
    timeoutSeconds: 2,
  });
  await host.start();
  expect(await payload(host, { spin: true })).toMatchObject({ kind: "timeout" });
  expect(await payload(host)).toBe("fine");
});

test.each([
  ["an unhandled rejection", "Promise.reject(new Error('lost'))"],
  ["an exception outside of any event", "setImmediate(() => { throw new Error('lost'); })"],
  ["an exit", "process.exit(3)"],
])("%s fails what runs and starts the function again", async (_, crash) => {
  const host = aHost(
    `exports.handler = ({ crash }) => { if (!crash) return 'fine'; ${crash}; return new Promise(() => undefined); };`,
  );
  expect(await payload(host, { crash: true })).toMatchObject({
    kind: "crash",
    error: { errorType: "Runtime.ExitError" },
  });
  expect(await payload(host)).toBe("fine");
});

test("memory beyond the function's own ends it, not the stack", async () => {
  const host = aHost(
    "exports.handler = ({ eat }) => { const all = []; while (eat) all.push(new Array(1e6).fill({})); return 'fine'; };",
  );
  expect(await payload(host, { eat: true })).toMatchObject({ kind: "crash" });
  expect(await payload(host)).toBe("fine");
});

test("a bundle that cannot be loaded is said at the start", async () => {
  await expect(aHost("require('nowhere-to-be-found');").start()).rejects.toThrow("nowhere-to-be-found");
  await expect(aHost("exports.other = 1;").start()).rejects.toThrow("handler");
});

test("requests to AWS endpoints are counted for the event that made them", async () => {
  const host = aHost(
    `const http = require("node:http");
     const call = (target) => new Promise((resolve) => {
       const port = target.startsWith("Dynamo") ? 1 : target.startsWith("Amazon") ? 2 : 3;
       http.request("http://127.0.0.1:" + port + "/", { method: "POST", headers: { "x-amz-target": target } }).on("error", resolve).end();
     });
     exports.handler = async ({ targets }) => { for (const target of targets) await call(target); };`,
    {
      options: {
        countRequests: true,
        env: { AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1", AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:2" },
      },
    },
  );
  await Promise.all([
    payload(host, { targets: ["DynamoDB_20120810.UpdateItem", "AmazonSQS.SendMessage", "elsewhere"] }),
    payload(host, { targets: ["DynamoDB_20120810.UpdateItem", "DynamoDB_20120810.UpdateItem"] }),
  ]);
  expect(records.map(({ requests }) => requests)).toEqual(
    expect.arrayContaining([{ "dynamodb UpdateItem": 1, "sqs SendMessage": 1 }, { "dynamodb UpdateItem": 2 }]),
  );
});

test("a function that works for queues gives way to those that somebody waits for", async () => {
  const source = `
    const { readFileSync } = require("node:fs");
    // The nineteenth field is how nice the thread is (proc(5)); the second may have spaces in it.
    exports.handler = async () => Number(readFileSync("/proc/thread-self/stat", "utf8").split(") ")[1].split(" ")[16]);`;
  const own = await payload(aHost(source));
  const behind = await payload(aHost(source, { options: { givesWay: () => true } }));
  // Where threads have no priority of their own the file is not there, and both fail alike.
  expect(typeof own === "number" ? behind - own : behind.kind).toBe(typeof own === "number" ? 5 : own.kind);
});
