import { expect, test } from "vitest";
import type { Run, SessionEvent } from "../../../../shared/contracts/records.ts";
import type { WakeNote } from "../../../../shared/contracts/wake.ts";
import { recentMessages, wokenNote } from "../../../../shared/domain/wakes/woken-note.ts";

const session_id = "ses_01J00000000000000000000001";
const followup_id = "fu_01J00000000000000000000002";

const wake: WakeNote = {
  followup_id,
  reason: "Look again.",
  context: { id: 12 },
  due_at: Date.UTC(2026, 6, 18, 9),
  fired_at: Date.UTC(2026, 6, 18, 9, 2, 5),
  scheduled_at: Date.UTC(2026, 6, 18, 8, 30),
  scheduled_by_turn: 1,
  scheduled_by_version: 2,
  depth: 2,
  root_id: followup_id,
  anchor: { channel: null, run_id: "run_01J00000000000000000000001_1", event_id: null },
  since_seq: 20,
};

const aRun = (more: Partial<Run>): Run => ({
  session_id,
  turn: 1,
  agent: "memo",
  status: "completed",
  dag_version: 2,
  rev: 1,
  input_text: "",
  source_ids: [],
  origin: { type: "system" },
  created_at: 0,
  updated_at: 0,
  ...more,
});

let seq = 0;
const anEvent = (type: SessionEvent["type"], payload: SessionEvent["payload"], turn = 1): SessionEvent => {
  seq += 1;
  return {
    id: `evt_01J${String(seq).padStart(23, "0")}`,
    session_id,
    seq,
    turn,
    type,
    payload,
    created_at: seq * 1000,
  };
};

const said = (message: string) => anEvent("react_observation", { kind: "user_follow_up", message });
const answered = (text: string, more = {}) => anEvent("message", { role: "assistant", text, ...more });
const scheduled = () => anEvent("followup_scheduled", { followup_id });

const noteOf = (events: readonly SessionEvent[], ground = aRun({})) =>
  wokenNote({
    wake,
    run: aRun({ turn: 4, wake }),
    ground,
    events,
    now: Date.UTC(2026, 6, 18, 9, 2, 30),
    max_depth: 5,
  });

test("a woken turn is told its instruction, the times, and how far it may go on", () => {
  expect(noteOf([])).toMatchObject({
    followup_id,
    note: "Look again.",
    context: { id: 12 },
    scheduled_at: "2026-07-18T08:30:00.000Z",
    due_at: "2026-07-18T09:00:00.000Z",
    now: "2026-07-18T09:02:30.000Z",
    late_seconds: 125,
    depth_left: 3,
  });
});

test("what happened before it was scheduled is no change", () => {
  const before = [said("Hello."), anEvent("revision_committed", {}), scheduled()];
  const changed = { runs_started: 2, messages_of_the_person: 0, result_revised: false, dag_version: 2 };
  expect(noteOf(before)).toMatchObject({ changed_since: changed });
  expect(noteOf([...before, said("More."), answered("Yes.")])).toMatchObject({
    changed_since: { ...changed, messages_of_the_person: 1 },
  });
});

test("the result is revised when a version of it was committed since, by its number or in the history", () => {
  const revised = { changed_since: { result_revised: true } };
  expect(noteOf([scheduled(), anEvent("revision_committed", {})])).toMatchObject(revised);
  expect(noteOf([], aRun({ dag_version: 3 }))).toMatchObject(revised);
  expect(noteOf([scheduled(), anEvent("revision_committed", {}, 3)])).not.toMatchObject(revised);
});

test("a clock that went back makes nothing early", () => {
  const early = { ...wake, fired_at: wake.due_at - 2000 };
  const told = wokenNote({ wake: early, run: aRun({ turn: 2 }), ground: aRun({}), events: [], now: 0, max_depth: 1 });
  expect(told).toMatchObject({ late_seconds: 0, depth_left: 0, changed_since: { runs_started: 0 } });
});

test("of the conversation it is shown the last words, without acknowledgements, clipped", () => {
  const events = [
    ...Array.from({ length: 20 }, (_, index) => said(`Message ${index}.`)),
    answered("Follow-up received.", { acknowledges: "evt_01J00000000000000000000001" }),
    answered("x".repeat(5000)),
  ];
  const shown = recentMessages(events);
  expect(shown).toHaveLength(12);
  expect(shown.at(-2)).toMatchObject({ role: "user", text: "Message 19." });
  expect(String(shown.at(-1)?.["text"]).length).toBeLessThanOrEqual(1001);
});
