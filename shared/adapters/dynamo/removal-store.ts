import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Millis, Session } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { LeftRow, RemovalCause, RemovalStore, Tombstone } from "../../ports/removal.ts";
import {
  attention,
  families,
  idleSince,
  mailboxKey,
  ownedSessionKey,
  sessionKey,
  sessionPk,
  tombstoneKey,
} from "./keys.ts";
import { type Item, type Table, toRecord, type Write } from "./table.ts";
import { type StoredTombstone, tombstoneEnd, tombstoneItem } from "./tombstone-item.ts";

/** Rows that are looked up at a time, and removed at once of these. */
const ROWS_PER_LOOK = 200;
const REMOVED_AT_ONCE = 25;

/** Tombstones, and what is left behind them. */
export class DynamoRemovalStore implements RemovalStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async begin(
    which: { readonly session_id: SessionId; readonly owner: string },
    why: RemovalCause,
  ): Promise<"begun" | "gone" | "not_found" | "in_use"> {
    const { session_id, owner } = which;
    for (;;) {
      const [mailbox, item] = await this.#table.getMany([mailboxKey(session_id), sessionKey(session_id)]);
      const session = toRecord<Session>(item ?? null);
      if (!mailbox || session === null) return this.#goneOf(session_id, owner);
      if (session.owner !== owner) return "not_found";
      const outcome = await this.#table.transact(closing(session, why));
      if (outcome.kind === "done") return "begun";
      if (why.unless_used !== undefined) return "in_use";
    }
  }

  async usedAt(sessionId: SessionId, at: Millis): Promise<void> {
    const { att_shard, att_at } = idleSince(sessionId, at);
    await this.#table.update({
      Key: sessionKey(sessionId),
      UpdateExpression: "SET att_shard = :shard, att_at = :at",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":shard": att_shard, ":at": att_at },
      ReturnValues: "NONE",
    });
  }

  async #goneOf(sessionId: SessionId, owner: string): Promise<"gone" | "not_found"> {
    const stored = toRecord<StoredTombstone>(await this.#table.get(tombstoneKey(sessionId)));
    return stored?.owner_digest === fingerprint(owner) ? "gone" : "not_found";
  }

  async tombstone(sessionId: SessionId): Promise<Tombstone | null> {
    return toRecord<Tombstone>(await this.#table.get(tombstoneKey(sessionId)));
  }

  async claim(sessionId: SessionId, { at }: Tombstone): Promise<boolean> {
    const outcome = await this.#table.update({
      Key: tombstoneKey(sessionId),
      // Without the digest of its document no import finds it to be its own.
      UpdateExpression: "REMOVE digest",
      ConditionExpression: "#at = :at AND attribute_not_exists(done_at)",
      ExpressionAttributeNames: { "#at": "at" },
      ExpressionAttributeValues: { ":at": at },
      ReturnValues: "NONE",
    });
    return outcome.kind === "done";
  }

  async left(sessionId: SessionId): Promise<readonly LeftRow[]> {
    const { items } = await this.#table.queryPage({
      KeyConditionExpression: "pk = :pk",
      ProjectionExpression: "pk, sk, #status, followup_id",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":pk": sessionPk(sessionId) },
      Limit: ROWS_PER_LOOK,
    });
    // A mailbox cannot be left of what was removed: it went when the tombstone came. One that is there is a new session's.
    const others = [tombstoneKey(sessionId).sk, mailboxKey(sessionId).sk];
    return items.filter(({ sk }) => !others.includes(sk)).map(toLeftRow);
  }

  async remove(sessionId: SessionId, rows: readonly LeftRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += REMOVED_AT_ONCE) {
      const some = rows.slice(from, from + REMOVED_AT_ONCE);
      await Promise.all(some.map(({ sk }) => this.#table.remove({ pk: sessionPk(sessionId), sk })));
    }
  }

  async finish(sessionId: SessionId, now: Millis, lookAgain: Millis | null): Promise<void> {
    const look = lookAgain === null ? null : attention(sessionId, lookAgain);
    const change =
      look === null
        ? {
            // Not before: a tombstone that ran out under its removal would let others in, and what is left would stay.
            UpdateExpression: "SET done_at = :now, #ttl = :ttl REMOVE att_shard, att_at",
            ExpressionAttributeNames: { "#ttl": "ttl" },
            ExpressionAttributeValues: { ":now": now, ":ttl": tombstoneEnd(now) },
          }
        : {
            UpdateExpression: "SET att_shard = :shard, att_at = :at",
            ExpressionAttributeValues: { ":shard": look.att_shard, ":at": look.att_at },
          };
    await this.#table.update({
      Key: tombstoneKey(sessionId),
      ...change,
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(done_at)",
      ReturnValues: "NONE",
    });
  }
}

const unused = "seq = :seq AND accepted = :accepted AND attribute_not_exists(active_turn)";

/** What makes a session unreachable: its mailbox, its description and its place in the owner's list go together. */
function closing(session: Session, { reason, now, unless_used }: RemovalCause): Write[] {
  const { id, owner } = session;
  return [
    {
      Delete: {
        TableName: "",
        Key: mailboxKey(id),
        ConditionExpression: unless_used === undefined ? "#owner = :owner" : `#owner = :owner AND ${unused}`,
        ExpressionAttributeNames: { "#owner": "owner" },
        ExpressionAttributeValues: {
          ":owner": owner,
          ...(unless_used === undefined ? {} : { ":seq": unless_used.seq, ":accepted": unless_used.accepted }),
        },
      },
    },
    { Delete: { TableName: "", Key: sessionKey(id) } },
    { Delete: { TableName: "", Key: ownedSessionKey(owner, session) } },
    // The one who removes it does so at once; should they die, the sweeper finds it.
    {
      Put: {
        TableName: "",
        Item: { ...tombstoneItem(session, reason, now), ...attention(id, now + limits.attentionMs) },
      },
    },
  ];
}

function toLeftRow({ sk, ...row }: Item): LeftRow {
  const rings = sk.startsWith(families.wakes) && row["status"] === "scheduled";
  return rings ? { sk, rings: sk.slice(families.wakes.length) as FollowupId } : { sk };
}
