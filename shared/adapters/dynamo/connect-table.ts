import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../../ports/clock.ts";
import { clientOptions } from "../aws/client-options.ts";
import { Table } from "./table.ts";

/** The deployed table, with the credentials and the endpoint of the environment. Opens no connection before it is used. */
export function connectTable(name: string, clock: Clock): Table {
  return new Table(new DynamoDBClient(clientOptions(3_000)), name, clock);
}
