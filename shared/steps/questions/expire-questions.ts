import type { Question } from "../../contracts/question.ts";
import type { Mailbox, Run } from "../../contracts/records.ts";
import { answeredTooLate } from "../../domain/questions/question-words.ts";
import { fill, type Given, withOpenQuestions } from "../../domain/questions/questions.ts";
import { languageOf } from "../../domain/text/language.ts";
import { isFault } from "../../errors/fault.ts";
import { type Fold, heldBy, type Taken, takenOf } from "../fold/fold-state.ts";
import { mayAnswer, QUESTION_EXPIRED } from "../fold/match-entry.ts";
import { mayStart } from "../runs/rest-run.ts";
import { fillQuestions } from "./fill-questions.ts";
import { questionClosed } from "./question-events.ts";

/**
 * Ends the questions of a run whose time is over: each goes on with its default, and where one has none the run fails
 * visibly; an answer sets it going again. What waits in the mailbox goes first, since it may be the answer. Whatever
 * cannot be done now is found again by the sweeper.
 */
export async function expireQuestions(fold: Fold, turn: number): Promise<Taken | "nothing"> {
  const { ports, mailbox } = fold;
  const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn });
  if (run?.open_questions === undefined || hasMail(mailbox, turn)) return "nothing";
  const questions = await ports.reader.questions(run.session_id, turn);
  const now = ports.clock.now();
  const due = questions.filter(({ status, expires_at: until }) => status === "open" && (until ?? now + 1) <= now);
  if (due.length === 0) return "nothing";
  // Nobody reads what an archived session would go on with.
  const given = mailbox.status === "archived" ? [] : due.flatMap(withDefault);
  if (given.length < due.length) return failOnExpiry(fold, run, { due, given });
  const isElsewhere = mailbox.active_turn !== undefined && mailbox.active_turn !== turn;
  if (isElsewhere) return "nothing";
  try {
    return await fillQuestions(fold, { run, questions, given, by: null, change: {}, events: [] });
  } catch (error) {
    if (!isFault(error) || error.remedy === "retry") throw error;
    return failOnExpiry(fold, run, { due, given: [] });
  }
}

const withDefault = (question: Question): readonly Given[] =>
  question.default === undefined ? [] : [{ question, value: question.default }];

const hasMail = (mailbox: Mailbox, turn: number): boolean =>
  mailbox.entries.some((entry) => entry.turn === turn && mayAnswer(entry));

type Due = { readonly due: readonly Question[]; readonly given: readonly Given[] };

async function failOnExpiry(fold: Fold, run: Run, { due, given }: Due): Promise<Taken> {
  const { ports } = fold;
  const at = ports.clock.now();
  const filled = fill(run, given, { entry: null, at });
  const missed = due.filter(({ id }) => !filled.questions.some((question) => question.id === id));
  const ended: readonly Question[] = [
    ...filled.questions,
    ...missed.map((question): Question => ({ ...question, status: "expired", closed_at: at })),
  ];
  const ids = ended.map(({ id }) => id);
  const failure = {
    code: QUESTION_EXPIRED,
    message: answeredTooLate(missed, languageOf(run.input_text, ...missed.map(({ text }) => text))),
  };
  const open = (run.open_questions ?? []).filter((id) => !ids.includes(id));
  const next: Run = {
    ...withOpenQuestions(run, open),
    ...(given.length === 0 ? {} : { answers: filled.answers }),
    status: "failed",
    failure,
    rev: run.rev + 1,
    updated_at: at,
  };
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: { ...(mayStart(run) ? { active: { turn: null, was: run.turn } } : {}), ...heldBy(fold) },
    events: [
      ...ended.map((question) => questionClosed(ports, question)),
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: run.turn,
        type: "run_failed",
        payload: { dag_version: run.dag_version, failure },
      },
    ],
    writes: [
      { kind: "run", run: next, expect_rev: run.rev },
      ...ended.map((question) => ({ kind: "question" as const, question })),
    ],
  });
  return takenOf(outcome);
}
