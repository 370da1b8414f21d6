import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoDocumentStore } from "../adapters/dynamo/document-store.ts";
import { DynamoReader } from "../adapters/dynamo/reader.ts";
import { systemClock } from "../adapters/system/system.ts";
import type { Clock } from "../ports/clock.ts";
import type { DocumentStore } from "../ports/documents.ts";
import type { Reader } from "../ports/reader.ts";
import { readSettings } from "./settings.ts";

/** What the routes that read need. */
export type ReadPorts = { readonly reader: Reader; readonly documents: DocumentStore; readonly clock: Clock };

/** The ports of the deployed function. @throws TypeError when a setting is missing. */
export function connectRead(): ReadPorts {
  const { TABLE_NAME } = readSettings(["TABLE_NAME"]);
  const table = connectTable(TABLE_NAME, systemClock);
  return { reader: new DynamoReader(table), documents: new DynamoDocumentStore(table), clock: systemClock };
}
