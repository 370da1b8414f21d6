import type { Run } from "../../contracts/records.ts";
import { withdrawn } from "../../domain/questions/questions.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Commit } from "../../ports/stores.ts";
import { questionClosed } from "./question-events.ts";

/**
 * What takes a run's open questions back: part of the commit after which nobody needs their
 * answers, which writes the run's row too. Costs nothing for a run that asks nothing.
 */
export async function withdrawQuestions(
  ports: Pick<Ports, "reader" | "ids">,
  run: Run,
  at: number,
): Promise<Pick<Commit, "events" | "writes">> {
  if (run.open_questions === undefined) return { events: [], writes: [] };
  const questions = await ports.reader.questions(run.session_id, run.turn);
  const gone = questions.filter(({ status }) => status === "open").map((question) => withdrawn(question, at));
  return {
    events: gone.map((question) => questionClosed(ports, question)),
    writes: gone.map((question) => ({ kind: "question", question })),
  };
}
