import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { jsonClient } from "../../shared/adapters/aws/json-client.ts";
import { startDynoxide, type TestTable } from "../support/dynoxide.ts";
import { startFauxqs, type TestQueues } from "../support/fauxqs.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const where = (endpoint: string) => ({ endpoint, region: "us-east-1", credentials });

type Answering = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

let server: Server | undefined;
let attempts = 0;
let sockets = 0;

/** A DynamoDB that answers as told, and a client of it. */
async function answering(answer: Answering, requestMs = 2_000): Promise<DynamoDBClient> {
  attempts = 0;
  sockets = 0;
  server = createServer((request, response) => {
    attempts += 1;
    const attempt = attempts;
    request.resume().on("end", () => answer(request, response, attempt));
  });
  server.on("connection", () => {
    sockets += 1;
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const limits = { connectMs: 2_000, requestMs };
  return jsonClient(
    "dynamodb",
    limits,
    (parts) => new DynamoDBClient({ ...parts, ...where(`http://127.0.0.1:${port}`) }),
  );
}

const ok = (response: ServerResponse): void => void response.end('{"Item":{"pk":{"S":"a"}}}');
const get = new GetItemCommand({ TableName: "t", Key: { pk: { S: "a" } } });

let table: TestTable;
let queues: TestQueues;
beforeAll(async () => {
  table = await startDynoxide();
  queues = await startFauxqs();
});
afterAll(async () => {
  await table.stop();
  await queues.stop();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

test("is answered by the emulators of both services", async () => {
  const endpoint = await table.client.config.endpoint?.();
  const limits = { connectMs: 2_000, requestMs: 10_000 };
  const options = where(`http://127.0.0.1:${endpoint?.port}`);
  const dynamo = jsonClient("dynamodb", limits, (parts) => new DynamoDBClient({ ...parts, ...options }));
  const key = { pk: { S: "a" }, sk: { S: "b" } };
  expect((await dynamo.send(new GetItemCommand({ TableName: table.tableName, Key: key }))).Item).toBeUndefined();
  const { url } = await queues.createQueue("json-client");
  const sqs = jsonClient("sqs", limits, (parts) => new SQSClient({ ...parts, ...where(new URL(url).origin) }));
  const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "für alle" }));
  expect(MessageId).toMatch(/^[0-9a-f-]{36}$/);
  dynamo.destroy();
  sqs.destroy();
});

test("uses its sockets again, and no more of them than requests at a time", async () => {
  const client = await answering((_request, response) => ok(response));
  for (let index = 0; index < 20; index += 1) await client.send(get);
  expect([attempts, sockets]).toEqual([20, 1]);
  await Promise.all(Array.from({ length: 8 }, () => client.send(get)));
  expect(sockets).toBeLessThanOrEqual(8);
  client.destroy();
});

test.each([
  {
    what: "a connection that is lost",
    first: (request: IncomingMessage) => void request.socket.destroy(),
  },
  {
    what: "an answer that is cut off",
    first: (request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { "content-length": 100 });
      response.write('{"Item":', () => void request.socket.destroy());
    },
  },
  { what: "an error of the service", first: (_: IncomingMessage, response: ServerResponse) => fail(response, 500) },
  {
    what: "throttling",
    first: (_: IncomingMessage, response: ServerResponse) =>
      fail(response, 400, "com.amazonaws.dynamodb#ThrottlingException"),
  },
  { what: "no answer in time", first: () => undefined, requestMs: 100 },
])("tries again after $what", async ({ first, requestMs }) => {
  const client = await answering((request, response, attempt) => {
    if (attempt === 1) first(request, response);
    else ok(response);
  }, requestMs);
  expect((await client.send(get)).Item).toEqual({ pk: { S: "a" } });
  expect(attempts).toBe(2);
  client.destroy();
});

test("gives up after three attempts, and at once for what does not pass", async () => {
  const client = await answering((_request, response, attempt) =>
    attempt > 3 ? fail(response, 400, "com.amazonaws.dynamodb#ValidationException") : fail(response, 503),
  );
  await expect(client.send(get)).rejects.toMatchObject({ $metadata: { httpStatusCode: 503, attempts: 3 } });
  await expect(client.send(get)).rejects.toMatchObject({ name: "ValidationException", $metadata: { attempts: 1 } });
  expect(attempts).toBe(4);
  client.destroy();
});

test("ends when it is told to", async () => {
  const told = new AbortController();
  const client = await answering(() => told.abort());
  await expect(client.send(get, { abortSignal: told.signal })).rejects.toMatchObject({ name: "AbortError" });
  await expect(client.send(get, { abortSignal: told.signal })).rejects.toMatchObject({ name: "AbortError" });
  expect(attempts).toBe(1);
  client.destroy();
});

function fail(response: ServerResponse, status: number, type = "InternalServerError"): void {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  response.end(JSON.stringify({ __type: type, message: "no" }));
}
