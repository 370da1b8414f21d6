import type { SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Millis } from "../../contracts/records.ts";
import type { DocumentItem } from "../../contracts/session-document.ts";
import type { Counters, Imported, Importing, ImportStore } from "../../ports/imports.ts";
import type { OpenOutcome } from "../../ports/stores.ts";
import { documentRows } from "./document-rows.ts";
import { attention, idleSince, mailboxKey, ownedSessionKey, sessionKey, tombstoneKey } from "./keys.ts";
import { type Item, type Table, toRecord, type Write } from "./table.ts";
import { tombstoneItem } from "./tombstone-item.ts";

/**
 * What one transaction writes, beside its condition. It may hold 100 items and 4 MB, but costs two units a kilobyte, and
 * the session's partition takes a thousand a second.
 */
const ROWS_AT_ONCE = 25;
const BYTES_AT_ONCE = 250_000;

/** Of a tombstone: it stands for this import, and nobody has begun to remove what is behind it. */
const OURS = "digest = :digest";

/** Sessions that are made of documents, behind a tombstone until they are whole. */
export class DynamoImportStore implements ImportStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async begin({ id, owner, digest }: Importing, now: Millis): Promise<"begun" | "exists" | "gone"> {
    const outcome = await this.#table.transact([
      {
        ConditionCheck: {
          TableName: "",
          Key: mailboxKey(id),
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
      {
        Put: {
          TableName: "",
          Item: {
            ...tombstoneItem({ id, owner }, "import_unfinished", now),
            digest,
            ...attention(id, now + limits.lastLookMs),
          },
          // An attempt before at the same document is gone on with; what is removed, or was, stays removed.
          ConditionExpression: `attribute_not_exists(pk) OR ${OURS}`,
          ExpressionAttributeValues: { ":digest": digest },
        },
      },
    ]);
    if (outcome.kind === "done") return "begun";
    return outcome.failed.has(0) ? "exists" : "gone";
  }

  async write(session: Importing, items: readonly DocumentItem[], signal: AbortSignal): Promise<"written" | "lost"> {
    const rows = new Map(items.flatMap((item) => documentRows(session, item)).map((row) => [row.sk, row]));
    for (const some of batches([...rows.values()])) {
      signal.throwIfAborted();
      const puts = some.map((Item): Write => ({ Put: { TableName: "", Item } }));
      const outcome = await this.#table.transact([{ ConditionCheck: ours(session) }, ...puts]);
      if (outcome.kind === "lost") return "lost";
    }
    signal.throwIfAborted();
    return "written";
  }

  async finish({ on_busy, digest, ...session }: Imported, counters: Counters): Promise<OpenOutcome> {
    const { id, owner, agent, status } = session;
    const { seq, turns, memories, has_rules, said } = counters;
    const mailbox = {
      ...mailboxKey(id),
      ...{ owner, agent, status, on_busy, accepted: 0, seq, turns },
      ...{ entries: {}, seq_of: {}, turn_of: {}, seen: {} },
      ...(memories === 0 ? {} : { memories }),
      ...(has_rules ? { has_rules } : {}),
      ...(said === 0 ? {} : { said }),
    };
    const fresh = "attribute_not_exists(pk)";
    const outcome = await this.#table.transact([
      { Put: { TableName: "", Item: mailbox, ConditionExpression: fresh } },
      { Delete: ours({ id, digest }) },
      {
        Put: {
          TableName: "",
          Item: { ...sessionKey(id), ...session, imported: digest, ...idleSince(id, session.created_at) },
        },
      },
      { Put: { TableName: "", Item: { ...ownedSessionKey(owner, session), session_id: id } } },
    ]);
    if (outcome.kind === "done") return "opened";
    return outcome.failed.has(0) ? "exists" : "gone";
  }

  async digestOf(sessionId: SessionId): Promise<string | null> {
    const session = toRecord<{ readonly imported?: string }>(await this.#table.get(sessionKey(sessionId)));
    return session?.imported ?? null;
  }
}

/** The tombstone of this import, which must still stand for it. */
const ours = ({ id, digest }: Pick<Importing, "id" | "digest">) => ({
  TableName: "",
  Key: tombstoneKey(id),
  ConditionExpression: OURS,
  ExpressionAttributeValues: { ":digest": digest },
});

function* batches(rows: readonly Item[]): Generator<readonly Item[]> {
  let some: Item[] = [];
  let bytes = 0;
  for (const row of rows) {
    const more = Buffer.byteLength(JSON.stringify(row), "utf8");
    if (some.length > 0 && (some.length === ROWS_AT_ONCE || bytes + more > BYTES_AT_ONCE)) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(row);
    bytes += more;
  }
  if (some.length > 0) yield some;
}
