import type { EventId, QuestionId } from "../../contracts/ids.ts";
import type { Json, JsonObject } from "../../contracts/json.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Asked, Question, StepAnswers } from "../../contracts/question.ts";
import type { Run } from "../../contracts/records.ts";
import { derivedUlid, fingerprint } from "../digest.ts";
import { plainWords } from "./answer-words.ts";

/** True when it was answered, or went on with its default. */
export const hasAnswer = (question: Question): question is Question & { readonly answer: Json } =>
  question.answer !== undefined;

/** The step that asks, in which version, and the name of its work without answers. */
export type Asker = Pick<Task, "session_id" | "turn" | "dag_version" | "step_id"> & { readonly work: string };

/**
 * The id of what a step asks. The same question of the same step has the same id however often the step is run and
 * whatever version it is in; one that is asked each time has it only for the same work.
 */
export function questionIdOf({ session_id, turn, step_id, work }: Asker, asked: Asked): QuestionId {
  const said = fingerprint({ text: asked.text, schema: asked.schema, work: asked.each_time === true ? work : null });
  return `q_${derivedUlid(`${session_id}/${turn}/${step_id}/${asked.name}/${said}`)}`;
}

/** What becomes of what a step asks. */
export type Asking = {
  /** All questions that are open now, each as it is from now on; those in `unchanged` are so already. */
  readonly open: readonly Question[];
  readonly unchanged: ReadonlySet<QuestionId>;
  /** Open until now, and not asked any more. */
  readonly withdrawn: readonly Question[];
  /** What the step is given the next time: what it had, and answers from before that fit what it asks now. */
  readonly answers: StepAnswers | undefined;
};

/**
 * Looks back before anything is asked: an answer that is there already is used (a question asked again after a new
 * version of the plan or of the cell), a question that is open stays as it is, and one that was withdrawn or ran out is
 * opened again. A question whose answer the step was given and that it asks all the same is opened again, too.
 */
export function ask(
  asker: Asker,
  asked: readonly Asked[],
  known: { readonly questions: readonly Question[]; readonly answers: StepAnswers | undefined },
  now: number,
): Asking {
  const given = known.answers?.work === asker.work ? known.answers.values : {};
  const values: Record<string, Json> = {};
  const open: Question[] = [];
  const unchanged = new Set<QuestionId>();
  for (const one of asked) {
    const id = questionIdOf(asker, one);
    const before = known.questions.find((question) => question.id === id);
    if (before !== undefined && hasAnswer(before) && !Object.hasOwn(given, one.name)) {
      values[one.name] = before.answer;
      continue;
    }
    const question = before?.status === "open" ? { ...before, work: asker.work } : opened(asker, one, now);
    if (before?.status === "open" && before.work === asker.work) unchanged.add(id);
    open.push({ ...question, dag_version: asker.dag_version });
  }
  const ids = new Set(open.map(({ id }) => id));
  const ofStep = known.questions.filter(({ step_id, status }) => step_id === asker.step_id && status === "open");
  const all = { ...given, ...values };
  return {
    open,
    unchanged,
    withdrawn: ofStep.filter(({ id }) => !ids.has(id)).map((question) => withdrawn(question, now)),
    answers: Object.keys(all).length === 0 ? undefined : { work: asker.work, values: all },
  };
}

function opened(asker: Asker, asked: Asked, now: number): Question {
  const { session_id, turn, dag_version, step_id, work } = asker;
  const { expires_in_ms: time } = asked;
  return {
    ...asked,
    id: questionIdOf(asker, asked),
    session_id,
    turn,
    dag_version,
    step_id,
    work,
    // Numbered with the commit that opens it.
    asked_seq: 0,
    asked_at: now,
    ...(time === undefined ? {} : { expires_at: now + time }),
    status: "open",
  };
}

/** A question as it is when nobody needs its answer any more. */
export const withdrawn = (question: Question, at: number): Question => ({
  ...question,
  status: "withdrawn",
  closed_at: at,
});

/** A digest of what was said, by its words alone. */
export const wordsSaid = (text: string): string => fingerprint(plainWords(text).join(" "), 16);

/** A question with what was answered to it. */
export type Given = { readonly question: Question; readonly value: Json };

/**
 * Puts answers into the questions and into what the run's steps are given. `entry` is what they come from, with its
 * text; null for defaults of questions whose time is over.
 */
export function fill(
  run: Pick<Run, "answers">,
  given: readonly Given[],
  by: { readonly entry: { readonly event_id: EventId; readonly text: string } | null; readonly at: number },
): { readonly questions: readonly Question[]; readonly answers: NonNullable<Run["answers"]> } {
  const answers: Record<string, StepAnswers> = { ...run.answers };
  const questions = given.map(({ question, value }): Question => {
    const before = answers[question.step_id];
    const isThere = before !== undefined && Object.hasOwn(before.values, question.name);
    const work = isThere ? before.work : question.work;
    const values: JsonObject = before?.work === work ? before.values : {};
    answers[question.step_id] = { work, values: { ...values, [question.name]: value } };
    const { entry } = by;
    if (entry === null) return { ...question, status: "expired", answer: value, closed_at: by.at };
    const { event_id, text } = entry;
    return {
      ...question,
      status: "answered",
      answer: value,
      answered_by: event_id,
      said: wordsSaid(text),
      closed_at: by.at,
    };
  });
  return { questions, answers };
}

/** The run with these questions open. */
export function withOpenQuestions(run: Run, ids: readonly QuestionId[]): Run {
  const { open_questions: _before, ...rest } = run;
  return ids.length === 0 ? rest : { ...rest, open_questions: ids };
}
