import type { EventId, SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import { entrySpan, type Mailbox, type Millis, type Session } from "../../contracts/records.ts";
import { Fault } from "../../errors/fault.ts";
import type {
  AcceptOutcome,
  EditOutcome,
  LockOutcome,
  MailboxStore,
  NewEntry,
  NewSession,
  NewSource,
  OpenOutcome,
  PlaceOutcome,
  ReleaseOutcome,
  WaitingEntry,
} from "../../ports/stores.ts";
import { acceptUpdate, firstOf, refusal, storedEntry, textWrites } from "./accept-update.ts";
import { attention, idleSince, mailboxKey, ownedSessionKey, sessionKey, textKey, tombstoneKey } from "./keys.ts";
import { changeOrder, changeWords, isInHistory } from "./mailbox-edits.ts";
import { entryKey, seenAs, toMailbox } from "./mailbox-item.ts";
import { sourceWrites } from "./source-items.ts";
import { type Table, toRecord, type Write } from "./table.ts";

/** The mailbox of each session: accept, lock, release. */
export class DynamoMailboxStore implements MailboxStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async accept(
    sessionId: SessionId,
    owner: string,
    entry: NewEntry,
    sources: readonly NewSource[],
  ): Promise<AcceptOutcome> {
    const { text, ...update } = acceptUpdate(sessionId, owner, entry);
    const beside = [...textWrites(sessionId, entry.event_id, text), ...sources.flatMap(sourceWrites)];
    if (beside.length === 0) {
      // A counter is all that is needed back; the whole item would cost bytes on the hot path.
      const outcome = await this.#table.update({ ...update, ReturnValues: "UPDATED_NEW" });
      if (outcome.kind === "lost") return refusal(outcome.item, owner, entry);
      return { kind: "accepted", seq: firstOf(outcome.item, entry), turn: entry.turn ?? Number(outcome.item["turns"]) };
    }
    const outcome = await this.#table.transact([
      { Update: { TableName: "", ...update, UpdateExpression: update.UpdateExpression } },
      ...beside,
    ]);
    if (outcome.kind === "lost") return refusal(outcome.failed.get(0) ?? null, owner, entry);
    const item = await this.#table.get(mailboxKey(sessionId));
    const seen = item === null ? null : seenAs(item, entry.event_id);
    if (seen === null) throw new Fault("entry_vanished", "retry", { session_id: sessionId });
    return { kind: "accepted", seq: seen.seq, turn: seen.turn ?? entry.turn ?? 0 };
  }

  async open(
    { on_busy, ...session }: NewSession,
    entry: NewEntry | null,
    sources: readonly NewSource[],
  ): Promise<OpenOutcome> {
    const { id, owner, agent } = session;
    const key = entry === null ? null : entryKey(entry.event_id);
    const { inline, whole } = entry === null ? { inline: null, whole: null } : storedEntry(entry);
    const mailbox = {
      ...mailboxKey(id),
      owner,
      agent,
      status: "active",
      on_busy,
      accepted: entry === null ? 0 : 1,
      seq: entry === null ? 0 : entrySpan(entry.kind),
      turns: entry === null ? 0 : 1,
      entries: key === null ? {} : { [key]: inline },
      seq_of: key === null ? {} : { [key]: 1 },
      turn_of: key === null ? {} : { [key]: 1 },
      seen: key === null || entry === null ? {} : { [key]: `${entry.hash}:${entry.received_at}` },
      ...(entry?.origin.type === "person" ? { said: 1 } : {}),
      ...(entry === null ? {} : attention(id, entry.received_at + limits.attentionMs)),
    };
    const fresh = "attribute_not_exists(pk)";
    const outcome = await this.#table.transact([
      { Put: { TableName: "", Item: mailbox, ConditionExpression: fresh } },
      notRemoved(id, session.created_at),
      { Put: { TableName: "", Item: { ...sessionKey(id), ...session, ...idleSince(id, session.created_at) } } },
      { Put: { TableName: "", Item: { ...ownedSessionKey(owner, session), session_id: id } } },
      ...(entry === null ? [] : textWrites(id, entry.event_id, whole)),
      ...sources.flatMap(sourceWrites),
    ]);
    if (outcome.kind === "done") return "opened";
    return outcome.failed.has(1) ? "gone" : "exists";
  }

  async read(sessionId: SessionId): Promise<Mailbox | null> {
    const item = await this.#table.get(mailboxKey(sessionId));
    return item === null ? null : toMailbox(item);
  }

  async takeLock(sessionId: SessionId, token: string, now: Millis): Promise<LockOutcome> {
    const outcome = await this.#table.update({
      Key: mailboxKey(sessionId),
      UpdateExpression:
        "SET lock_token = :token, lock_until = :until, tries = if_not_exists(tries, :zero) + :one, trying_since = if_not_exists(trying_since, :now)",
      ConditionExpression:
        "attribute_exists(pk) AND (attribute_not_exists(lock_token) OR lock_until < :now OR lock_token = :token)",
      ExpressionAttributeValues: {
        ":token": token,
        ":until": now + limits.leaseMs,
        ":now": now,
        ":zero": 0,
        ":one": 1,
      },
    });
    if (outcome.kind === "done") return { kind: "taken", mailbox: toMailbox(outcome.item) };
    return { kind: outcome.item === null ? "missing" : "held" };
  }

  async renewLock(sessionId: SessionId, token: string, now: Millis): Promise<boolean> {
    const outcome = await this.#table.update({
      Key: mailboxKey(sessionId),
      UpdateExpression: "SET lock_until = :until",
      ConditionExpression: "lock_token = :token",
      ExpressionAttributeValues: { ":token": token, ":until": now + limits.leaseMs },
      ReturnValues: "NONE",
    });
    return outcome.kind === "done";
  }

  async releaseLock(seen: Mailbox, token: string, attentionAt: Millis | null): Promise<ReleaseOutcome> {
    const look = attentionAt === null ? null : attention(seen.session_id, attentionAt);
    const outcome = await this.#table.update({
      Key: mailboxKey(seen.session_id),
      UpdateExpression:
        look === null
          ? "REMOVE lock_token, lock_until, tries, trying_since, att_shard, att_at"
          : "SET att_shard = :shard, att_at = :at REMOVE lock_token, lock_until, tries, trying_since",
      ConditionExpression: `lock_token = :token AND accepted = :accepted AND ${
        seen.active_turn === undefined ? "attribute_not_exists(active_turn)" : "active_turn = :active"
      }`,
      ExpressionAttributeValues: {
        ":token": token,
        ":accepted": seen.accepted,
        ...(seen.active_turn === undefined ? {} : { ":active": seen.active_turn }),
        ...(look === null ? {} : { ":shard": look.att_shard, ":at": look.att_at }),
      },
      ReturnValues: "NONE",
    });
    if (outcome.kind === "done") return { kind: "released" };
    const now = outcome.item === null ? null : toMailbox(outcome.item);
    // Our own first attempt may have let go and its answer been lost; then the token is gone as well.
    return now?.lock_token === token ? { kind: "more", mailbox: now } : { kind: "taken_over" };
  }

  async dropLock(sessionId: SessionId, token: string): Promise<void> {
    await this.#table.update({
      Key: mailboxKey(sessionId),
      UpdateExpression: "REMOVE lock_token, lock_until",
      ConditionExpression: "lock_token = :token",
      ExpressionAttributeValues: { ":token": token },
      ReturnValues: "NONE",
    });
  }

  async addSources(
    sessionId: SessionId,
    owner: string,
    sources: readonly NewSource[],
  ): Promise<"added" | "not_found" | "archived"> {
    const at = Math.max(0, ...sources.map(({ created_at }) => created_at));
    const outcome = await this.#table.transact([
      {
        // An upload is a use of the session, so one that is about to expire is not what it was any more.
        Update: {
          TableName: "",
          Key: mailboxKey(sessionId),
          UpdateExpression: "SET accepted = accepted + :one, uploaded_at = :at",
          ConditionExpression: "#owner = :owner AND #status = :active",
          ExpressionAttributeNames: { "#owner": "owner", "#status": "status" },
          ExpressionAttributeValues: { ":owner": owner, ":active": "active", ":one": 1, ":at": at },
        },
      },
      ...sources.flatMap(sourceWrites),
    ]);
    if (outcome.kind === "done") return "added";
    return outcome.failed.get(0)?.["owner"] === owner ? "archived" : "not_found";
  }

  editEntry(which: WaitingEntry, text: string): Promise<EditOutcome> {
    return changeWords(this.#table, which, text);
  }

  placeEntry(which: WaitingEntry, order: readonly EventId[], seen: Mailbox): Promise<PlaceOutcome> {
    return changeOrder(this.#table, which, order, seen);
  }

  hasEnded(sessionId: SessionId, eventId: EventId): Promise<boolean> {
    return isInHistory(this.#table, sessionId, eventId);
  }

  async archive(sessionId: SessionId, owner: string): Promise<"archived" | "not_found"> {
    const names = { "#owner": "owner", "#status": "status" };
    const values = { ":owner": owner, ":archived": "archived" };
    const update = { UpdateExpression: "SET #status = :archived", ConditionExpression: "#owner = :owner" };
    const set = { TableName: "", ...update, ExpressionAttributeNames: names, ExpressionAttributeValues: values };
    const outcome = await this.#table.transact([
      { Update: { ...set, Key: mailboxKey(sessionId) } },
      { Update: { ...set, Key: sessionKey(sessionId) } },
    ]);
    return outcome.kind === "done" ? "archived" : "not_found";
  }

  async readSession(sessionId: SessionId): Promise<Session | null> {
    return toRecord<Session>(await this.#table.get(sessionKey(sessionId)));
  }

  async readText(sessionId: SessionId, eventId: EventId): Promise<string | null> {
    const item = await this.#table.get(textKey(sessionId, eventId));
    return item === null ? null : String(item["text"]);
  }
}

/**
 * Nothing is left of a session of this id that was removed, and whoever was still looking has ended: otherwise the rest of
 * its removal would take the new one.
 */
const notRemoved = (id: SessionId, now: Millis): Write => ({
  ConditionCheck: {
    TableName: "",
    Key: tombstoneKey(id),
    ConditionExpression: "attribute_not_exists(pk) OR done_at < :ended",
    ExpressionAttributeValues: { ":ended": now - limits.lastLookMs },
  },
});
