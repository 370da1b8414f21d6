import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventId } from "../../../../shared/contracts/ids.ts";
import { type Entry, entrySpan } from "../../../../shared/contracts/records.ts";
import { entryEvents } from "../../../../shared/domain/mailbox/entry-events.ts";

const session = "ses_01J00000000000000000000001";

function anEntry(more: Partial<Entry> = {}): Entry {
  return {
    event_id: "evt_01J00000000000000000000002",
    seq: 7,
    kind: "follow_up",
    turn: 1,
    text: "Expand the third point.",
    received_at: 1_000,
    origin: { type: "person", owner: "ada" },
    on_busy: "revise",
    state: "waiting",
    ...more,
  };
}

test("a follow-up shows as what was said, an acknowledgement and a progress line, at three numbers in a row", () => {
  expect(entryEvents(session, anEntry()).map(({ seq, type, payload }) => ({ seq, type, payload }))).toEqual([
    {
      seq: 7,
      type: "react_observation",
      payload: {
        kind: "user_follow_up",
        message: "Expand the third point.",
        session_id: session,
        received_at: "1970-01-01T00:00:01.000Z",
      },
    },
    {
      seq: 8,
      type: "message",
      payload: {
        role: "assistant",
        text: "Follow-up received. The system will continue using the previous result and current context.",
        acknowledges: "evt_01J00000000000000000000002",
      },
    },
    {
      seq: 9,
      type: "progress",
      payload: {
        phase: "react_revision",
        message: "Updating the execution plan with the new input.",
        session_id: session,
      },
    },
  ]);
});

test("a first request is acknowledged in its own words", () => {
  const [said, acknowledged, progress] = entryEvents(session, anEntry({ kind: "start_run" }));
  expect(said?.payload["kind"]).toBe("user_request");
  expect(acknowledged?.payload["text"]).not.toContain("Follow-up");
  expect(progress?.payload["phase"]).toBe("planning");
});

test("a wake is one event, without an acknowledgement to anybody", () => {
  const followup_id = "fu_01J00000000000000000000003";
  const events = entryEvents(session, anEntry({ kind: "wake", origin: { type: "wake", followup_id } }));
  expect(events).toMatchObject([{ seq: 7, payload: { kind: "self_follow_up", followup_id } }]);
});

test("the owner of a message is not part of its event", () => {
  expect(JSON.stringify(entryEvents(session, anEntry()))).not.toContain("ada");
});

describe("however an entry ends", () => {
  const entries = fc.record({
    kind: fc.constantFrom("start_run" as const, "follow_up" as const, "wake" as const),
    seq: fc.integer({ min: 1, max: 1e9 }),
    event_id: fc.stringMatching(/^evt_[0-6][0-9A-HJKMNP-TV-Z]{25}$/),
    text: fc.string(),
  });

  test("its events keep their ids and numbers, and gain only how it ended", () => {
    fc.assert(
      fc.property(entries, (more) => {
        const entry = anEntry(more);
        const waiting = entryEvents(session, entry);
        const closed = entryEvents(session, entry, { verdict: null, disposition: { kind: "withdrawn" } });
        const [first, ...rest] = waiting;
        const payload = { ...first?.payload, disposition: { kind: "withdrawn" } };
        expect(closed).toEqual([{ ...first, payload }, ...rest]);
      }),
    );
  });

  test("it has as many events as it spans, with ids of the right form that differ", () => {
    fc.assert(
      fc.property(entries, (more) => {
        const events = entryEvents(session, anEntry(more));
        expect(events.map(({ seq }) => seq - more.seq)).toEqual([0, 1, 2].slice(0, entrySpan(more.kind)));
        expect(new Set(events.map(({ id }) => EventId.parse(id))).size).toBe(events.length);
      }),
    );
  });
});
