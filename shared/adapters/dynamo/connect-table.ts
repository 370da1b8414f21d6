import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../../ports/clock.ts";
import { jsonClient } from "../aws/json-client.ts";
import { Table } from "./table.ts";

/** A request that takes longer than this is lost; the SDK tries again, well within the shortest function. */
const limits = { connectMs: 1_000, requestMs: 3_000 };

/** The deployed table, with the credentials and the endpoint of the environment. Opens no connection before it is used. */
export function connectTable(name: string, clock: Clock): Table {
  return new Table(
    jsonClient("dynamodb", limits, (parts) => new DynamoDBClient(parts)),
    name,
    clock,
  );
}
