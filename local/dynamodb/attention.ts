import { attentionShard, attentionShards, idleShard } from "../../shared/adapters/dynamo/keys.ts";
import { isJsonObject, type Json } from "../json.ts";
import type { TableSpec } from "../template/blueprint.ts";
import type { DynamoClient } from "./dynamo-client.ts";

/** The index in which everything stands that somebody must look at by a time, and its partitions. */
const indexName = "attention";
const numbers = Array.from({ length: attentionShards }, (_, shard) => shard);

/** The table that has the index, if any. */
export function hasAttention(table: TableSpec): boolean {
  return indexesOf(table).some((index) => index["IndexName"] === indexName);
}

function indexesOf(table: TableSpec): readonly { [key: string]: Json }[] {
  const indexes = table.createTable["GlobalSecondaryIndexes"];
  return Array.isArray(indexes) ? indexes.filter(isJsonObject) : [];
}

/**
 * The earliest time at which the index has something to look at, in epoch milliseconds; undefined when it has nothing.
 * `keepMs`: sessions that were not used for so long are looked at as well; null: they are not.
 */
export async function earliestAttention(
  client: DynamoClient,
  tableName: string,
  keepMs: number | null,
): Promise<number | undefined> {
  const due = numbers.map((shard) => earliestOf(client, tableName, attentionShard(shard)));
  const idle = keepMs === null ? [] : numbers.map((shard) => earliestOf(client, tableName, idleShard(shard)));
  const times = [
    ...(await Promise.all(due)),
    ...(await Promise.all(idle)).map((usedAt) => (usedAt === undefined ? undefined : usedAt + (keepMs ?? 0))),
  ];
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

async function earliestOf(client: DynamoClient, tableName: string, shard: string): Promise<number | undefined> {
  const { Items } = await client.call("Query", {
    TableName: tableName,
    IndexName: indexName,
    KeyConditionExpression: "att_shard = :shard",
    ExpressionAttributeValues: { ":shard": { S: shard } },
    Limit: 1,
  });
  const [first] = Array.isArray(Items) ? Items : [];
  const at = isJsonObject(first) ? first["att_at"] : undefined;
  return isJsonObject(at) ? Number(at["N"]) : undefined;
}
