import type { SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Millis } from "../../contracts/records.ts";
import type { DocumentItem } from "../../contracts/session-document.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { Counters, Imported, ImportStore } from "../../ports/imports.ts";
import type { OpenOutcome } from "../../ports/stores.ts";
import { documentRows } from "./document-rows.ts";
import { attention, idleSince, mailboxKey, ownedSessionKey, sessionKey, tombstoneKey } from "./keys.ts";
import { type Table, toRecord } from "./table.ts";

const WRITTEN_AT_ONCE = 25;

/** Sessions that are made of documents, behind a tombstone until they are whole. */
export class DynamoImportStore implements ImportStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async begin(sessionId: SessionId, owner: string, now: Millis): Promise<"begun" | "exists" | "gone"> {
    const outcome = await this.#table.transact([
      {
        ConditionCheck: {
          TableName: "",
          Key: mailboxKey(sessionId),
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
      {
        Put: {
          TableName: "",
          Item: {
            ...tombstoneKey(sessionId),
            reason: "import_unfinished",
            at: now,
            owner_digest: fingerprint(owner),
            ttl: Math.ceil((now + limits.tombstoneMs) / 1000),
            ...attention(sessionId, now + limits.lastLookMs),
          },
          // What an attempt before left is written over; what was removed stays removed.
          ConditionExpression: "attribute_not_exists(pk) OR (reason = :unfinished AND attribute_not_exists(done_at))",
          ExpressionAttributeValues: { ":unfinished": "import_unfinished" },
        },
      },
    ]);
    if (outcome.kind === "done") return "begun";
    return outcome.failed.has(0) ? "exists" : "gone";
  }

  async write(
    session: { readonly id: SessionId; readonly owner: string },
    items: readonly DocumentItem[],
  ): Promise<void> {
    const rows = items.flatMap((item) => documentRows(session, item));
    for (let from = 0; from < rows.length; from += WRITTEN_AT_ONCE) {
      await Promise.all(rows.slice(from, from + WRITTEN_AT_ONCE).map((row) => this.#table.put(row)));
    }
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
      {
        Delete: {
          TableName: "",
          Key: tombstoneKey(id),
          ConditionExpression: "reason = :unfinished AND attribute_not_exists(done_at)",
          ExpressionAttributeValues: { ":unfinished": "import_unfinished" },
        },
      },
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
