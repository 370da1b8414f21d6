import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createRequire } from "node:module";
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { onFreePort } from "./on-free-port.ts";

const BINARY = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;

/** An empty table of the deployed shape, and how to end its use. */
export interface TestTable {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  stop(): Promise<void>;
}

interface Server {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/**
 * Starts an in-memory DynamoDB of its own on 127.0.0.1 and creates the table, in about 20 ms. Call it once a test file.
 * On a platform without the binary, the server that AWS_ENDPOINT_URL_DYNAMODB names is used instead, with a table of its own.
 */
export async function startDynoxide(): Promise<TestTable> {
  const server = await startServer();
  const client = new DynamoDBClient({
    endpoint: server.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const tableName = `followthrough-${randomUUID()}`;
  await client.send(createTable(tableName));
  return {
    client,
    tableName,
    async stop() {
      await client.send(new DeleteTableCommand({ TableName: tableName }));
      client.destroy();
      await server.stop();
    },
  };
}

/** Runs the binary on `port`; "taken" when something else listens there. */
export async function serveDynoxide(binary: string, port: number): Promise<Server | "taken"> {
  const child = spawn(binary, ["serve", "--host", "127.0.0.1", "-p", String(port)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const killChild = () => child.kill("SIGKILL");
  process.once("exit", killChild);
  const end = await untilReady(child);
  if (end === "ready") return { endpoint: `http://127.0.0.1:${port}`, stop: () => stopChild(child, killChild) };
  process.off("exit", killChild);
  if (/in use/i.test(end.stderr)) return "taken";
  throw new Error(`dynoxide did not start: ${end.stderr.trim()}`);
}

async function startServer(): Promise<Server> {
  const binary = findBinary();
  if (binary !== null) return onFreePort((port) => serveDynoxide(binary, port));
  const endpoint = process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  if (endpoint) return { endpoint, stop: async () => undefined };
  throw new Error(`${BINARY} is not installed here: set AWS_ENDPOINT_URL_DYNAMODB to a local DynamoDB`);
}

/** Path of the server for this platform, null when npm has none. */
export function findBinary(): string | null {
  try {
    return createRequire(import.meta.url).resolve(BINARY);
  } catch {
    return null;
  }
}

/** Waits for the server's own word, because somebody else's server could answer on the port. */
function untilReady(child: ChildProcess): Promise<"ready" | { readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (stderr.includes("listening on")) resolve("ready");
    });
    child.once("error", reject);
    child.once("close", () => resolve({ stderr }));
  });
}

async function stopChild(child: ChildProcess, killChild: () => void): Promise<void> {
  process.off("exit", killChild);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}

function createTable(tableName: string): CreateTableCommand {
  return new CreateTableCommand({
    TableName: tableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "sk", AttributeType: "S" },
      { AttributeName: "att_shard", AttributeType: "S" },
      { AttributeName: "att_at", AttributeType: "N" },
      { AttributeName: "agent_pk", AttributeType: "S" },
      { AttributeName: "agent_sk", AttributeType: "S" },
    ],
    KeySchema: keySchema("pk", "sk"),
    GlobalSecondaryIndexes: [
      {
        IndexName: "attention",
        KeySchema: keySchema("att_shard", "att_at"),
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
      { IndexName: "by_agent", KeySchema: keySchema("agent_pk", "agent_sk"), Projection: { ProjectionType: "ALL" } },
    ],
  });
}

function keySchema(partition: string, sort: string) {
  return [
    { AttributeName: partition, KeyType: "HASH" as const },
    { AttributeName: sort, KeyType: "RANGE" as const },
  ];
}
