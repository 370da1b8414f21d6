import type { EventId, SessionId } from "../../contracts/ids.ts";
import type { Mailbox } from "../../contracts/records.ts";
import { entryTaken } from "../../domain/mailbox/entry-taken.ts";
import type { EditOutcome, PlaceOutcome, WaitingEntry } from "../../ports/stores.ts";
import { textWrites } from "./accept-update.ts";
import { shortened } from "./inline-text.ts";
import { families, mailboxKey, sessionPk, textKey } from "./keys.ts";
import { entryKey, toMailbox } from "./mailbox-item.ts";
import type { Item, Table, Write } from "./table.ts";

/** It is the owner's, it still waits, and no machine sent it. */
const isOpen = "#owner = :owner AND entries.#entry.#state = :waiting AND entries.#entry.#kind <> :wake";

const namesOf = ({ event_id }: WaitingEntry) => ({
  "#owner": "owner",
  "#entry": entryKey(event_id),
  "#state": "state",
  "#kind": "kind",
});

const valuesOf = ({ owner }: WaitingEntry) => ({ ":owner": owner, ":waiting": "waiting", ":wake": "wake", ":one": 1 });

/** Other words count: it answers nothing by name, and it has not gone to a turn, which may have scheduled something. */
const mayBeEdited =
  `${isOpen} AND attribute_not_exists(entries.#entry.answers) AND ` +
  "(attribute_not_exists(entries.#entry.verdict) OR entries.#entry.verdict.#route <> :change)";

/**
 * Puts other words into an entry, unless it has answers by name, which the words may only say again, or has gone to a
 * turn: of what has no answers, only what comes back from one waits with the route of a change. A fold that has read the
 * old words cannot take it any more.
 */
export async function changeWords(table: Table, which: WaitingEntry, text: string): Promise<EditOutcome> {
  const { inline, whole } = shortened(text, "edit");
  const elsewhere = whole === null ? "REMOVE entries.#entry.text_elsewhere" : "REMOVE";
  const set = [
    "entries.#entry.#text = :text",
    "entries.#entry.edits = if_not_exists(entries.#entry.edits, :zero) + :one",
    "accepted = accepted + :one",
    ...(whole === null ? [] : ["entries.#entry.text_elsewhere = :true"]),
  ];
  const stored: readonly Write[] =
    whole === null
      ? [{ Delete: { TableName: "", Key: textKey(which.session_id, which.event_id) } }]
      : textWrites(which.session_id, which.event_id, whole);
  const outcome = await table.transact([
    {
      Update: {
        TableName: "",
        Key: mailboxKey(which.session_id),
        UpdateExpression: `SET ${set.join(", ")} ${elsewhere}${whole === null ? "," : ""} entries.#entry.verdict`,
        ConditionExpression: mayBeEdited,
        ExpressionAttributeNames: { ...namesOf(which), "#text": "text", "#route": "route" },
        ExpressionAttributeValues: {
          ...valuesOf(which),
          ":change": "revise_run",
          ":text": inline,
          ":zero": 0,
          ...(whole === null ? {} : { ":true": true }),
        },
      },
    },
    ...stored,
  ]);
  if (outcome.kind === "done") return { kind: "edited" };
  return { kind: whyNotEdited(outcome.failed.get(0) ?? null, which) };
}

function whyNotEdited(item: Item | null, which: WaitingEntry): Exclude<EditOutcome["kind"], "edited"> {
  const why = whyNot(item, which);
  const entry = item === null || why !== "taken" ? undefined : entryIn(item, which);
  if (entry?.state !== "waiting") return why;
  return entry.answers === undefined ? "begun" : "has_answers";
}

/** Puts those that wait into another order. `seen`: the mailbox that the order was made from. */
export async function changeOrder(
  table: Table,
  which: WaitingEntry,
  order: readonly EventId[],
  seen: Mailbox,
): Promise<PlaceOutcome> {
  const outcome = await table.update({
    Key: mailboxKey(which.session_id),
    UpdateExpression:
      "SET placed = :placed, shuffles = if_not_exists(shuffles, :zero) + :one, accepted = accepted + :one",
    ConditionExpression: `${isOpen} AND accepted = :accepted`,
    ExpressionAttributeNames: namesOf(which),
    ExpressionAttributeValues: {
      ...valuesOf(which),
      ":placed": order.map(entryKey),
      ":accepted": seen.accepted,
      ":zero": 0,
    },
    ReturnValues: "NONE",
  });
  if (outcome.kind === "done") return { kind: "placed" };
  const { item } = outcome;
  const isMoved = item !== null && item["accepted"] !== seen.accepted;
  const why = whyNot(item, which);
  return { kind: isMoved && why === "taken" && entryIn(item, which)?.state === "waiting" ? "changed" : why };
}

type StoredEntry = { readonly state?: string; readonly answers?: unknown };

function entryIn(item: Item, { event_id }: WaitingEntry): StoredEntry | undefined {
  const entries = item["entries"] as Readonly<Record<string, StoredEntry>>;
  return entries[entryKey(event_id)];
}

/**
 * Whether an entry that is not in the mailbox any more is in the history, under whatever number: its key may be forgotten
 * there long ago. Reads backwards, so what ended lately costs one page.
 */
export async function isInHistory(table: Table, sessionId: SessionId, eventId: EventId): Promise<boolean> {
  let from: Record<string, unknown> | undefined;
  do {
    const page = await table.queryPage({
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :events)",
      FilterExpression: "#entry.event_id = :id AND #entry.#kind <> :wake",
      ProjectionExpression: "pk, sk",
      ExpressionAttributeNames: { "#entry": "entry", "#kind": "kind" },
      ExpressionAttributeValues: {
        ":pk": sessionPk(sessionId),
        ":events": families.events,
        ":id": eventId,
        ":wake": "wake",
      },
      ScanIndexForward: false,
      ExclusiveStartKey: from,
    });
    if (page.items.length > 0) return true;
    from = page.next;
  } while (from !== undefined);
  return false;
}

function whyNot(item: Item | null, { owner, event_id }: WaitingEntry): "not_found" | "taken" {
  if (item === null || item["owner"] !== owner) return "not_found";
  return entryTaken(toMailbox(item), event_id);
}
