import type { Run } from "../../contracts/records.ts";
import { pleaseNameIt } from "../../domain/questions/question-words.ts";
import { addedUnread, howToStop, nothingFits, nothingFitsBeside, onlyStops } from "../../domain/routing/unmet-words.ts";
import { type Language, languageOf } from "../../domain/text/language.ts";
import type { MailboxChange, NewEvent } from "../../ports/stores.ts";
import { said } from "../questions/question-events.ts";
import type { Unclear } from "../versions/follow-up-policy.ts";
import { type Fold, heldBy, type Taken, takenOf } from "./fold-state.ts";
import type { Ground, Routed } from "./follow-up-ground.ts";

/** Messages that change nothing, all for the same reason. `stop`: they only ask to stop. */
type Unmet = { readonly changes: readonly Routed[]; readonly why: "correction" | "no_operation" | "stop" };

/** Ends messages that change nothing, and says to the person why and what to say or do instead. */
export async function tellUnmet(
  fold: Fold,
  { run }: Ground,
  { changes, why }: Unmet,
  keep: NonNullable<MailboxChange["keep"]>,
): Promise<Taken> {
  const { ports, mailbox } = fold;
  // What was read beside them was read as if they were to be made.
  fold.verdicts.clear();
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: {
      close: changes.map(({ entry, verdict }) => ({
        entry,
        verdict,
        disposition: { kind: "refused" as const, reason: reasons[why] },
      })),
      keep,
      ...heldBy(fold),
    },
    events: changes.map(({ entry, text }) =>
      said(ports, entry.turn, entry.event_id, wordsFor(why, run, languageOf(text, run.input_text))),
    ),
    writes: [],
  });
  return takenOf(outcome);
}

/** What is said with a version of messages that it does not hold as they were meant, or perhaps not. */
export function toldWithVersion(
  { ports }: Fold,
  { run }: Ground,
  taken: readonly Routed[],
  unclear: readonly Unclear[] = [],
): readonly NewEvent[] {
  return unclear.flatMap(({ index, why, in_version }) => {
    const message = taken[index];
    if (message === undefined || in_version !== true) return [];
    const { entry, text } = message;
    return [said(ports, entry.turn, entry.event_id, wordsBeside(why, run, languageOf(text, run.input_text)))];
  });
}

function wordsBeside(why: Unclear["why"], run: Run, language: Language): string {
  switch (why) {
    case "correction":
      return pleaseNameIt(language);
    case "unread":
      return addedUnread(language);
    case "stop":
      return howToStop(language);
    case "no_operation":
      return nothingFitsBeside(canBeDone(run), language);
  }
}

const reasons: Readonly<Record<Unmet["why"], string>> = {
  correction: "unclear_correction",
  no_operation: "no_operation",
  stop: "asks_to_stop",
};

function wordsFor(why: Unmet["why"], run: Run, language: Language): string {
  switch (why) {
    case "correction":
      return pleaseNameIt(language);
    case "stop":
      return onlyStops(language);
    case "no_operation":
      return nothingFits(canBeDone(run), language);
  }
}

/** What is suggested and would change something. */
const canBeDone = ({ suggestions = [] }: Run): readonly string[] =>
  suggestions
    .filter(({ route, withdrawn_by }) => route === "revise_run" && withdrawn_by === undefined)
    .map(({ text }) => text);
