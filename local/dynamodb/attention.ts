import { attentionShard, attentionShards } from "../../shared/adapters/dynamo/keys.ts";
import { isJsonObject, type Json } from "../json.ts";
import type { TableSpec } from "../template/blueprint.ts";
import type { DynamoClient } from "./dynamo-client.ts";

/** The index in which everything stands that somebody must look at by a time, and its partitions. */
const indexName = "attention";
const shards = Array.from({ length: attentionShards }, (_, shard) => attentionShard(shard));

/** The table that has the index, if any. */
export function hasAttention(table: TableSpec): boolean {
  return indexesOf(table).some((index) => index["IndexName"] === indexName);
}

function indexesOf(table: TableSpec): readonly { [key: string]: Json }[] {
  const indexes = table.createTable["GlobalSecondaryIndexes"];
  return Array.isArray(indexes) ? indexes.filter(isJsonObject) : [];
}

/** The earliest time that stands in the index, in epoch milliseconds; undefined when it is empty. */
export async function earliestAttention(client: DynamoClient, tableName: string): Promise<number | undefined> {
  const times = await Promise.all(shards.map((shard) => earliestOfShard(client, tableName, shard)));
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

async function earliestOfShard(client: DynamoClient, tableName: string, shard: string): Promise<number | undefined> {
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
