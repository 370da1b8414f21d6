import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../../ports/clock.ts";
import { Table } from "./table.ts";

/** The deployed table, with the credentials and the endpoint of the environment. Opens no connection before it is used. */
export function connectTable(name: string, clock: Clock): Table {
  // A request that takes longer than this is lost; the SDK tries again, well within the shortest function.
  const requestHandler = { connectionTimeout: 1_000, requestTimeout: 3_000 };
  return new Table(new DynamoDBClient({ maxAttempts: 3, requestHandler }), name, clock);
}
