import { limits } from "../../contracts/limits.ts";
import type { ClosedEntry, Entry, Mailbox } from "../../contracts/records.ts";
import { entrySpan } from "../../contracts/records.ts";
import type { Commit, CommitOutcome } from "../../ports/stores.ts";
import { Clauses } from "./clauses.ts";
import { eventKey, mailboxKey } from "./keys.ts";
import { entryKey } from "./mailbox-item.ts";
import type { Write } from "./table.ts";
import { wakeClauses, wakeLoss } from "./wake-clauses.ts";

/** The mailbox's part of a commit, as one conditional update of the item as it was seen. */
export function mailboxWrite(commit: Commit, seen: Mailbox): Write {
  const { mailbox: change, events } = commit;
  const c = new Clauses();
  c.must.push("seq = :seq");
  c.values[":seq"] = seen.seq;
  if (events.length > 0) {
    c.set.push("seq = :next");
    c.values[":next"] = seen.seq + events.length;
  }
  if (change.lock_token !== undefined) {
    c.must.push("lock_token = :token");
    c.values[":token"] = change.lock_token;
  }
  entriesClauses(commit, seen, c);
  activeClauses(commit, c);
  if (change.next_turn !== undefined) {
    c.must.push("turns = :turns");
    c.set.push("turns = :turn");
    c.values[":turns"] = change.next_turn - 1;
    c.values[":turn"] = change.next_turn;
  }
  if (change.stir) {
    c.set.push("accepted = accepted + :one");
    c.values[":one"] = 1;
  }
  if (change.wakes !== undefined) wakeClauses(change.wakes, c);
  if (change.calm && isCalm(commit, seen)) c.remove.push("att_shard", "att_at");
  return {
    Update: {
      TableName: "",
      Key: mailboxKey(commit.session_id),
      UpdateExpression:
        [c.set.length > 0 ? `SET ${c.set.join(", ")}` : "", c.remove.length > 0 ? `REMOVE ${c.remove.join(", ")}` : ""]
          .filter((part) => part !== "")
          .join(" ") || "SET accepted = accepted",
      ConditionExpression: c.must.join(" AND "),
      ...(Object.keys(c.names).length > 0 ? { ExpressionAttributeNames: c.names } : {}),
      ExpressionAttributeValues: c.values,
    },
  };
}

/** Nothing waits, no run goes on, and nobody holds the lock who would say by when to look again. */
function isCalm({ mailbox: change }: Commit, seen: Mailbox): boolean {
  const left = seen.entries.length - (change.close?.length ?? 0);
  const active = change.active === undefined ? seen.active_turn : change.active.turn;
  return left === 0 && (active === undefined || active === null) && seen.lock_token === undefined;
}

function entriesClauses(commit: Commit, seen: Mailbox, c: Clauses): void {
  const { close = [], keep = [] } = commit.mailbox;
  const closing = new Set(close.map(({ entry }) => entry.event_id));
  for (const [index, { entry }] of close.entries()) {
    c.names[`#c${index}`] = entryKey(entry.event_id);
    asItWas(c, `#c${index}`, entry);
    c.remove.push(`entries.#c${index}`);
  }
  for (const [index, { entry, verdict, state }] of keep.entries()) {
    c.names[`#k${index}`] = entryKey(entry.event_id);
    c.names["#state"] = "state";
    asItWas(c, `#k${index}`, entry);
    c.set.push(`entries.#k${index}.verdict = :v${index}`, `entries.#k${index}.#state = :s${index}`);
    c.values[`:v${index}`] = verdict;
    c.values[`:s${index}`] = state;
  }
  if (commit.mailbox.lock_token === undefined) return;
  const waiting = new Set(seen.entries.filter((e) => !closing.has(e.event_id)).map((e) => entryKey(e.event_id)));
  for (const [index, key] of forgettable(seen, waiting, commit.at).entries()) {
    c.names[`#f${index}`] = key;
    c.remove.push(`seen.#f${index}`, `seq_of.#f${index}`, `turn_of.#f${index}`);
  }
}

