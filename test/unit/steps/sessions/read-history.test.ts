import fc from "fast-check";
import { expect, test } from "vitest";
import type { ClosedEntry, Entry, Mailbox, SessionEvent } from "../../../../shared/contracts/records.ts";
import { entryEvents } from "../../../../shared/domain/mailbox/entry-events.ts";
import type { EventRange, Reader, Slice, StoredEvent } from "../../../../shared/ports/reader.ts";
import { readHistory } from "../../../../shared/steps/sessions/read-history.ts";

const session_id = "ses_01J00000000000000000000001";
const idOf = (seq: number) => `evt_01J${String(seq).padStart(20, "0")}000`;

type Change = "accept" | "wake" | "fold" | "event";

/** A session that somebody works on: its mailbox, and its history as it is stored. */
class LiveSession {
  seq = 0;
  entries: Entry[] = [];
  readonly stored = new Map<number, StoredEvent>();

  change(kind: Change): void {
    const seq = this.seq + 1;
    switch (kind) {
      case "accept":
      case "wake": {
        this.entries.push(anEntry(seq, kind === "wake" ? "wake" : "follow_up"));
        this.seq += kind === "wake" ? 1 : 3;
        return;
      }
      case "event": {
        this.stored.set(seq, { kind: "event", event: anEvent(seq) });
        this.seq += 1;
        return;
      }
      case "fold":
        for (const entry of this.entries) this.stored.set(entry.seq, { kind: "entry", closed: closed(entry) });
        this.entries = [];
    }
  }

  mailbox(): Mailbox {
    const { seq, entries } = this;
    const rest = { on_busy: "revise" as const, accepted: 0, turns: 1, memory_version: 0, pending_wakes: 0, seen: {} };
    return { session_id, owner: "ada", agent: "report", status: "active", seq, entries: [...entries], ...rest };
  }

  events({ after, upTo, limit }: EventRange): Slice<StoredEvent> {
    const found = [...this.stored]
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
      .filter((item) => lastOf(item) > after && firstOf(item) <= upTo);
    return { items: found.slice(0, limit), more: found.length > limit };
  }
}

const firstOf = (item: StoredEvent) => (item.kind === "event" ? item.event.seq : item.closed.seq);
const lastOf = (item: StoredEvent) => firstOf(item) + (item.kind === "event" ? 0 : item.closed.span - 1);

function anEntry(seq: number, kind: Entry["kind"]): Entry {
  const origin =
    kind === "wake"
      ? { type: "wake" as const, followup_id: "fu_01J00000000000000000000001" }
      : { type: "person" as const, owner: "ada" };
  const more = { text: "x", received_at: seq, on_busy: "revise" as const, state: "waiting" as const };
  return { event_id: idOf(seq), seq, kind, turn: 1, origin, ...more };
}

function anEvent(seq: number): SessionEvent {
  return { id: idOf(seq), session_id, seq, turn: 1, type: "progress", payload: {}, created_at: seq };
}

function closed(entry: Entry): ClosedEntry {
  const disposition = { kind: "merged" as const, dag_version: 2 };
  const span = entryEvents(session_id, entry).length;
  return { span, seq: entry.seq, turn: entry.turn, entry, verdict: null, disposition, created_at: 0 };
}

/** Every number that a client sees that asks again and again for what comes after the last one. */
async function follow(session: LiveSession, steps: readonly (readonly Change[])[], limit: number): Promise<number[]> {
  const queue = [...steps];
  const meanwhile = () => {
    for (const change of queue.shift() ?? []) session.change(change);
  };
  const reader: Pick<Reader, "events"> = {
    events: async (_, range) => {
      meanwhile();
      return session.events(range);
    },
  };
  const seen: number[] = [];
  for (;;) {
    meanwhile();
    const isOver = queue.length === 0;
    const mailbox = session.mailbox();
    const after = seen.at(-1) ?? 0;
    const { events, more } = await readHistory(reader as Reader, mailbox, { after, turn: 1, limit });
    expect(events.length).toBeLessThanOrEqual(limit);
    if (more) expect(events.length).toBeGreaterThan(0);
    seen.push(...events.map((event) => event.seq));
    if (isOver && events.length === 0) return seen;
  }
}

test("INV-1 whatever happens between two reads, a client that follows sees every event once and in order", async () => {
  const change = fc.constantFrom<Change>("accept", "wake", "fold", "event");
  const steps = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 7 }), async (changes, limit) => {
      const session = new LiveSession();
      const seen = await follow(session, changes, limit);
      expect(seen).toEqual(Array.from({ length: session.seq }, (_, index) => index + 1));
    }),
    { numRuns: 1_000 },
  );
});
