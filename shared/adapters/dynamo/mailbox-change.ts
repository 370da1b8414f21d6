import { limits } from "../../contracts/limits.ts";
import type { ClosedEntry, Mailbox } from "../../contracts/records.ts";
import { entrySpan } from "../../contracts/records.ts";
import { attentionTime } from "../../domain/mailbox/attention-time.ts";
import type { Commit, CommitOutcome } from "../../ports/stores.ts";
import { Clauses } from "./clauses.ts";
import { entryClauses, entryLoss } from "./entry-clauses.ts";
import { attention, eventKey, mailboxKey } from "./keys.ts";
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
  lockClauses(commit, seen, c);
  entryClauses(commit, seen, c);
  activeClauses(commit, seen, c);
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
  memoryClauses(commit, seen, c);
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

/** Counts the memories that a commit writes; the counter must be as it was seen, because their numbers come from it. */
function memoryClauses({ writes }: Commit, { memory_version: seen }: Mailbox, c: Clauses): void {
  const memories = writes.flatMap((write) => (write.kind === "memory" ? [write.memory] : []));
  const written = memories.length;
  if (written === 0) return;
  if (memories.some(({ pinned }) => pinned === true)) {
    c.set.push("has_rules = :ruled");
    c.values[":ruled"] = true;
  }
  c.must.push(seen === 0 ? "attribute_not_exists(memories)" : "memories = :memories");
  if (seen > 0) c.values[":memories"] = seen;
  c.set.push("memories = :remembered");
  c.values[":remembered"] = seen + written;
}

/** Entries that the commit leaves in the mailbox. */
const left = ({ mailbox: { close = [] } }: Commit, seen: Mailbox): number => seen.entries.length - close.length;

/** The run that goes on after the commit. */
const activeAfter = ({ mailbox: { active } }: Commit, seen: Mailbox): number | undefined =>
  active === undefined ? seen.active_turn : (active.turn ?? undefined);

/** Nothing waits, no run goes on, and nobody holds the lock who would say by when to look again. */
const isCalm = (commit: Commit, seen: Mailbox): boolean =>
  left(commit, seen) === 0 && activeAfter(commit, seen) === undefined && seen.lock_token === undefined;

/**
 * Whether a commit under the lock lets go of it: no entry is left, and as the mailbox's number must be the one that was seen,
 * none has come since.
 */
export const letsGo = (commit: Commit, seen: Mailbox): boolean =>
  commit.mailbox.lock_token !== undefined && left(commit, seen) === 0;

function lockClauses(commit: Commit, seen: Mailbox, c: Clauses): void {
  const { lock_token } = commit.mailbox;
  if (lock_token === undefined) return;
  c.must.push("lock_token = :token");
  c.values[":token"] = lock_token;
  c.remove.push("tries", "trying_since");
  if (!letsGo(commit, seen)) return;
  c.remove.push("lock_token", "lock_until");
  const set = seen.attention_at;
  const look = attentionTime({ isAtRest: activeAfter(commit, seen) === undefined, set }, commit.at);
  if (look === null) c.remove.push("att_shard", "att_at");
  else if (look !== set) lookAt(c, attention(commit.session_id, look));
}

function lookAt(c: Clauses, { att_shard, att_at }: ReturnType<typeof attention>): void {
  c.set.push("att_shard = :shard", "att_at = :look");
  c.values[":shard"] = att_shard;
  c.values[":look"] = att_at;
}

function activeClauses(commit: Commit, seen: Mailbox, c: Clauses): void {
  const { active } = commit.mailbox;
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
  if (letsGo(commit, seen)) return;
  // Whatever set the run going, somebody looks whether it does go.
  const look = attention(commit.session_id, commit.at + limits.attentionMs);
  c.set.push("att_shard = if_not_exists(att_shard, :shard)", "att_at = if_not_exists(att_at, :look)");
  c.values[":shard"] = look.att_shard;
  c.values[":look"] = look.att_at;
}

/** The event items of a commit: what was closed under its own numbers, what is new under the next ones. */
export function eventWrites(commit: Commit, seen: Mailbox): readonly Write[] {
  const closed = (commit.mailbox.close ?? []).map(({ entry, verdict, disposition }): Write => {
    const { state: _state, verdict: _verdict, shuffles: _shuffles, ...rest } = entry;
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

function activeLoss({ mailbox: { active, next_turn } }: Commit, now: Mailbox): Lost | null {
  if (next_turn !== undefined && now.turns !== next_turn - 1) return "turn";
  if (active === undefined) return null;
  const expected = active.turn === null ? active.was : active.turn;
  const isFree = active.turn !== null && now.active_turn === undefined;
  return isFree || now.active_turn === expected ? null : "active";
}
