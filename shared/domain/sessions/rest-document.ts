import type { Json } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import { entrySpan, terminalStatuses } from "../../contracts/records.ts";
import type { DocumentItem, WaitingEntry } from "../../contracts/session-document.ts";
import { ofLateRuns } from "./late-runs.ts";

/** Why something that was under way is not any more. */
const SESSION_IMPORTED = "session_imported";

/**
 * The items of a document as a session in which nothing goes on: it was somewhere else and at another time. What waited
 * was not taken, a run that was not over is canceled, what is asked is withdrawn, and what was promised is dropped, each
 * with the reason (what belongs to a run that began during the export is left out), so that nothing starts by itself and nothing is done twice. Answers and approvals stay in the history and
 * are given to no step: whoever imports has not given them, and whoever wrote the document may never have been asked.
 */
export function atRest(
  read: { readonly items: readonly DocumentItem[]; readonly waiting: readonly WaitingEntry[] },
  now: number,
): readonly DocumentItem[] {
  const late = ofLateRuns(read);
  const items = read.items.filter((item) => !late.has(item));
  const closed = new Set(items.flatMap((item) => (item.kind === "entry" ? [item.record.entry.event_id] : [])));
  const left = read.waiting.filter(({ event_id }) => !closed.has(event_id));
  return [...items.flatMap((item) => rested(item, now)), ...left.map((entry) => notTaken(entry, now))];
}

function rested(item: DocumentItem, now: number): readonly DocumentItem[] {
  switch (item.kind) {
    case "run": {
      const { open_questions: _asked, answers: _given, ...run } = item.record;
      // What a chain was allowed, and whether it was killed, is known where it began: tried again, this run schedules nothing.
      const wake = run.wake === undefined ? {} : { wake: { ...run.wake, depth: limits.wakeDepthMost } };
      const status = terminalStatuses.includes(run.status) ? run.status : "canceled";
      return [{ kind: "run", record: { ...run, ...wake, status } }];
    }
    case "task": {
      const { claims: _claims, failures: _failures, waiting_input: _asked, ...task } = item.record;
      return [{ kind: "task", record: task.status === "running" ? { ...task, status: "pending" } : task }];
    }
    case "work":
      return item.record.status === "done" ? [item] : [];
    case "question":
      if (item.record.status !== "open") return [item];
      return [{ kind: "question", record: { ...item.record, status: "withdrawn", closed_at: now } }];
    case "wake":
      return item.record.status === "scheduled" ? dropped(item.record, now) : [item];
    default:
      return [item];
  }
}

function dropped(wake: Extract<DocumentItem, { kind: "wake" }>["record"], now: number): readonly DocumentItem[] {
  const { followup_id } = wake;
  const by = { type: "system" as const };
  const details = { reason: SESSION_IMPORTED };
  return [
    { kind: "wake", record: { ...wake, status: "dropped", dropped_reason: SESSION_IMPORTED, closed_at: now } },
    { kind: "wake_history", record: { followup_id, at: now, step: "dropped", by, details } },
  ];
}

const notTaken = (entry: WaitingEntry, now: number): DocumentItem => ({
  kind: "entry",
  record: {
    span: entrySpan(entry.kind),
    seq: entry.seq,
    turn: entry.turn,
    entry: { ...entry, state: "waiting" },
    verdict: entry.verdict ?? null,
    disposition: { kind: "refused", reason: SESSION_IMPORTED },
    created_at: now,
  },
});

/**
 * The same with another session in every id that names the one it came from: ids that stand alone, never words. Ids of
 * what is in a session count in it alone and stay.
 */
export function renamed(value: Json, from: string, to: string): Json {
  if (typeof value === "string") return renamedId(value, from.slice("ses_".length), to.slice("ses_".length));
  if (Array.isArray(value)) return value.map((one: Json) => renamed(one, from, to));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamed(one, from, to)]));
}

function renamedId(text: string, from: string, to: string): string {
  if (text === `ses_${from}`) return `ses_${to}`;
  const turn = text.startsWith(`run_${from}_`) ? text.slice(`run_${from}_`.length) : "";
  return /^\d{1,7}$/.test(turn) ? `run_${to}_${turn}` : text;
}
