import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { startDynoxide } from "../../support/dynoxide.ts";

test("each start gives an empty table of its own with both indexes", async () => {
  const tables = await Promise.all([startDynoxide(), startDynoxide(), startDynoxide()]);

  const described = await Promise.all(
    tables.map(({ client, tableName }) => client.send(new DescribeTableCommand({ TableName: tableName }))),
  );

  expect(new Set(tables.map((table) => table.tableName)).size).toBe(3);
  for (const { Table } of described) {
    expect(Table?.ItemCount).toBe(0);
    expect(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName).sort()).toEqual(["attention", "by_agent"]);
  }
  await Promise.all(tables.map((table) => table.stop()));
});
