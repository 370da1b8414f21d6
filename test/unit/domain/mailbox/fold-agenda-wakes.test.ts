import { expect, test } from "vitest";
import type { Entry, Mailbox } from "../../../../shared/contracts/records.ts";
import { nextAction } from "../../../../shared/domain/mailbox/fold-agenda.ts";

const person = { type: "person", owner: "ada" } as const;

let made = 0;
function anEntry(more: Partial<Entry>): Entry {
  made += 1;
  return {
    event_id: `evt_01J${String(made).padStart(23, "0")}`,
    seq: made,
    kind: "follow_up",
    turn: 1,
    text: "",
    received_at: 0,
    origin: person,
    on_busy: "revise",
    state: "waiting",
    ...more,
  };
}

const aWake = (due_at: number, more: Partial<Entry> = {}) =>
  anEntry({
    kind: "wake",
    origin: { type: "wake", followup_id: "fu_01J00000000000000000000002" },
    on_busy: "enqueue",
    due_at,
    ...more,
  });

const aMailbox = (entries: readonly Entry[], more: Partial<Mailbox> = {}): Mailbox => ({
  session_id: "ses_01J00000000000000000000001",
  owner: "ada",
  agent: "memo",
  status: "active",
  on_busy: "revise",
  seq: 9,
  accepted: 9,
  turns: 1,
  memory_version: 0,
  entries,
  pending_wakes: 0,
  seen: {},
  ...more,
});

test("of wakes that wait the one that was due first starts, whichever rang first", () => {
  const [late, early, middle] = [aWake(30), aWake(10), aWake(20)];
  expect(nextAction(aMailbox([late, early, middle]))).toEqual({ kind: "wake", entry: early });
});

test("a wake takes its turn behind what a person sent before it rang, and before what comes after", () => {
  const [first, wake, last] = [anEntry({ kind: "start_run" }), aWake(10), anEntry({ kind: "start_run", turn: 2 })];
  expect(nextAction(aMailbox([first, wake, last]))).toMatchObject({ kind: "start_run", entry: { seq: first.seq } });
  expect(nextAction(aMailbox([wake, last]))).toMatchObject({ kind: "wake" });
});

test("a wake waits while a run goes on or something is being answered, and holds up nothing else", () => {
  const [wake, follow] = [aWake(10), anEntry({})];
  expect(nextAction(aMailbox([wake], { active_turn: 1 }))).toEqual({ kind: "nothing" });
  expect(nextAction(aMailbox([wake, anEntry({ state: "answering" })]))).toEqual({ kind: "nothing" });
  expect(nextAction(aMailbox([wake, follow], { active_turn: 1 }))).toMatchObject({
    kind: "follow_ups",
    entries: [follow],
  });
});

test("what was said behind a change waits while a turn schedules what came with that, and other runs do not", () => {
  const verdict = { route: "direct_answer", reason: "", by: "rules", with_change: true } as const;
  const change = anEntry({ state: "answering", verdict });
  const [behind, other] = [anEntry({}), anEntry({ turn: 2 })];
  expect(nextAction(aMailbox([change, behind, other]))).toMatchObject({ kind: "follow_ups", turn: 2 });
  const asked = anEntry({ state: "answering", verdict: { route: "direct_answer", reason: "", by: "rules" } });
  expect(nextAction(aMailbox([asked, behind]))).toMatchObject({ kind: "follow_ups", entries: [{ seq: behind.seq }] });
});
