import { BatchWriteCommand, DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { sessionPk } from "../../shared/adapters/dynamo/keys.ts";
import type { SessionId } from "../../shared/contracts/ids.ts";
import type { TestTable } from "./dynoxide.ts";

const ITEMS_AT_ONCE = 25;
let made = 0;

/** Copies everything of a session into new ones, in few requests. Ids that derive from the session keep their value. */
export async function cloneSession(
  { client, tableName }: TestTable,
  original: SessionId,
  count: number,
): Promise<readonly SessionId[]> {
  const db = DynamoDBDocumentClient.from(client);
  const { Items = [] } = await db.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": sessionPk(original) },
    }),
  );
  const clones = Array.from({ length: count }, (): SessionId => {
    made += 1;
    return `ses_01K${String(made).padStart(23, "0")}`;
  });
  const text = JSON.stringify(Items);
  const items = clones.flatMap((id) => JSON.parse(text.replaceAll(original.slice(4), id.slice(4))) as object[]);
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const puts = items.slice(from, from + ITEMS_AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
    await db.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
  return clones;
}
