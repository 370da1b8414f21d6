import type { Run } from "../../contracts/records.ts";
import { pleaseNameIt } from "../../domain/questions/question-words.ts";
import { howToStop, nothingFits } from "../../domain/routing/unmet-words.ts";
import { type Language, languageOf } from "../../domain/text/language.ts";
import type { MailboxChange } from "../../ports/stores.ts";
import { said } from "../questions/question-events.ts";
import type { Unclear } from "../versions/follow-up-policy.ts";
import { type Fold, heldBy, type Taken, takenOf } from "./fold-state.ts";
import type { Ground, Routed } from "./follow-up-ground.ts";

/** Messages that change nothing, all for the same reason. `stop`: they only ask to stop. */
type Unmet = { readonly changes: readonly Routed[]; readonly why: Unclear["why"] | "stop" };

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

const reasons: Readonly<Record<Unmet["why"], string>> = {
  correction: "unclear_correction",
  no_operation: "no_operation",
  stop: "asks_to_stop",
};

function wordsFor(why: Unmet["why"], { suggestions = [] }: Run, language: Language): string {
  switch (why) {
    case "correction":
      return pleaseNameIt(language);
    case "stop":
      return howToStop(language);
    case "no_operation": {
      const can = suggestions.filter(({ route, withdrawn_by }) => route === "revise_run" && withdrawn_by === undefined);
      return nothingFits(
        can.map(({ text }) => text),
        language,
      );
    }
  }
}
