import type { Entry } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Ground } from "../fold/follow-up-ground.ts";
import { mayAnswer } from "../fold/match-entry.ts";
import { entryText } from "../mailbox/entry-text.ts";

/** An id of a question, wherever it stands. */
const questionId = /\bq_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;

/**
 * The turn of the other run whose question an entry names by its id, by name or in its words; null when it names none, or
 * one of the run it was sent to. An id says what is meant, whichever run of the session the answer was sent to.
 */
export async function turnAsked(
  ports: Pick<Ports, "reader" | "mailboxes">,
  { run, questions }: Ground,
  entry: Entry,
): Promise<number | null> {
  if (!mayAnswer(entry)) return null;
  const text = await entryText(ports, run.session_id, entry);
  const named = [...Object.keys(entry.answers ?? {}), text].flatMap((one) => one.match(questionId) ?? []);
  const isHere = questions.some(({ id }) => named.includes(id));
  if (named.length === 0 || isHere) return null;
  const all = await ports.reader.questionsOfSession(run.session_id);
  return all.find(({ id }) => named.includes(id))?.turn ?? null;
}
