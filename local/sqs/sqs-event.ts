import type { StoredMessage } from "./fauxqs-store.ts";

/** A received message and the handle it was received under. */
export interface Received {
  readonly handle: string;
  readonly message: StoredMessage;
}

/** The event a function gets for a batch: the record shape that Lambda documents for SQS. */
export function sqsEvent(batch: readonly Received[], queueArn: string): string {
  const awsRegion = queueArn.split(":")[3];
  const Records = batch.map(({ handle, message }) => ({
    messageId: message.messageId,
    receiptHandle: handle,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: messageAttributes(message),
    ...(message.md5OfMessageAttributes ? { md5OfMessageAttributes: message.md5OfMessageAttributes } : {}),
    md5OfBody: message.md5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion,
  }));
  return JSON.stringify({ Records });
}

function systemAttributes(message: StoredMessage): Record<string, string | undefined> {
  return {
    ApproximateReceiveCount: String(message.approximateReceiveCount),
    SentTimestamp: String(message.sentTimestamp),
    SenderId: "000000000000",
    ApproximateFirstReceiveTimestamp: String(message.approximateFirstReceiveTimestamp ?? message.sentTimestamp),
    SequenceNumber: message.sequenceNumber,
    MessageGroupId: message.messageGroupId,
    MessageDeduplicationId: message.messageDeduplicationId,
  };
}

function messageAttributes(message: StoredMessage): Record<string, object> {
  const entries = Object.entries(message.messageAttributes).map(([name, value]) => [
    name,
    {
      stringValue: value.StringValue,
      binaryValue: value.BinaryValue,
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType,
    },
  ]);
  return Object.fromEntries(entries);
}

/**
 * Which messages of a batch succeeded. Without item reports a returning function took them all; with them, an answer
 * Lambda cannot read, or one that names a message it was not given, fails the whole batch.
 */
export function succeeded(
  batch: readonly Received[],
  payload: string | undefined,
  reportsItems: boolean,
): readonly Received[] {
  if (payload === undefined) return [];
  if (!reportsItems) return batch;
  const answer: unknown = JSON.parse(payload);
  const failures =
    typeof answer === "object" && answer !== null && "batchItemFailures" in answer ? answer.batchItemFailures : [];
  if (failures === null) return batch;
  if (!Array.isArray(failures)) return [];
  const failed = new Set<unknown>(
    failures.map((item: unknown) =>
      typeof item === "object" && item !== null && "itemIdentifier" in item ? item.itemIdentifier : undefined,
    ),
  );
  const known = new Set<unknown>(batch.map(({ message }) => message.messageId));
  if ([...failed].some((id) => !known.has(id))) return [];
  return batch.filter(({ message }) => !failed.has(message.messageId));
}
