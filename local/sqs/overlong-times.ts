/** Longest delay of a message and longest time a received one may stay hidden, in seconds (documented by SQS). */
const limits: Readonly<Record<string, number>> = { DelaySeconds: 900, VisibilityTimeout: 43_200 };

interface Reply {
  status(code: number): Reply;
  header(name: string, value: string): Reply;
  send(body: unknown): unknown;
}

/** Refuses what SQS refuses and fauxqs takes: a delay over 15 minutes and a visibility time over 12 hours. */
export async function refuseOverlongTimes(request: { readonly body: unknown }, reply: Reply): Promise<unknown> {
  const { body } = request;
  const items = hasEntries(body) ? body.Entries : [body];
  for (const item of items) {
    if (typeof item !== "object" || item === null) continue;
    for (const [name, most] of Object.entries(limits)) {
      const value: unknown = Reflect.get(item, name);
      if (typeof value !== "number" || (value >= 0 && value <= most)) continue;
      const reason = `Value ${value} for parameter ${name} is invalid. Reason: Must be between 0 and ${most}.`;
      return reply
        .status(400)
        .header("content-type", "application/x-amz-json-1.0")
        .header("x-amzn-query-error", "InvalidParameterValue;Sender")
        .send(JSON.stringify({ __type: "com.amazonaws.sqs#InvalidParameterValue", message: reason }));
    }
  }
  return undefined;
}

function hasEntries(body: unknown): body is { readonly Entries: readonly unknown[] } {
  return typeof body === "object" && body !== null && "Entries" in body && Array.isArray(body.Entries);
}
