import { expect, test } from "vitest";
import { audit } from "../../kills/audit.ts";
import type { LedgerLine } from "../../kills/ledger.ts";
import type { Found, FoundRun } from "../../kills/read-back.ts";

const session_id = "ses_01J00000000000000000000001";
const run_id = "run_01J00000000000000000000001_1";
const followup_id = "fu_01J00000000000000000000001";
const woken_id = "run_01J00000000000000000000001_2";

type Event = { id: string; seq: number; type: string; payload: Record<string, unknown>; run_id: string };

/** A session in which two things were said, one of them answered, and a wake fired. */
function world() {
  const of = (seq: number, type: string, payload: Record<string, unknown>, run = run_id): Event => ({
    id: `evt_${seq}`,
    seq,
    type,
    payload,
    run_id: run,
  });
  const first = {
    run: { id: run_id, status: "completed", dag_version: 2, wake: null as { followup_id: string } | null },
    events: [
      of(1, "react_observation", { message: "Report. note-1-", disposition: { kind: "started_run" } }),
      of(2, "delivery", { dag_version: 1 }),
      of(3, "react_observation", { message: "Why? note-2-", disposition: { kind: "answered" } }),
      of(4, "message", { answers: "evt_3" }),
    ],
    revisions: [{ dag_version: 1 }, { dag_version: 2 }],
    artifacts: [{ kind: "output", dag_version: 1, step_id: "a" }],
  };
  const second = {
    run: { id: woken_id, status: "completed", dag_version: 1, wake: { followup_id } },
    events: [of(5, "delivery", { dag_version: 1 }, woken_id)],
    revisions: [{ dag_version: 1 }],
    artifacts: [],
  };
  const wakes = [{ followup_id, status: "fired", dropped_reason: null as string | null }];
  return { session: { id: session_id, waiting: 0 }, runs: [first, second], wakes };
}

const ledger: readonly LedgerLine[] = [
  { what: "accepted", session_id, run_id, event_id: "evt_1", mark: "note-1-" },
  { what: "accepted", session_id, run_id, event_id: "evt_3", mark: "note-2-" },
  { what: "promised", session_id, followup_id },
  { what: "unheard", session_id, mark: "note-3-" },
];

/** What is found wrong after something was changed. */
function found(change: (of: ReturnType<typeof world>) => void = () => undefined, more: readonly LedgerLine[] = []) {
  const of = world();
  change(of);
  const { session, runs, wakes } = of;
  const sessions = [{ session, runs: runs as unknown as FoundRun[] }];
  return audit([...ledger, ...more], { sessions, wakes } as unknown as Found);
}

test("finds nothing wrong where everything is there once", () => {
  const endings = { started_run: 1, answered: 1 };
  expect(found()).toEqual({ acknowledged: 3, endings, lost: [], doubled: [], broken: [] });
});

type Change = Parameters<typeof found>[0];
test.each<{ readonly what: string; readonly change: Change; readonly list: "lost" | "doubled" | "broken" }>([
  { what: "a message that is gone", change: ({ runs }) => runs[0]?.events.splice(2, 1), list: "lost" },
  {
    what: "a message without a disposition",
    change: ({ runs }) => delete runs[0]?.events[2]?.payload["disposition"],
    list: "lost",
  },
  { what: "a promise that is gone", change: ({ wakes }) => wakes.pop(), list: "lost" },
  {
    what: "a promise that still waits",
    change: ({ wakes }) => Object.assign(wakes[0] ?? {}, { status: "scheduled" }),
    list: "lost",
  },
  { what: "a message that was taken twice", change: ({ runs }) => again(runs[0]?.events, 2), list: "doubled" },
  { what: "an answer given twice", change: ({ runs }) => again(runs[0]?.events, 3), list: "doubled" },
  { what: "a version delivered twice", change: ({ runs }) => again(runs[0]?.events, 1), list: "doubled" },
  { what: "a step made twice", change: ({ runs }) => again(runs[0]?.artifacts, 0), list: "doubled" },
  { what: "a wake that fired twice", change: ({ runs }) => again(runs, 1), list: "doubled" },
  { what: "a gap in the numbers", change: ({ runs }) => runs[1]?.events.splice(0, 1, { ...event(7) }), list: "broken" },
  { what: "a version that is missing", change: ({ runs }) => runs[0]?.revisions.splice(0, 1), list: "broken" },
  {
    what: "a run that goes on",
    change: ({ runs }) => Object.assign(runs[0]?.run ?? {}, { status: "running" }),
    list: "broken",
  },
  { what: "an entry that waits", change: ({ session }) => Object.assign(session, { waiting: 1 }), list: "broken" },
  { what: "a wake that fired into nothing", change: ({ runs }) => runs.pop(), list: "broken" },
  {
    what: "a wake that was cancelled and ran",
    change: ({ wakes }) => Object.assign(wakes[0] ?? {}, { status: "cancelled" }),
    list: "broken",
  },
])("finds $what", ({ change, list }) => {
  expect(found(change)[list]).not.toEqual([]);
});

test("finds what was sent once, not heard and taken twice", () => {
  const twice: Change = ({ runs }) => {
    runs[0]?.events.push(event(6, "note-3-"), event(7, "note-3-"));
  };
  expect(found(twice).doubled).toEqual(["note-3- was taken 2 times"]);
});

test("finds cancels that did not stay", () => {
  const cancels: readonly LedgerLine[] = [
    { what: "wake_cancelled", session_id, followup_id },
    { what: "run_canceled", session_id, run_id },
  ];
  expect(found(undefined, cancels).lost).toEqual([
    `${followup_id} was cancelled and is fired`,
    `${run_id} was canceled and is completed`,
  ]);
});

function event(seq: number, message = ""): Event {
  return { id: `evt_${seq}`, seq, type: "react_observation", payload: { message, disposition: {} }, run_id };
}

function again(list: unknown[] | undefined, index: number): void {
  list?.push(structuredClone(list[index]));
}
