import { limits } from "../../contracts/limits.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Asked, Question } from "../../contracts/question.ts";
import type { Run } from "../../contracts/records.ts";
import { type Asking, ask, withOpenQuestions } from "../../domain/questions/questions.ts";
import { isAtRest, placeOf, type StepWork } from "../../domain/runs/plan-tasks.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitWrite } from "../../ports/stores.ts";
import { dispatchReady } from "../runs/dispatch.ts";
import { mayStart, restIfWaiting } from "../runs/rest-run.ts";
import { versionTasks } from "../versions/version-tasks.ts";
import { questionClosed, questionOpened, runAwaitsInput } from "./question-events.ts";

/** What asking led to. `again`: it was answered before, so the step starts again. `stale`: nobody needs it any more. */
export type AskedOutcome = { readonly kind: "asked" | "again" | "stale" };

/** A step that was claimed and asks. */
export type AskingStep = { readonly task: Task; readonly work: StepWork; readonly token: string };

/**
 * Opens what a step asks, in one commit: the questions, the task that waits for them, the claim given back, and the run,
 * which rests if nothing else of it goes on. What was answered before is not asked again (`domain/questions.ts`), and
 * repeating all of this is harmless. @throws Fault `too_many_questions` (reject) when a run asks without end.
 */
export async function openQuestions(ports: Ports, step: AskingStep, asked: readonly Asked[]): Promise<AskedOutcome> {
  for (;;) {
    const run = await ports.runs.readRun(step.task);
    if (run === null || run.dag_version !== step.task.dag_version || !mayStart(run)) {
      await ports.runs.letGoWork({ ...step.task, work: step.work.name }, step.token);
      return { kind: "stale" };
    }
    const opening = await prepare(ports, run, step, asked);
    const outcome = await commitOpening(ports, step, opening);
    if (outcome.kind === "done") {
      if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: run.session_id }]);
      return goOn(ports, step.task, opening);
    }
    // The run has moved on: the same question to what it is now.
    if (outcome.lost.includes("run") || outcome.lost.includes("active")) continue;
    return { kind: "stale" };
  }
}

/** What is about to be committed; `run` as it is from then on. */
type Opening = { readonly run: Run; readonly asking: Asking; readonly rests: boolean };

async function prepare(ports: Ports, run: Run, { task, work }: AskingStep, asked: readonly Asked[]): Promise<Opening> {
  const at = ports.clock.now();
  const questions = await ports.reader.questions(run.session_id, run.turn);
  const known = { questions, answers: run.answers?.[task.step_id] };
  const asking = ask({ ...task, work: work.base }, asked, known, at);
  const others = questions.filter(({ status, step_id }) => status === "open" && step_id !== task.step_id);
  const open = [...others, ...asking.open].map(({ id }) => id);
  const total = new Set([...questions, ...asking.open].map(({ id }) => id)).size;
  if (total > limits.questionsPerRun || open.length > limits.openQuestionsPerRun) {
    throw new Fault("too_many_questions", "reject", { ...placeOf(task), questions: total });
  }
  const tasks = (await versionTasks(ports, run)).map((one) =>
    one.step_id === task.step_id ? { ...one, waiting_input: open } : one,
  );
  const rests = asking.open.length > 0 && isAtRest(tasks);
  const answers = asking.answers === undefined ? {} : { answers: { ...run.answers, [task.step_id]: asking.answers } };
  const status = rests ? ("awaiting_input" as const) : ("running" as const);
  const next = withOpenQuestions({ ...run, ...answers, status, rev: run.rev + 1, updated_at: at }, open);
  return { run: next, asking, rests };
}

function commitOpening(ports: Ports, { task, work, token }: AskingStep, { run, asking, rests }: Opening) {
  const changed = asking.open.filter(({ id }) => !asking.unchanged.has(id));
  const write = (question: Question): CommitWrite => ({ kind: "question", question });
  return ports.ledger.commit({
    session_id: run.session_id,
    at: run.updated_at,
    mailbox: rests ? { active: { turn: null, was: run.turn }, calm: true } : {},
    events: [
      ...asking.withdrawn.map((question) => questionClosed(ports, question)),
      ...changed.map((question) => questionOpened(ports, question)),
      ...(rests ? [runAwaitsInput(ports, run)] : []),
    ],
    writes: [
      { kind: "run", run, expect_rev: run.rev - 1 },
      ...[...asking.withdrawn, ...changed].map(write),
      { kind: "task_waits", task, questions: asking.open.map(({ id }) => id) },
      { kind: "work_let_go", turn: task.turn, work: work.name, token },
    ],
  });
}

async function goOn(ports: Ports, task: Task, { asking, rests }: Opening): Promise<AskedOutcome> {
  if (asking.open.length === 0) {
    await dispatchReady(ports, [{ ...task, status: "pending" }]);
    return { kind: "again" };
  }
  if (!rests) await restIfWaiting(ports, task);
  return { kind: "asked" };
}
