import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { SchedulerClient, TagResourceCommand } from "@aws-sdk/client-scheduler";
import { GetQueueUrlCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clientOptions } from "../../../shared/adapters/aws/client-options.ts";

let attempts = 0;
/** Takes every request and says nothing. */
const silent = createServer(() => {
  attempts += 1;
});
let where: { endpoint: string; region: string; credentials: { accessKeyId: string; secretAccessKey: string } };

beforeAll(async () => {
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo;
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  where = { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", credentials };
});
beforeEach(() => {
  attempts = 0;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

test.each([
  ["DynamoDB", () => new DynamoDBClient({ ...clientOptions(30), ...where }).send(new ListTablesCommand())],
  ["SQS", () => new SQSClient({ ...clientOptions(30), ...where }).send(new GetQueueUrlCommand({ QueueName: "q" }))],
  [
    "Scheduler",
    () =>
      new SchedulerClient({ ...clientOptions(30), ...where }).send(
        new TagResourceCommand({ ResourceArn: "arn:aws:scheduler:us-east-1:1:schedule-group/g", Tags: [] }),
      ),
  ],
])("a request of %s that nobody answers is lost in time, and made three times", async (_, send) => {
  await expect(send()).rejects.toMatchObject({ name: "TimeoutError" });
  expect(attempts).toBe(3);
});
