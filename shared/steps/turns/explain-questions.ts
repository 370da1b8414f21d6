import { EXPLAIN_RULES } from "../../agents/prompts.ts";
import type { Question } from "../../contracts/question.ts";
import type { Run } from "../../contracts/records.ts";
import { explainQuestion } from "../../domain/questions/question-words.ts";
import { languageOf } from "../../domain/text/language.ts";
import { isFault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import { type ConversationTurn, conversationTurn, type TurnAnswer } from "./conversation-turn.ts";

/** What a run waits for an answer to. */
export async function openQuestionsOf(ports: Pick<Ports, "reader">, run: Run): Promise<readonly Question[]> {
  if (run.open_questions === undefined) return [];
  const questions = await ports.reader.questions(run.session_id, run.turn);
  return questions.filter(({ status }) => status === "open");
}

/**
 * Explains open questions to a person who asks back. They stay open whatever is said. Where the model has nothing to say
 * or cannot be had, the questions speak for themselves; doing the work again would explain nothing.
 */
export async function explainQuestions(ports: Ports, turn: ConversationTurn): Promise<TurnAnswer> {
  try {
    const answer = await conversationTurn(ports, { ...turn, rules: [...turn.rules, EXPLAIN_RULES] });
    return answer.supported ? answer : byThemselves(turn);
  } catch (error) {
    if (!isFault(error) || turn.signal.aborted) throw error;
    return byThemselves(turn);
  }
}

function byThemselves({ open_questions = [], message, run }: ConversationTurn): TurnAnswer {
  const language = languageOf(message, ...open_questions.map(({ text }) => text), run.input_text);
  return {
    text: open_questions.map((question) => explainQuestion(question, language)).join("\n\n"),
    rests_on: [],
    supported: true,
  };
}
