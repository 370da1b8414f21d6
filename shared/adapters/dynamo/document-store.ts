import type { ArtifactId, SessionId } from "../../contracts/ids.ts";
import type { DocumentItem } from "../../contracts/session-document.ts";
import type { DocumentPage, DocumentStore, Placed } from "../../ports/documents.ts";
import type { Slice } from "../../ports/reader.ts";
import { readArtifacts } from "./artifact-items.ts";
import { eventKey, sessionPk } from "./keys.ts";
import { type Item, type Table, toRecord } from "./table.ts";
import { toTask } from "./task-read.ts";

/** Reads the rows of a session family by family. */
export class DynamoDocumentStore implements DocumentStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async items(sessionId: SessionId, { after, limit, upTo }: DocumentPage): Promise<Slice<Placed>> {
    const found: Placed[] = [];
    const begin = after === null ? 0 : familyOf(after);
    let bytes = 0;
    for (const [index, family] of families.slice(begin).entries()) {
      const from = index === 0 ? after : null;
      for await (const row of this.#rows(sessionId, family.prefix, { from, upTo, limit })) {
        if (found.length >= limit || bytes > ENOUGH_BYTES) return { items: found, more: true };
        const item = await family.item(row, this.#table, sessionId);
        if (item === null) continue;
        bytes += Buffer.byteLength(JSON.stringify(item), "utf8");
        found.push({ position: row.sk, item });
      }
    }
    return { items: found, more: false };
  }

  isPosition(position: string): boolean {
    return familyOf(position) >= 0 && Buffer.byteLength(position, "utf8") <= MAX_KEY_BYTES;
  }

  /** The rows of a family after a key. What was said after the export began belongs to the next one. */
  async *#rows(
    sessionId: SessionId,
    prefix: string,
    { from, upTo, limit }: { readonly from: string | null; readonly upTo: number; readonly limit: number },
  ): AsyncGenerator<Item> {
    const last = eventKey(sessionId, upTo).sk;
    let start: Record<string, unknown> | undefined = from === null ? undefined : { pk: sessionPk(sessionId), sk: from };
    do {
      const page = await this.#table.queryPage({
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": sessionPk(sessionId), ":prefix": prefix },
        Limit: limit + 1,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      });
      for (const row of page.items) if (!isCount(row) && (!row.sk.startsWith(EVENTS) || row.sk <= last)) yield row;
      start = page.next;
    } while (start !== undefined);
  }
}

/** An answer takes about two million; what is read beyond that is read for nothing. */
const ENOUGH_BYTES = 2_000_000;

/** DynamoDB's limit for a sort key. */
const MAX_KEY_BYTES = 1024;

const EVENTS = "EVT#";

/** A count of rings that changed nothing is no line of history. */
const isCount = ({ sk }: Item): boolean => sk.startsWith("HIST#") && sk.includes("#~");

/** Null for what is gone by now, because its session is being removed. */
type ToItem = (row: Item, table: Table, sessionId: SessionId) => DocumentItem | Promise<DocumentItem | null>;

/** A row as it is stored, as a record of a document; what it must not hold is left out when it is written. */
const as =
  (kind: DocumentItem["kind"]): ToItem =>
  (row) =>
    ({ kind, record: toRecord(row) }) as DocumentItem;

/** Parts of a sort key behind the name of its family. */
const partsOf = ({ sk }: Item): readonly string[] => sk.split("#").slice(1);

/** Every family of rows that belongs into a document, in its order there. */
const families: readonly { readonly prefix: string; readonly item: ToItem }[] = [
  { prefix: "RUN#", item: as("run") },
  { prefix: "REV#", item: as("revision") },
  { prefix: "TASK#", item: (row) => ({ kind: "task", record: toTask(row) }) as unknown as DocumentItem },
  {
    prefix: "WORK#",
    item: (row) => {
      const [turn, ...name] = partsOf(row);
      // The work of an answer is named by the number of what it answers, behind another separator.
      const work = name.join("#");
      return { kind: "work", record: { ...toRecord<object>(row), turn: Number(turn), work } } as DocumentItem;
    },
  },
  {
    prefix: "ART#",
    item: async (row, table, session_id) => {
      const [turn, id] = partsOf(row);
      const [record] = await readArtifacts(table, { session_id, turn: Number(turn) }, [id as ArtifactId]);
      return record ? ({ kind: "artifact", record } as unknown as DocumentItem) : null;
    },
  },
  { prefix: "Q#", item: as("question") },
  { prefix: EVENTS, item: (row, ...rest) => as(row["span"] === undefined ? "event" : "entry")(row, ...rest) },
  {
    prefix: "TEXT#",
    item: (row) => ({ kind: "text", record: { event_id: partsOf(row)[0], text: row["text"] } }) as DocumentItem,
  },
  {
    prefix: "SRC#",
    item: (row, ...rest) => {
      const [source_id, chunk] = partsOf(row);
      if (chunk === undefined) return as("source")(row, ...rest);
      return { kind: "source_text", record: { source_id, chunk: Number(chunk), text: row["text"] } } as DocumentItem;
    },
  },
  { prefix: "MEM#", item: as("memory") },
  { prefix: "WAKE#", item: as("wake") },
  { prefix: "HIST#", item: as("wake_history") },
];

/** Of which family a row is, by its sort key; -1 for none that belongs into a document. */
const familyOf = (sk: string): number => families.findIndex(({ prefix }) => sk.startsWith(prefix));
