import * as z from "zod";
import type { EventView } from "../../shared/contracts/event.ts";
import type { LedgerLine } from "./ledger.ts";
import type { Found, FoundRun, FoundSession } from "./read-back.ts";

/** The outcome: how much was acknowledged, and a sentence for each thing that is not as it was said to be. */
export type Audit = {
  readonly acknowledged: number;
  /** How what people sent ended, with the reasons of what was refused. */
  readonly endings: Readonly<Record<string, number>>;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** What holds whatever was acknowledged and does not: numbers with gaps, versions that jump, work that stands. */
  readonly broken: readonly string[];
};

const Disposition = z.object({ kind: z.string(), reason: z.string().optional() });
const over: readonly string[] = ["completed", "failed", "canceled", "awaiting_input"];

/** Compares what was acknowledged with what is there when everything has come to rest. */
export function audit(ledger: readonly LedgerLine[], found: Found): Audit {
  const runs = found.sessions.flatMap((session) => session.runs);
  const events = runs.flatMap((one) => one.events);
  const lost = ledger.flatMap((line) => lostOf(line, { found, runs, events }));
  const doubled = [
    ...ledger.flatMap((line) => doubledOf(line, events)),
    ...found.wakes.flatMap((wake) => wokenTwice(wake.followup_id, runs)),
    ...runs.flatMap(madeTwice),
  ];
  const broken = [...found.sessions.flatMap(brokenIn), ...found.wakes.flatMap((wake) => brokenWake(wake, runs))];
  const acknowledged = ledger.filter(({ what }) => what !== "unheard").length;
  return { acknowledged, endings: endingsOf(ledger, events), lost, doubled, broken };
}

function endingsOf(ledger: readonly LedgerLine[], events: readonly EventView[]): Audit["endings"] {
  const endings: Record<string, number> = {};
  for (const line of ledger) {
    if (line.what !== "accepted") continue;
    const event = events.find(({ id, run_id }) => id === line.event_id && run_id === line.run_id);
    const { kind, reason } = Disposition.parse(event?.payload["disposition"] ?? { kind: "lost" });
    const ending = reason === undefined ? kind : `${kind} (${reason})`;
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return endings;
}

type Everything = { readonly found: Found; readonly runs: readonly FoundRun[]; readonly events: readonly EventView[] };

function lostOf(line: LedgerLine, { found, runs, events }: Everything): readonly string[] {
  switch (line.what) {
    case "accepted": {
      const event = events.find(({ id, run_id }) => id === line.event_id && run_id === line.run_id);
      if (event === undefined) return [`${line.event_id} (${line.mark}) is not there`];
      return event.payload["disposition"] === undefined ? [`${line.event_id} (${line.mark}) has no disposition`] : [];
    }
    case "promised": {
      const wake = found.wakes.find(({ followup_id }) => followup_id === line.followup_id);
      if (wake === undefined) return [`${line.followup_id} is not there`];
      return ["fired", "cancelled"].includes(wake.status) ? [] : [`${line.followup_id} is ${wake.status}`];
    }
    case "wake_cancelled": {
      const wake = found.wakes.find(({ followup_id }) => followup_id === line.followup_id);
      return wake?.status === "cancelled" ? [] : [`${line.followup_id} was cancelled and is ${wake?.status}`];
    }
    case "run_canceled": {
      const one = runs.find(({ run }) => run.id === line.run_id);
      const was = one?.run.status === "canceled" || one?.events.some(({ type }) => type === "run_canceled");
      return was === true ? [] : [`${line.run_id} was canceled and is ${one?.run.status}`];
    }
    case "unheard":
      return [];
  }
}

function doubledOf(line: LedgerLine, events: readonly EventView[]): readonly string[] {
  if (line.what !== "accepted" && line.what !== "unheard") return [];
  const said = events.filter(
    ({ type, payload }) =>
      type === "react_observation" &&
      payload["kind"] !== "self_follow_up" &&
      String(payload["message"]).includes(line.mark),
  );
  return said.length > 1 ? [`${line.mark} was taken ${said.length} times`] : [];
}

function wokenTwice(followupId: string, runs: readonly FoundRun[]): readonly string[] {
  const woken = runs.filter(({ run }) => run.wake?.followup_id === followupId);
  return woken.length > 1 ? [`${followupId} fired ${woken.length} times`] : [];
}

/** What a run said or made twice: an answer, a delivery, a step of a version. */
function madeTwice({ run, events, artifacts }: FoundRun): readonly string[] {
  const made = [
    ...events.flatMap(({ type, payload }) =>
      type === "message" && payload["answers"] !== undefined ? [`answer to ${payload["answers"]}`] : [],
    ),
    ...events.flatMap(({ type, payload }) =>
      type === "delivery" ? [`delivery of version ${payload["dag_version"]}`] : [],
    ),
    ...events.map(({ id }) => `event ${id}`),
    ...artifacts
      .filter(({ kind }) => kind !== "answer")
      .map(({ dag_version, step_id }) => `artifact of ${step_id} in version ${dag_version}`),
  ];
  return twice(made).map((what) => `${run.id}: ${what} is there twice`);
}

function brokenIn({ session, runs }: FoundSession): readonly string[] {
  const numbers = runs.flatMap(({ events }) => events.map(({ seq }) => seq)).sort((a, b) => a - b);
  const gap = numbers.findIndex((seq, index) => seq !== index + 1);
  return [
    ...(gap === -1 ? [] : [`${session.id}: after event ${gap} comes ${numbers[gap]}`]),
    ...(session.waiting === 0 ? [] : [`${session.id}: ${session.waiting} entries still wait`]),
    ...runs.flatMap(({ run, revisions }) => {
      const versions = revisions.map(({ dag_version }) => dag_version).sort((a, b) => a - b);
      const jumps = versions.some((version, index) => version !== index + 1) || versions.length !== run.dag_version;
      return [
        ...(jumps ? [`${run.id}: versions ${versions.join(", ")} of ${run.dag_version}`] : []),
        ...(over.includes(run.status) ? [] : [`${run.id} is still ${run.status}`]),
      ];
    }),
  ];
}

/** A wake whose state and whose run do not fit, acknowledged or not. */
function brokenWake(wake: Found["wakes"][number], runs: readonly FoundRun[]): readonly string[] {
  const woken = runs.filter(({ run }) => run.wake?.followup_id === wake.followup_id);
  if (wake.status === "fired") return woken.length === 0 ? [`${wake.followup_id} fired without a run`] : [];
  if (woken.length > 0) return [`${wake.followup_id} is ${wake.status} and started ${woken[0]?.run.id}`];
  return wake.status === "cancelled" ? [] : [`${wake.followup_id} is ${wake.status} (${wake.dropped_reason})`];
}

function twice(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
