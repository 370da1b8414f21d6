import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** What was asked of the table while it was counted. */
export type Counted = { readonly requests: number; readonly bytes_read: number; readonly bytes_sent: number };

type Wire = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

const lengthOf = (message: unknown): number => {
  const { headers, body } = message as Wire;
  return Number(headers?.["content-length"] ?? (typeof body === "string" ? Buffer.byteLength(body) : 0));
};

/** Counts every attempt that leaves the client while `work` goes on, and the bytes of the answers. */
export async function countRequests(client: DynamoDBClient, work: () => Promise<unknown>): Promise<Counted> {
  const counted = { requests: 0, bytes_read: 0, bytes_sent: 0 };
  client.middlewareStack.add(
    (next) => async (args) => {
      counted.requests += 1;
      counted.bytes_sent += lengthOf(args.request);
      const answer = await next(args);
      counted.bytes_read += lengthOf(answer.response);
      return answer;
    },
    // Behind the retries, in front of what reads the answer: the response is still as it came.
    { step: "deserialize", priority: "low", name: "counted", override: true },
  );
  try {
    await work();
  } finally {
    client.middlewareStack.remove("counted");
  }
  return counted;
}
