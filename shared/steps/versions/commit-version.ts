import type { Task } from "../../contracts/plan-records.ts";
import type { Run } from "../../contracts/records.ts";
import { withOpenQuestions } from "../../domain/questions/questions.ts";
import { hasRow, isAtRest } from "../../domain/runs/plan-tasks.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome, CommitWrite, Held, MailboxChange, NewEvent } from "../../ports/stores.ts";
import { runAwaitsInput } from "../questions/question-events.ts";
import type { Version } from "./make-version.ts";

/** Writes of one commit besides task rows, events and closed entries: mailbox, run, revision, and room for a wake. */
const OTHER_WRITES = 12;
/** DynamoDB's limit for one transaction. */
const WRITES = 100;

/** What is committed with a version. */
export type VersionCommit = {
  /** The lock under which it is committed. */
  readonly held: Held;
  /** The run as it is from now on. */
  readonly run: Run;
  /** The run's `rev` as it was read; null for a new run. */
  readonly expect_rev: number | null;
  /** The session is busy with this very run. */
  readonly is_active?: boolean;
  readonly change: Omit<MailboxChange, keyof Held | "active">;
  readonly writes?: readonly CommitWrite[];
  readonly events?: readonly NewEvent[];
};

/**
 * Commits a version with the run that it belongs to and what it does to the mailbox. A version is whole or invisible: the
 * rows of what has to run are in the same transaction, or were all written under the lock before (invariant 2). A version of which all
 * that is left waits for the person is at rest from the start, and does not keep the session busy.
 */
export async function commitVersion(
  ports: Pick<Ports, "ledger" | "ids" | "clock">,
  version: Version,
  commit: VersionCommit,
): Promise<CommitOutcome> {
  const { held, change, writes = [] } = commit;
  const rests = isAtRest(version.tasks);
  const tasks = version.tasks.filter(hasRow);
  // Its own events are at most two more.
  const others = 2 + (commit.events?.length ?? 0) + (change.close?.length ?? 0) + writes.length;
  const together = tasks.length <= WRITES - OTHER_WRITES - others;
  const mark = together ? {} : { ahead: ports.ids.token() };
  const run = asItStarts(commit.run, version, { rests, mark });
  const events = [
    ...(commit.events ?? []),
    committedEvent(ports, version, run),
    ...(rests ? [runAwaitsInput(ports, run)] : []),
  ];
  if (!together) {
    const marked = tasks.map((task): Task => ({ ...task, ...mark }));
    if (!(await ports.ledger.writeAhead(run.session_id, held.lock_token, marked)))
      return { kind: "lost", lost: ["lock"] };
  }
  return ports.ledger.commit({
    session_id: run.session_id,
    at: ports.clock.now(),
    mailbox: { ...change, ...activeOf(commit, rests), ...held },
    events,
    writes: [
      { kind: "run", run, expect_rev: commit.expect_rev },
      { kind: "revision", revision: version.revision },
      ...(together ? tasks.map((task): CommitWrite => ({ kind: "task", task })) : []),
      ...writes,
    ],
  });
}

/** The mark of the version before is not that of this one. */
function asItStarts(
  { ahead: _before, ...run }: Run,
  { tasks }: Version,
  { rests, mark }: { readonly rests: boolean; readonly mark: Pick<Run, "ahead"> },
): Run {
  const asked = tasks.flatMap((task) => task.waiting_input ?? []);
  return { ...withOpenQuestions(run, asked), ...(rests ? { status: "awaiting_input" } : {}), ...mark };
}

function activeOf({ run, is_active }: VersionCommit, rests: boolean): Pick<MailboxChange, "active"> {
  if (!rests) return { active: { turn: run.turn } };
  return is_active === true ? { active: { turn: null, was: run.turn } } : {};
}

function committedEvent(ports: Pick<Ports, "ids">, { revision }: Version, { suggestions = [] }: Run): NewEvent {
  const withdrawn = suggestions.filter(({ withdrawn_by }) => withdrawn_by === revision.dag_version);
  return {
    id: `evt_${ports.ids.ulid()}`,
    turn: revision.turn,
    type: "revision_committed",
    payload: {
      dag_version: revision.dag_version,
      added: revision.added,
      reused: revision.reused,
      dropped: revision.dropped,
      caused_by: revision.caused_by.map(({ event_id, superseded_by }) => ({ event_id, superseded_by })),
      ...(withdrawn.length === 0 ? {} : { withdrawn_suggestions: withdrawn.map(({ text }) => text) }),
    },
  };
}
