import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * Loses the answer to the next attempt that `isIt` says yes to, by its command and the JSON of its input. It was done, and
 * the SDK makes it again. `count`: how many answers were lost by now, one at most.
 */
export function loseReply(client: DynamoDBClient, isIt: (command: string, input: string) => boolean) {
  const lost = { count: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      if (lost.count > 0 || !isIt(String(context["commandName"]), JSON.stringify(args.input))) return answer;
      lost.count += 1;
      throw Object.assign(new Error("socket hang up"), { name: "TimeoutError", code: "ECONNRESET", $metadata: {} });
    },
    // Behind the retries, around what reads the answer.
    { step: "deserialize", priority: "high", name: "lostReply", override: true },
  );
  return lost;
}