/** The entry is there, with the words that were read. */
function asItWas(c: Clauses, name: string, entry: Entry): void {
  c.must.push(`attribute_exists(entries.${name})`);
  if (entry.edits === undefined) {
    c.must.push(`attribute_not_exists(entries.${name}.edits)`);
    return;
  }
  c.must.push(`entries.${name}.edits = :e${entry.edits}`);
  c.values[`:e${entry.edits}`] = entry.edits;
}

/** Idempotency keys old enough to forget; a mailbox stays small that way. */
function forgettable(seen: Mailbox, waiting: ReadonlySet<string>, now: number): readonly string[] {
  const ended = Object.entries(seen.seen).filter(([key]) => !waiting.has(key));
  const newestFirst = ended.sort(([, a], [, b]) => acceptedAt(b) - acceptedAt(a));
  return newestFirst
    .filter(([, value], index) => index >= limits.idempotencyKeys || now - acceptedAt(value) > keptMs(value))
    .map(([key]) => key)
    .slice(-limits.mailboxEntries);
}

/** A key that no client gave is only for the SDK's own repeats, which come within seconds. */
const keptMs = (value: string): number => (value.startsWith(":") ? limits.sdkRepeatMs : limits.idempotencyMs);

const acceptedAt = (value: string): number => Number(value.slice(value.lastIndexOf(":") + 1));

function activeClauses({ mailbox: { active } }: Commit, c: Clauses): void {
  if (active === undefined) return;
  if (active.turn === null) {
    c.must.push("active_turn = :was");
    c.values[":was"] = active.was;
    c.remove.push("active_turn");
    return;
  }
  c.must.push("(attribute_not_exists(active_turn) OR active_turn = :active)");
  c.set.push("active_turn = :active");
  c.values[":active"] = active.turn;
}

/** The event items of a commit: what was closed under its own numbers, what is new under the next ones. */
export function eventWrites(commit: Commit, seen: Mailbox): readonly Write[] {
  const closed = (commit.mailbox.close ?? []).map(({ entry, verdict, disposition }): Write => {
    const { state: _state, verdict: _verdict, ...rest } = entry;
    const item: ClosedEntry = {
      span: entrySpan(entry.kind),
      seq: entry.seq,
      turn: entry.turn,
      entry: { ...rest, state: "waiting" },
      verdict,
      disposition,
      created_at: commit.at,
    };
    return put({ ...eventKey(commit.session_id, entry.seq), ...item });
  });
  const fresh = commit.events.map((event, index): Write => {
    const seq = seen.seq + index + 1;
    return put({
      ...eventKey(commit.session_id, seq),
      ...event,
      session_id: commit.session_id,
      seq,
      created_at: commit.at,
    });
  });
  return [...closed, ...fresh];
}

const put = (item: object): Write => ({
  Put: { TableName: "", Item: { ...item }, ConditionExpression: "attribute_not_exists(pk)" },
});

type Lost = Extract<CommitOutcome, { kind: "lost" }>["lost"][number];

/** Why the mailbox's condition failed, from the item as it was; null when only its number had moved on. */
export function mailboxLoss(commit: Commit, now: Mailbox | null): Lost | null {
  if (now === null) return "session";
  const { lock_token } = commit.mailbox;
  if (lock_token !== undefined && now.lock_token !== lock_token) return "lock";
  return entryLoss(commit, now) ?? activeLoss(commit, now) ?? wakeLoss(commit.mailbox.wakes, now);
}

function entryLoss({ mailbox: { close = [], keep = [] } }: Commit, now: Mailbox): Lost | null {
  const present = new Map(now.entries.map((entry) => [entry.event_id, entry]));
  const isGone = ({ entry }: { readonly entry: Entry }): boolean => {
    const there = present.get(entry.event_id);
    return there === undefined || there.edits !== entry.edits;
  };
  return [...close, ...keep].some(isGone) ? "entry" : null;
}

function activeLoss({ mailbox: { active, next_turn } }: Commit, now: Mailbox): Lost | null {
  if (next_turn !== undefined && now.turns !== next_turn - 1) return "turn";
  if (active === undefined) return null;
  const expected = active.turn === null ? active.was : active.turn;
  const isFree = active.turn !== null && now.active_turn === undefined;
  return isFree || now.active_turn === expected ? null : "active";
}
