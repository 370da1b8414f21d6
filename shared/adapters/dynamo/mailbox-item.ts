import type { EventId } from "../../contracts/ids.ts";
import type { Entry, Mailbox } from "../../contracts/records.ts";
import { sessionOfPk } from "./keys.ts";
import type { Item } from "./table.ts";

type StoredEntry = Omit<Entry, "event_id" | "seq" | "turn"> & { readonly turn?: number };

type MailboxItem = Item & {
  readonly owner: string;
  readonly agent: string;
  readonly status: Mailbox["status"];
  readonly on_busy?: Mailbox["on_busy"];
  readonly seq: number;
  readonly accepted: number;
  readonly turns: number;
  readonly entries: Readonly<Record<string, StoredEntry>>;
  readonly seq_of: Readonly<Record<string, number>>;
  readonly turn_of: Readonly<Record<string, number>>;
  readonly seen: Readonly<Record<string, string>>;
  readonly active_turn?: number;
  readonly memories?: number;
  readonly has_rules?: true;
  readonly pending_wakes?: number;
  readonly said?: number;
  readonly lock_token?: string;
  readonly lock_until?: number;
  readonly att_at?: number;
  readonly placed?: readonly string[];
  readonly shuffles?: number;
  readonly tries?: number;
  readonly trying_since?: number;
  readonly uploaded_at?: number;
};

/** The key of an event in the maps of a mailbox: its id without the prefix. */
export const entryKey = (eventId: EventId): string => eventId.slice(4);

/** Reads a mailbox as it is stored. */
export function toMailbox(item: Item): Mailbox {
  const stored = item as MailboxItem;
  const entries = Object.entries(stored.entries).map(([key, entry]): Entry => {
    const turn = stored.turn_of[key] ?? entry.turn ?? 0;
    const shuffles = stored.shuffles === undefined ? {} : { shuffles: stored.shuffles };
    return { ...entry, event_id: `evt_${key}`, seq: stored.seq_of[key] ?? 0, turn, ...shuffles };
  });
  // Those that were put in order come in it; what came later comes behind, by number.
  const places = new Map(stored.placed?.map((key, index) => [`evt_${key}`, index]));
  const placeOf = ({ event_id }: Entry): number => places.get(event_id) ?? places.size;
  entries.sort((a, b) => placeOf(a) - placeOf(b) || a.seq - b.seq);
  return {
    session_id: sessionOfPk(stored.pk),
    owner: stored.owner,
    agent: stored.agent,
    status: stored.status,
    on_busy: stored.on_busy ?? "revise",
    seq: stored.seq,
    accepted: stored.accepted,
    turns: stored.turns,
    entries,
    memory_version: stored.memories ?? 0,
    ...(stored.has_rules === undefined ? {} : { has_rules: stored.has_rules }),
    pending_wakes: stored.pending_wakes ?? 0,
    waking: wakingIn(stored),
    seen: stored.seen,
    ...(stored.said === undefined ? {} : { said_seq: stored.said }),
    ...(stored.active_turn === undefined ? {} : { active_turn: stored.active_turn }),
    ...(stored.lock_token === undefined ? {} : { lock_token: stored.lock_token }),
    ...(stored.lock_until === undefined ? {} : { lock_until: stored.lock_until }),
    ...(stored.tries === undefined ? {} : { tries: stored.tries }),
    ...(stored.trying_since === undefined ? {} : { trying_since: stored.trying_since }),
    ...(stored.uploaded_at === undefined ? {} : { uploaded_at: stored.uploaded_at }),
    ...(stored.att_at === undefined ? {} : { attention_at: stored.att_at }),
  };
}

/** The first answer to an entry that was seen before, or null when it was not. */
export function seenAs(item: Item, eventId: EventId): { hash: string; seq: number; turn: number | undefined } | null {
  const stored = item as MailboxItem;
  const key = entryKey(eventId);
  const seen = stored.seen[key];
  if (seen === undefined) return null;
  return { hash: seen.slice(0, seen.lastIndexOf(":")), seq: stored.seq_of[key] ?? 0, turn: stored.turn_of[key] };
}

const wakingPrefix = "waking:";

/** The attribute that counts a session's pending wakes of one agent. */
export const wakingAttribute = (agent: string): string => wakingPrefix + agent;

function wakingIn(stored: MailboxItem): Readonly<Record<string, number>> {
  const counters = Object.entries(stored).filter(([name]) => name.startsWith(wakingPrefix));
  return Object.fromEntries(counters.map(([name, count]) => [name.slice(wakingPrefix.length), Number(count)]));
}
