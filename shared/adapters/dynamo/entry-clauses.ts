import { limits } from "../../contracts/limits.ts";
import type { Entry, Mailbox } from "../../contracts/records.ts";
import { queuedHash } from "../../domain/mailbox/queued-hash.ts";
import { clipBytes } from "../../domain/text/clip-text.ts";
import type { Commit, CommitOutcome } from "../../ports/stores.ts";
import type { Clauses } from "./clauses.ts";
import { entryKey } from "./mailbox-item.ts";

/** Keys that one commit forgets at most: its expressions end at 4 KB. More than the entries it can close. */
const FORGOTTEN_PER_COMMIT = 40;

/** Of a verdict's reason, as an entry that goes on waiting keeps it: all entries share one item. */
const REASON_BYTES = 300;

/** What a commit does to the entries of a mailbox, and what they must be. */
export function entryClauses(commit: Commit, seen: Mailbox, c: Clauses): void {
  const { close = [], keep = [], lock_token } = commit.mailbox;
  for (const [index, { entry }] of close.entries()) {
    c.names[`#c${index}`] = entryKey(entry.event_id);
    asItWas(c, `#c${index}`, entry);
    c.remove.push(`entries.#c${index}`);
  }
  for (const [index, { entry, verdict, state }] of keep.entries()) {
    c.names[`#k${index}`] = entryKey(entry.event_id);
    asItWas(c, `#k${index}`, entry);
    c.set.push(`entries.#k${index}.verdict = :v${index}`, `entries.#k${index}.#state = :k${index}`);
    c.values[`:v${index}`] = { ...verdict, reason: clipBytes(verdict.reason, REASON_BYTES) };
    c.values[`:k${index}`] = state;
  }
  const [first] = close;
  if (lock_token !== undefined && first !== undefined) inTheirOrder(c, first.entry);
  if (lock_token !== undefined || first !== undefined) forget(commit, seen, c);
}

/** The entry is there, as it was read: in the same state, with the same words. */
function asItWas(c: Clauses, name: string, { state, edits }: Entry): void {
  c.names["#state"] = "state";
  c.values[`:${state}`] = state;
  c.must.push(`entries.${name}.#state = :${state}`);
  if (edits === undefined) {
    c.must.push(`attribute_not_exists(entries.${name}.edits)`);
    return;
  }
  c.must.push(`entries.${name}.edits = :e${edits}`);
  c.values[`:e${edits}`] = edits;
}

/** A fold takes entries in the order in which they were put, so an order that was made since must not be lost on it. */
function inTheirOrder(c: Clauses, { shuffles }: Entry): void {
  c.must.push(shuffles === undefined ? "attribute_not_exists(shuffles)" : "shuffles = :shuffles");
  if (shuffles !== undefined) c.values[":shuffles"] = shuffles;
}

function forget(commit: Commit, seen: Mailbox, c: Clauses): void {
  const closing = new Set((commit.mailbox.close ?? []).map(({ entry }) => entry.event_id));
  const waiting = new Set(seen.entries.filter((e) => !closing.has(e.event_id)).map((e) => entryKey(e.event_id)));
  for (const [index, key] of forgettable(seen, waiting, commit.at).entries()) {
    c.names[`#f${index}`] = key;
    c.remove.push(`seen.#f${index}`, `seq_of.#f${index}`, `turn_of.#f${index}`);
  }
}

/** Idempotency keys old enough to forget; a mailbox stays small that way. */
function forgettable(seen: Mailbox, waiting: ReadonlySet<string>, now: number): readonly string[] {
  const ended = Object.entries(seen.seen).filter(([key]) => !waiting.has(key));
  const newestFirst = ended.sort(([, a], [, b]) => acceptedAt(b) - acceptedAt(a));
  return newestFirst
    .filter(([, value], index) => index >= limits.idempotencyKeys || now - acceptedAt(value) > keptMs(value))
    .map(([key]) => key)
    .slice(-FORGOTTEN_PER_COMMIT);
}

/** A key that no client gave is only for the SDK's own repeats, which come within seconds; a queue's come for hours. */
function keptMs(value: string): number {
  if (value.startsWith(":")) return limits.sdkRepeatMs;
  return value.startsWith(queuedHash) ? limits.queuedKeyMs : limits.idempotencyMs;
}

const acceptedAt = (value: string): number => Number(value.slice(value.lastIndexOf(":") + 1));

type Lost = Extract<CommitOutcome, { kind: "lost" }>["lost"][number];

/** Whether an entry is not any more as the commit knows it. */
export function entryLoss({ mailbox: { close = [], keep = [], lock_token } }: Commit, now: Mailbox): Lost | null {
  const present = new Map(now.entries.map((entry) => [entry.event_id, entry]));
  const isChanged = ({ entry }: { readonly entry: Entry }): boolean => {
    const there = present.get(entry.event_id);
    return there === undefined || there.edits !== entry.edits || there.state !== entry.state;
  };
  const isShuffled = ({ entry }: { readonly entry: Entry }): boolean =>
    lock_token !== undefined && present.get(entry.event_id)?.shuffles !== entry.shuffles;
  return [...close, ...keep].some(isChanged) || close.some(isShuffled) ? "entry" : null;
}
