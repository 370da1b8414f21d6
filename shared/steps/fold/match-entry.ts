import { checkAnswer } from "../../agents/asked.ts";
import { FORM } from "../../agents/form-cell.ts";
import { mayBeStored, storable } from "../../contracts/bounded-json.ts";
import { limits } from "../../contracts/limits.ts";
import type { Question } from "../../contracts/question.ts";
import type { Entry, Run, Verdict } from "../../contracts/records.ts";
import { canonicalJson } from "../../domain/digest.ts";
import { type Fits, type Match, matchNamed, matchText } from "../../domain/questions/match-answers.ts";
import { otherOption } from "../../domain/questions/other-option.ts";
import { hasAnswer, wordsSaid } from "../../domain/questions/questions.ts";
import { isCounterQuestion, isKnownWish, type RoutedMessage, routeByRules } from "../../domain/routing/route-rules.ts";
import { meansAnother, wantsBack } from "../../domain/routing/take-back.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Ground } from "./follow-up-ground.ts";

/** Why a run failed that waited for an answer in vain. */
export const QUESTION_EXPIRED = "question_expired";

/** What a run asked, as far as these entries can be about it: nothing is read for a run that never asked. */
export async function readAsked(
  ports: Pick<Ports, "reader">,
  run: Run,
  entries: readonly Entry[],
): Promise<readonly Question[]> {
  const isAsked = run.open_questions !== undefined || run.answers !== undefined || hasRunOut(run);
  if (!(isAsked || entries.some(({ answers }) => answers !== undefined))) return [];
  return ports.reader.questions(run.session_id, run.turn);
}

const hasRunOut = (run: Run): boolean => run.failure?.code === QUESTION_EXPIRED;

/** True for a person's message that was not found to be something else before. Nothing else can answer a question. */
export const mayAnswer = ({ kind, origin, verdict }: Entry): boolean =>
  kind === "follow_up" && origin.type === "person" && (verdict === undefined || verdict.route === "resume_need_input");

/** Checks a value against a question, and whether it can be stored: its size, and what its schema may leave open. */
export const fits: Fits = (schema, value) => {
  if (Buffer.byteLength(JSON.stringify(value), "utf8") > limits.answerBytes) {
    return {
      ok: false,
      why: `an answer is at most ${limits.answerBytes} bytes; send longer material as an attachment`,
    };
  }
  return mayBeStored(value) ? checkAnswer(schema, value) : { ok: false, why: `an answer must have ${storable}` };
};

/** What an entry answers: of what is open; behind that of what is over; or again what it answered a moment ago. */
export function matchEntry(ground: Ground, entry: Entry, text: string): Match {
  const { questions, run } = ground;
  if (entry.answers !== undefined) return matchNamed(entry.answers, questions, fits);
  // What was said before a question was visible was not said in answer to it.
  const seen = questions.filter(({ asked_seq }) => asked_seq < entry.seq);
  if (meansAnother(text) !== null) {
    const other = otherOption(seen, (question) => isLatest(question, run));
    if (other !== null) return other;
  }
  const takesAnyWords = isPlainStatement(ground, text);
  const open = seen.filter(({ status }) => status === "open");
  if (open.length > 0) return matchText(text, open, { fits, takesAnyWords });
  const again = saidAgain(seen, entry, text);
  if (again !== null) return again;
  const over = seen.filter(({ status }) => status === "expired");
  const unanswered = over.filter((question) => !hasAnswer(question));
  return hasRunOut(run) && unanswered.length > 0
    ? matchText(text, unanswered, { fits, takesAnyWords })
    : matchText(text, over.filter(hasAnswer), { fits, takesAnyWords: false });
}

/** No other version came after its answer; an answer to a form makes one itself. */
const isLatest = ({ dag_version, step_id }: Question, run: Run): boolean =>
  dag_version === run.dag_version || (step_id === FORM && dag_version + 1 === run.dag_version);

/** The same words shortly after they were taken: a second click. */
function saidAgain(questions: readonly Question[], { received_at }: Entry, text: string): Match | null {
  const said = wordsSaid(text);
  const given = questions.filter(hasAnswer).flatMap((question) => {
    const isRecent = received_at - (question.closed_at ?? 0) <= limits.repeatedAnswerMs;
    return isRecent && question.said === said ? [{ question, value: question.answer }] : [];
  });
  return given.length === 0 ? null : { kind: "answers", given, refused: [], unknown: [] };
}

/** True when a question has this very answer. */
export const isSameAnswer = (question: Question, value: Question["answer"]): boolean =>
  hasAnswer(question) && canonicalJson(question.answer) === canonicalJson(value);

/** Open questions that a message which no rule can read may answer; none when it is clearly about something else. */
export function mayBeAnswered(ground: Ground, entry: Entry, text: string): readonly Question[] {
  if (entry.answers !== undefined || !isPlainStatement(ground, text)) return [];
  return ground.questions.filter(({ status, asked_seq }) => status === "open" && asked_seq < entry.seq);
}

/** No question, nothing that rules know to be a wish or a question about the result: it may be an answer in any words. */
function isPlainStatement(ground: Ground, text: string): boolean {
  if (/[?？]\s*$/.test(text) || isCounterQuestion(text) || wantsBack(text)) return false;
  return !isWish(ground, text);
}

/** True for a message that the rules know to ask for something, also where they leave it to the model what that is. */
export const isWish = (ground: Ground, message: string): boolean => isKnownWish(routedOf(ground, message));

/** Where the rules alone would send a message, whatever is open. */
export function ruledRoute(ground: Ground, message: string): Verdict | null {
  return routeByRules(routedOf(ground, message));
}

function routedOf({ agent, shown, view, is_busy }: Ground, message: string): RoutedMessage {
  const has_delivery = shown !== "";
  return { message, agent_kind: agent.kind, has_delivery, parts: view.parts, open_questions: [], is_busy };
}
