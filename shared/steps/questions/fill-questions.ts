import { FORM } from "../../agents/form-cell.ts";
import type { QuestionId } from "../../contracts/ids.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Run } from "../../contracts/records.ts";
import { fill, hasAnswer, withOpenQuestions } from "../../domain/questions/questions.ts";
import type { CommitWrite } from "../../ports/stores.ts";
import { type Fold, heldBy, type Taken, takenOf } from "../fold/fold-state.ts";
import { tendRun } from "../fold/tend.ts";
import { dispatchReady } from "../runs/dispatch.ts";
import { mayStart } from "../runs/rest-run.ts";
import { ruleWrites } from "../versions/recall-memory.ts";
import { reviseWithAnswers } from "../versions/revise-with-answers.ts";
import { versionTasks } from "../versions/version-tasks.ts";
import type { Answering, Filled } from "./filled-questions.ts";
import { questionClosed } from "./question-events.ts";

/**
 * Takes answers: the questions, the entry, the run and the session are changed in one commit, so that leaving
 * `awaiting_input` and taking the answer are the same write. Steps that have all their answers go on; others keep what
 * they have. A form that is filled in, an answer that replaces another one, and sources that come along make a new
 * version instead, since the plan or what is done already depends on them.
 */
export async function fillQuestions(fold: Fold, answering: Answering): Promise<Taken> {
  const { ports } = fold;
  const { run, by } = answering;
  const at = ports.clock.now();
  const entry = by === null ? null : { event_id: by.entry.event_id, text: by.text };
  const { questions: changed, answers } = fill(run, answering.given, { entry, at });
  const after = answering.questions.map((question) => changed.find(({ id }) => id === question.id) ?? question);
  const waiting = (await versionTasks(ports, run)).filter(({ waiting_input }) => waiting_input !== undefined);
  const isFilled = new Set(after.filter(hasAnswer).map(({ id }) => id));
  const released = waiting.filter(({ waiting_input = [] }) => waiting_input.every((id) => isFilled.has(id)));
  const filled = { ...answering, at, changed, answers, after, released };
  const awaited = new Set(waiting.flatMap(({ waiting_input = [] }) => waiting_input));
  return replans(filled, awaited) ? reviseWithAnswers(fold, filled) : resume(fold, filled);
}

/** Something else than the waiting steps depends on the answers. */
function replans({ given, by, released }: Filled, awaited: ReadonlySet<QuestionId>): boolean {
  const isReplaced = given.some(({ question }) => !awaited.has(question.id));
  const isForm = released.some(({ cell_id }) => cell_id === FORM);
  return isReplaced || isForm || (by?.entry.source_ids ?? []).length > 0;
}

/** The same version goes on. */
async function resume(fold: Fold, filled: Filled): Promise<Taken> {
  const { ports } = fold;
  const { run, at, changed, released } = filled;
  const next = resumedRun(filled);
  // A run that failed for want of another answer stays failed with this one.
  const starts = mayStart(next) && !mayStart(run);
  // An entry that stays for more has its rules read then.
  const isOver = filled.by !== null && filled.change.close !== undefined;
  const rules = isOver ? await ruleWrites(ports, run, filled.by) : [];
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: { ...filled.change, ...(starts ? { active: { turn: run.turn } } : {}), ...heldBy(fold) },
    events: [...changed.map((question) => questionClosed(ports, question)), ...filled.events],
    writes: [
      { kind: "run", run: next, expect_rev: run.rev },
      ...changed.map((question): CommitWrite => ({ kind: "question", question })),
      ...released.map((task): CommitWrite => ({ kind: "task_waits", task, questions: [] })),
      ...rules,
    ],
  });
  if (outcome.kind === "done") {
    // Steps of a run that had failed may have been left behind anywhere.
    if (run.status === "failed" && starts) await tendRun(ports, next);
    else await dispatchReady(ports, released.map(withoutWaiting));
  }
  return takenOf(outcome);
}

/** The run with the answers: it goes on, or keeps waiting for the rest. */
function resumedRun({ run, at, answers, after, released }: Filled): Run {
  const open = after.filter(({ status }) => status === "open").map(({ id }) => id);
  const next = withOpenQuestions({ ...run, answers, rev: run.rev + 1, updated_at: at }, open);
  const isOver = run.status === "failed" && after.some((one) => one.status === "expired" && !hasAnswer(one));
  if (mayStart(run) || isOver) return next;
  const { failure: _failure, ...rest } = next;
  return { ...rest, status: released.length > 0 ? "queued" : "awaiting_input" };
}

function withoutWaiting(task: Task): Task {
  const { waiting_input: _waiting, ...rest } = task;
  return { ...rest, status: "pending" };
}
