import type { Agent } from "../../agents/define-agent.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { CausedBy, PlanNode, Revision } from "../../contracts/plan-records.ts";
import type { Question } from "../../contracts/question.ts";
import type { Run } from "../../contracts/records.ts";
import { withdrawn } from "../../domain/questions/questions.ts";
import type { CommitWrite, MailboxChange, NewEvent } from "../../ports/stores.ts";
import { type Fold, heldBy, type Taken, takenOf } from "../fold/fold-state.ts";
import { questionClosed } from "../questions/question-events.ts";
import { dispatchReady } from "../runs/dispatch.ts";
import { commitVersion } from "./commit-version.ts";
import { makeVersion } from "./make-version.ts";

/** A new version of a run that is there already. */
export type Revised = {
  readonly agent: Agent;
  /** The run as it was read, and as it is from now on. */
  readonly before: Run;
  readonly next: Run;
  /** The newest version, which the new one is compared with, and what it is made from if that is another one. */
  readonly current: Revision | null;
  readonly base_version?: number;
  readonly plan: {
    readonly nodes: readonly PlanNode[];
    readonly brief: JsonObject;
    readonly caused_by: readonly CausedBy[];
  };
  readonly change: Pick<MailboxChange, "close" | "keep">;
  /** The run's questions, as they are from now on; those in `closed` were open before. */
  readonly questions: readonly Question[];
  readonly closed?: readonly Question[];
  readonly events?: readonly NewEvent[];
  readonly writes?: readonly CommitWrite[];
};

/**
 * Commits a new version with everything that led to it. A question stays open when its step is the same in the new
 * version, and is withdrawn otherwise.
 */
export async function commitRevision(fold: Fold, revised: Revised): Promise<Taken> {
  const { ports, mailbox } = fold;
  const { agent, before, next, current, questions, closed = [] } = revised;
  const plan = { ...revised.plan, before: current, questions };
  const base = revised.base_version === undefined ? {} : { base_version: revised.base_version };
  const version = await makeVersion(ports, agent, { run: next, now: next.updated_at, ...base }, plan);
  const kept = new Set(version.tasks.flatMap((task) => task.waiting_input ?? []));
  const gone = questions
    .filter(({ id, status }) => status === "open" && !kept.has(id))
    .map((question) => withdrawn(question, next.updated_at));
  const ended = [...closed, ...gone];
  const outcome = await commitVersion(ports, version, {
    held: heldBy(fold),
    run: next,
    expect_rev: before.rev,
    is_active: mailbox.active_turn === before.turn,
    change: revised.change,
    writes: [...ended.map((question): CommitWrite => ({ kind: "question", question })), ...(revised.writes ?? [])],
    events: [...ended.map((question) => questionClosed(ports, question)), ...(revised.events ?? [])],
  });
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  return takenOf(outcome);
}
