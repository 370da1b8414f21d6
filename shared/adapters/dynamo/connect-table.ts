import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { limits } from "../../contracts/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import { clientOptions } from "../aws/client-options.ts";
import { systemChance } from "../system/system.ts";
import { Table } from "./table.ts";

/**
 * The deployed table, with the credentials and the endpoint of the environment. Opens no connection before it is used.
 * `patienceMs`: how long a write waits for others.
 */
export function connectTable(name: string, clock: Clock, patienceMs: number = limits.contendedMs): Table {
  return new Table(new DynamoDBClient(clientOptions(3_000)), name, clock, { random: systemChance, patienceMs });
}
