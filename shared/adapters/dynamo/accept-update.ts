import type { EventId, SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import { entrySpan } from "../../contracts/records.ts";
import type { AcceptOutcome, NewEntry } from "../../ports/stores.ts";
import { shortened } from "./inline-text.ts";
import { attention, mailboxKey, textKey } from "./keys.ts";
import { entryKey, seenAs, toMailbox } from "./mailbox-item.ts";
import type { Item, Update, Write } from "./table.ts";

/** The one conditional write of the accept path, with the text that is too long for the mailbox. */
export function acceptUpdate(
  sessionId: SessionId,
  owner: string,
  entry: NewEntry,
): Update & { readonly text: string | null } {
  const { inline, whole } = storedEntry(entry);
  const starts = entry.kind === "start_run";
  const set = [
    "entries.#entry = :entry",
    "seq_of.#entry = seq + :one",
    "seen.#entry = :seen",
    "seq = seq + :span",
    "accepted = accepted + :one",
    "att_shard = if_not_exists(att_shard, :shard)",
    "att_at = if_not_exists(att_at, :at)",
    ...(entry.origin.type === "person" ? ["said = seq + :one"] : []),
    ...(starts ? ["turn_of.#entry = turns + :one", "turns = turns + :one"] : []),
  ];
  const must = [
    "#owner = :owner",
    "#status = :active",
    "attribute_not_exists(seen.#entry)",
    "size(entries) < :room",
    ...(starts ? [] : ["turns >= :turn"]),
    ...mayBeBusy(entry),
  ];
  const look = attention(sessionId, entry.received_at + limits.attentionMs);
  return {
    Key: mailboxKey(sessionId),
    UpdateExpression: `SET ${set.join(", ")}`,
    ConditionExpression: must.join(" AND "),
    ExpressionAttributeNames: { "#entry": entryKey(entry.event_id), "#owner": "owner", "#status": "status" },
    ExpressionAttributeValues: {
      ":entry": inline,
      ":seen": `${entry.hash}:${entry.received_at}`,
      ":one": 1,
      ":span": entrySpan(entry.kind),
      ":shard": look.att_shard,
      ":at": look.att_at,
      ":owner": owner,
      ":active": "active",
      ":room": limits.mailboxEntries,
      ...(entry.on_busy === undefined ? { ":reject": "reject" } : {}),
      ...(starts ? {} : { ":turn": entry.turn ?? 0 }),
    },
    text: whole,
  };
}

/** A message that is to be refused while something goes on; one that does not say follows the session. */
function mayBeBusy({ on_busy: onBusy }: NewEntry): readonly string[] {
  const isFree = "attribute_not_exists(active_turn) AND size(entries) < :one";
  if (onBusy === "reject") return [isFree];
  return onBusy === undefined ? [`(on_busy <> :reject OR (${isFree}))`] : [];
}

/** The entry as it is kept in the mailbox, and its whole text when that does not fit. */
export function storedEntry(entry: NewEntry): { readonly inline: object; readonly whole: string | null } {
  const { hash: _hash, event_id: _id, turn, ...rest } = entry;
  const inline = { ...rest, ...(entry.kind === "start_run" ? {} : { turn }), state: "waiting" };
  const beside = Buffer.byteLength(JSON.stringify([entry.answers, entry.source_ids]), "utf8");
  const text = shortened(entry.text, beside);
  if (text.whole === null) return { inline, whole: null };
  return { inline: { ...inline, text: text.inline, text_elsewhere: true }, whole: text.whole };
}

/** The whole text of an entry that is too long for the mailbox, in an item of its own. */
export function textWrites(sessionId: SessionId, eventId: EventId, whole: string | null): readonly Write[] {
  return whole === null ? [] : [{ Put: { TableName: "", Item: { ...textKey(sessionId, eventId), text: whole } } }];
}

/** The number of the entry, from the counter as it is after the write. */
export const firstOf = (item: Item, entry: NewEntry): number => Number(item["seq"]) - entrySpan(entry.kind) + 1;

/** Why the condition failed, from the item as it was at that moment. */
export function refusal(item: Item | null, owner: string, entry: NewEntry): AcceptOutcome {
  if (item === null || item["owner"] !== owner) return { kind: "not_found" };
  const seen = seenAs(item, entry.event_id);
  if (seen !== null) {
    if (seen.hash !== entry.hash) return { kind: "key_reused" };
    return { kind: "repeated", seq: seen.seq, turn: seen.turn ?? entry.turn ?? 0 };
  }
  const mailbox = toMailbox(item);
  if (entry.turn !== undefined && entry.turn > mailbox.turns) return { kind: "not_found" };
  if (mailbox.status !== "active") return { kind: "archived" };
  return { kind: mailbox.entries.length >= limits.mailboxEntries ? "full" : "busy" };
}
