import { ArtifactSummary } from "../../shared/contracts/artifact.ts";
import { EventView } from "../../shared/contracts/event.ts";
import { OperatorFollowup } from "../../shared/contracts/operator-view.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { RevisionView } from "../../shared/contracts/revision.ts";
import { RunView } from "../../shared/contracts/run.ts";
import { SessionDetail, SessionView } from "../../shared/contracts/session.ts";
import type { Caller } from "./caller.ts";

/** A run as it can be read from outside. */
export type FoundRun = {
  readonly run: RunView;
  readonly events: readonly EventView[];
  readonly revisions: readonly RevisionView[];
  readonly artifacts: readonly ArtifactSummary[];
};

/** A session with everything in it, as it can be read from outside. */
export type FoundSession = { readonly session: SessionDetail; readonly runs: readonly FoundRun[] };

/** Everything that is there. */
export type Found = { readonly sessions: readonly FoundSession[]; readonly wakes: readonly OperatorFollowup[] };

/** Reads everything that these people have, over HTTP. */
export async function readBack(people: readonly Caller[], operator: Caller, agent: string): Promise<Found> {
  const sessions: FoundSession[] = [];
  for (const person of people) {
    for (const { id } of await person.all("/api/sessions", SessionView)) sessions.push(await readSession(person, id));
  }
  return { sessions, wakes: await operator.all(`/api/agents/${agent}/follow-ups`, OperatorFollowup) };
}

async function readSession(person: Caller, id: string): Promise<FoundSession> {
  const session = await person.get(`/api/sessions/${id}`, SessionDetail);
  const last = Number(/_(\d+)$/.exec(session.last_run_id ?? "")?.[1] ?? 0);
  const runs: FoundRun[] = [];
  for (let turn = 1; turn <= last; turn += 1) {
    const path = `/api/runs/${id.replace("ses_", "run_")}_${turn}`;
    const run = await person.get(path, RunView);
    const began = run.dag_version > 0;
    runs.push({
      run,
      events: await readEvents(person, path),
      // A run that was withdrawn before it began has neither.
      revisions: began ? await person.all(`${path}/revisions`, RevisionView) : [],
      artifacts: began ? await person.all(`${path}/artifacts`, ArtifactSummary) : [],
    });
  }
  return { session, runs };
}

async function readEvents(person: Caller, run: string): Promise<readonly EventView[]> {
  const events: EventView[] = [];
  for (;;) {
    const { items } = await person.get(`${run}/events?after=${events.at(-1)?.seq ?? 0}&limit=100`, pageOf(EventView));
    if (items.length === 0) return events;
    events.push(...items);
  }
}
