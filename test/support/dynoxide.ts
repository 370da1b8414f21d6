import { randomUUID } from "node:crypto";
import { CreateTableCommand, DeleteTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { Dynoxide } from "../../local/dynamodb/dynoxide.ts";
import { otherServer } from "../../local/dynamodb/other-server.ts";
import { ordinaryClient, wireClient } from "./wire-client.ts";
import { WirePool } from "./wire-socket.ts";

/** An empty table of the deployed shape, and how to end its use. */
export interface TestTable {
  readonly origin: string;
  readonly client: DynamoDBClient;
  readonly tableName: string;
  stop(): Promise<void>;
}

interface Server {
  readonly origin: string;
  readonly client: DynamoDBClient;
  stop(): Promise<void>;
}

/**
 * Starts an in-memory DynamoDB of its own on 127.0.0.1 and creates the table, in about 20 ms. Call it once a test file.
 * On a platform without the binary, the server that AWS_ENDPOINT_URL_DYNAMODB names is used instead, with a table of its own.
 */
export async function startDynoxide(): Promise<TestTable> {
  const server = await startServer();
  const { client } = server;
  const tableName = `followthrough-${randomUUID()}`;
  await client.send(createTable(tableName));
  return {
    origin: server.origin,
    client,
    tableName,
    async stop() {
      await client.send(new DeleteTableCommand({ TableName: tableName }));
      client.destroy();
      await server.stop();
    },
  };
}

/** The database of the local stack, in memory; or a server that somebody started where there is no binary. */
async function startServer(): Promise<Server> {
  const other = otherServer();
  if (other !== undefined) return { origin: other, client: ordinaryClient(other), stop: async () => undefined };
  const database = await Dynoxide.start({
    onLost: (reason) => {
      throw new Error(reason);
    },
  });
  const wire = new WirePool(database.origin);
  return {
    origin: database.origin,
    client: wireClient(wire),
    async stop() {
      wire.close();
      await database.stop();
    },
  };
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
