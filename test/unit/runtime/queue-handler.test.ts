import type { SQSEvent, SQSRecord } from "aws-lambda";
import { expect, test } from "vitest";
import * as z from "zod";
import { Fault } from "../../../shared/errors/fault.ts";
import { backoffSeconds, type QueueWork, queueHandler } from "../../../shared/runtime/queue-handler.ts";
import { keptLog } from "../../support/http.ts";

type Job = { readonly n: number };

function record(n: number, attempt = 1, body = JSON.stringify({ n })): SQSRecord {
  return {
    messageId: `m${n}`,
    receiptHandle: `r${n}`,
    body,
    attributes: {
      ApproximateReceiveCount: String(attempt),
      SentTimestamp: "0",
      SenderId: "",
      ApproximateFirstReceiveTimestamp: "0",
    },
    messageAttributes: {},
    md5OfBody: "",
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:q",
    awsRegion: "us-east-1",
  };
}

function setup(run: QueueWork<Job>["run"], more: Partial<QueueWork<Job>> = {}) {
  const { log, lines } = keptLog();
  const returns: [string, number][] = [];
  const visibility = {
    comeBack: async (receipt: string, seconds: number) => {
      returns.push([receipt, seconds]);
    },
  };
  const handler = queueHandler({ message: z.object({ n: z.int() }), run, visibility, log, ...more });
  const work = async (...records: SQSRecord[]) => {
    const { batchItemFailures } = await handler({ Records: records } satisfies SQSEvent);
    return batchItemFailures.map((failure) => failure.itemIdentifier);
  };
  return { work, returns, lines };
}

test("only what failed comes back", async () => {
  const done: number[] = [];
  const { work, returns } = setup(async ({ n }) => {
    if (n === 2) throw new Error("no");
    done.push(n);
  });
  expect(await work(record(1), record(2), record(3))).toEqual(["m2"]);
  expect(done).toEqual([1, 3]);
  expect(returns).toEqual([["r2", 5]]);
});

test("each further failure waits twice as long, up to ten minutes", () => {
  expect([1, 2, 3, 4, 5, 9, 100].map(backoffSeconds)).toEqual([5, 10, 20, 40, 80, 600, 600]);
});

test("the work knows which attempt it is", async () => {
  const attempts: number[] = [];
  const { work } = setup(async (_, { attempt }) => void attempts.push(attempt));
  await work(record(1, 4));
  expect(attempts).toEqual([4]);
});

test.each([
  { remedy: "park" as const, seconds: 0, level: "error", code: "message_parked" },
  { remedy: "reject" as const, seconds: 0, level: "error", code: "message_parked" },
  { remedy: "retry" as const, seconds: 20, level: "warn", code: "message_failed" },
])("a fault that says $remedy comes back after $seconds s", async ({ remedy, seconds, level, code }) => {
  const { work, returns, lines } = setup(async () => {
    throw new Fault("broken", remedy, { run_id: "run_1" });
  });
  expect(await work(record(1, 3))).toEqual(["m1"]);
  expect(returns).toEqual([["r1", seconds]]);
  expect(lines).toMatchObject([{ level, code, fault: "broken", run_id: "run_1", message_id: "m1", attempt: 3 }]);
});

test.each(["not json", "{}", '{"n":"1"}', "null", ""])(
  "the message %j is never worked on and does not wait",
  async (body) => {
    const { work, returns, lines } = setup(async () => expect.unreachable());
    expect(await work(record(1, 1, body))).toEqual(["m1"]);
    expect(returns).toEqual([["r1", 0]]);
    expect(lines).toMatchObject([{ code: "message_unreadable" }]);
  },
);

test("when the pause cannot be set the message still fails alone", async () => {
  const visibility = { comeBack: async () => Promise.reject(new Error("gone")) };
  const run = async () => Promise.reject(new Error("no"));
  const { work, lines } = setup(run, { visibility });
  expect(await work(record(1))).toEqual(["m1"]);
  expect(lines).toMatchObject([{ code: "message_failed" }, { code: "visibility_unchanged" }]);
});

test("no more than `concurrency` messages are worked on at once", async () => {
  let now = 0;
  let most = 0;
  const { work } = setup(
    async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
    },
    { concurrency: 3 },
  );
  expect(await work(...Array.from({ length: 10 }, (_, n) => record(n)))).toEqual([]);
  expect(most).toBe(3);
});

test("a failure is found in the log by what its message is about, never by words", async () => {
  const { work, lines } = setup(
    async () => {
      throw new Error("no");
    },
    { message: z.object({ n: z.int(), session_id: z.string(), turn: z.int(), step_id: z.string() }) },
  );
  const body = JSON.stringify({ n: 1, session_id: "ses_1", turn: 2, step_id: "write:the secret" });
  await work(record(1, 1, body));
  expect(lines).toMatchObject([{ code: "message_failed", message_id: "m1", session_id: "ses_1", turn: 2 }]);
  expect(JSON.stringify(lines)).not.toContain("secret");
});
