import { setTimeout as wait } from "node:timers/promises";
import { isJsonObject, type Json } from "../json.ts";
import { SetupProblem } from "../problem.ts";
import type { TableSpec } from "../template/blueprint.ts";
import { type DynamoClient, DynamoError } from "./dynamo-client.ts";

/** Makes the table unless it is there. @throws SetupProblem when it is there with other keys or indexes. */
export async function ensureTable(client: DynamoClient, table: TableSpec): Promise<void> {
  const existing = await describe(client, table.name);
  if (existing === undefined) await create(client, table);
  else if (shapeOf(existing) !== shapeOf(table.createTable)) {
    throw new SetupProblem(
      `The table ${table.name} was made with other keys or indexes than the stack has now; use an empty DATA_DIR.`,
    );
  }
}

async function create(client: DynamoClient, table: TableSpec): Promise<void> {
  await client.call("CreateTable", table.createTable);
  while ((await describe(client, table.name))?.["TableStatus"] !== "ACTIVE") await wait(50);
  if (table.ttlAttribute === undefined) return;
  const TimeToLiveSpecification = { AttributeName: table.ttlAttribute, Enabled: true };
  await client.call("UpdateTimeToLive", { TableName: table.name, TimeToLiveSpecification });
}

async function describe(client: DynamoClient, name: string): Promise<{ [key: string]: Json } | undefined> {
  try {
    const { Table } = await client.call("DescribeTable", { TableName: name });
    return isJsonObject(Table) ? Table : undefined;
  } catch (error) {
    if (error instanceof DynamoError && error.code === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

/** Keys and indexes of a table as comparable text. */
function shapeOf(table: { readonly [key: string]: Json }): string {
  const indexes = Array.isArray(table["GlobalSecondaryIndexes"]) ? table["GlobalSecondaryIndexes"] : [];
  const described = indexes.filter(isJsonObject).map((index) => {
    const projection = isJsonObject(index["Projection"]) ? index["Projection"]["ProjectionType"] : undefined;
    return [index["IndexName"], keysOf(index), projection];
  });
  return JSON.stringify([keysOf(table), described.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))]);
}

function keysOf(holder: { readonly [key: string]: Json }): readonly (Json | undefined)[] {
  const schema = Array.isArray(holder["KeySchema"]) ? holder["KeySchema"] : [];
  return schema.filter(isJsonObject).map((key) => `${key["KeyType"]} ${key["AttributeName"]}`);
}
