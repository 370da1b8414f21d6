import { describe, expect, test } from "vitest";
import type { Entry, Mailbox, Run } from "../../../../shared/contracts/records.ts";
import { RunView } from "../../../../shared/contracts/run.ts";
import { presentRun, presentUnstartedRun } from "../../../../shared/domain/present/present-run.ts";

const session_id = "ses_01J00000000000000000000001";

const anEntry = (more: Partial<Entry> = {}): Entry => ({
  event_id: "evt_01J00000000000000000000002",
  seq: 7,
  kind: "follow_up",
  turn: 2,
  text: "Expand it.",
  received_at: 1_000,
  origin: { type: "person", owner: "ada" },
  on_busy: "revise",
  state: "waiting",
  ...more,
});

const aMailbox = (...entries: Entry[]): Mailbox => ({
  session_id,
  owner: "ada",
  agent: "report",
  status: "active",
  on_busy: "revise",
  seq: 9,
  accepted: 1,
  turns: 2,
  entries,
  memory_version: 0,
  pending_wakes: 0,
  seen: {},
});

const aRun = (more: Partial<Run> = {}): Run => ({
  session_id,
  turn: 2,
  agent: "report",
  status: "completed",
  dag_version: 1,
  rev: 4,
  input_text: "Write it.",
  parent_turn: 1,
  source_ids: [],
  origin: { type: "person", owner: "ada" },
  created_at: 1_000,
  updated_at: 2_000,
  ...more,
});

test("a run is shown with its links and times, and without its owner", () => {
  const shown = presentRun(aRun(), aMailbox());
  expect(RunView.parse(shown)).toEqual(shown);
  expect(shown).toMatchObject({
    id: "run_01J00000000000000000000001_2",
    turn_index: 2,
    parent_run_id: "run_01J00000000000000000000001_1",
    origin: { type: "person" },
    updated_at: "1970-01-01T00:00:02.000Z",
  });
});

describe("a run that is over", () => {
  test.each([
    { when: "nothing waits", entries: [], status: "completed", waiting: 0 },
    { when: "a follow-up to it waits", entries: [anEntry()], status: "planned", waiting: 1 },
    {
      when: "a follow-up to it is being answered",
      entries: [anEntry({ state: "answering" })],
      status: "running",
      waiting: 1,
    },
    { when: "a follow-up to another run waits", entries: [anEntry({ turn: 1 })], status: "completed", waiting: 0 },
    { when: "a wake waits that it scheduled", entries: [anEntry({ kind: "wake" })], status: "completed", waiting: 0 },
  ])("is $status when $when", ({ entries, status, waiting }) => {
    expect(presentRun(aRun(), aMailbox(...entries))).toMatchObject({ status, waiting });
  });
});

test("a run that goes on keeps its status whatever waits", () => {
  expect(presentRun(aRun({ status: "running" }), aMailbox(anEntry())).status).toBe("running");
});

test("a run that was woken tells what for", () => {
  const wake: NonNullable<Run["wake"]> = {
    followup_id: "fu_01J00000000000000000000003",
    reason: "Look again.",
    context: { secret: true },
    due_at: 1_000,
    fired_at: 1_500,
    scheduled_at: 0,
    scheduled_by_turn: 1,
    scheduled_by_version: 1,
    depth: 1,
    root_id: "fu_01J00000000000000000000003",
    anchor: { channel: null, run_id: "run_01J00000000000000000000001_1", event_id: null },
    since_seq: 0,
  };
  const shown = presentRun(aRun({ wake }), aMailbox());
  expect(RunView.parse(shown)).toEqual(shown);
  expect(shown.wake).toMatchObject({ reason: "Look again.", scheduled_by_run_id: "run_01J00000000000000000000001_1" });
});

describe("a run that has not started", () => {
  const entry = anEntry({ kind: "start_run", agent: "researcher", text: "Find out." });

  test.each([
    { when: "it waits", disposition: undefined, status: "planned", failure: null },
    { when: "it was withdrawn", disposition: { kind: "withdrawn" as const }, status: "canceled", failure: null },
    {
      when: "it was refused",
      disposition: { kind: "refused" as const, reason: "agent_removed" },
      status: "failed",
      failure: {
        code: "agent_removed",
        message: expect.stringMatching(
          /^The run could not be planned: .+ \(agent_removed\)\. What you can do: start a run/,
        ),
      },
    },
  ])("is $status when $when", ({ disposition, status, failure }) => {
    const closed = disposition && { span: 3, seq: 7, turn: 2, entry, verdict: null, disposition, created_at: 5_000 };
    const shown = presentUnstartedRun(entry, aMailbox(), closed);
    expect(RunView.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({ status, failure, agent: "researcher", input: "Find out.", dag_version: 0 });
  });
});
