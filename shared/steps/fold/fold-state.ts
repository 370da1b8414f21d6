import type { EventId } from "../../contracts/ids.ts";
import type { Disposition, Entry, Mailbox, Millis, Verdict } from "../../contracts/records.ts";
import { type Failure, failureWords } from "../../domain/failures/failure-words.ts";
import { languageOf } from "../../domain/text/language.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome, Held, NewEvent } from "../../ports/stores.ts";

/** One fold at work: whose mailbox, as it was read last, and under which token. */
export type Fold = {
  readonly ports: Ports;
  readonly token: string;
  /** Aborts when the lock was taken over. */
  readonly signal: AbortSignal;
  /** Verdicts by entry and edit, kept over a lost commit so that a model is not asked twice. */
  readonly verdicts: Map<string, Verdict>;
  readonly mailbox: Mailbox;
  /** When that was. */
  readonly read_at: Millis;
  /** Entries that are left alone until the mailbox has changed, and when the first of them is to be looked at again. */
  readonly resting: { readonly entries: ReadonlySet<EventId>; readonly until: Millis | null };
};

/** What every commit of a fold brings along. */
export const heldBy = ({ token, mailbox, read_at }: Fold): Held => ({ lock_token: token, seen: { mailbox, read_at } });

/**
 * How one attempt to take something ended. `let_go`: committed, and with it the lock was let go, because nothing else waits.
 * `again`: something had changed meanwhile; nothing was written. `rest`: these entries are left alone until the mailbox
 * changes, or until a time.
 */
export type Taken = "committed" | "let_go" | "again" | "lock_lost" | Rest;

/** Entries that wait for something; without `until`, for the end of the run that goes on. */
export type Rest = { readonly kind: "rest"; readonly entries: readonly Entry[]; readonly until?: Millis };

/** What a commit under the lock means for the fold: done, look again, or stop because somebody else holds the lock now. */
export function takenOf(outcome: CommitOutcome): Taken {
  if (outcome.kind === "done") return outcome.let_go ? "let_go" : "committed";
  return outcome.lost.includes("lock") || outcome.lost.includes("session") ? "lock_lost" : "again";
}

/** Ends entries without doing anything for them. */
export async function closeEntries(fold: Fold, entries: readonly Entry[], disposition: Disposition): Promise<Taken> {
  const { ports, mailbox } = fold;
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: {
      close: entries.map((entry) => ({ entry, verdict: entry.verdict ?? null, disposition })),
      ...heldBy(fold),
    },
    events: [],
    writes: [],
  });
  return takenOf(outcome);
}

/**
 * Ends entries that cannot be taken, and says to whoever sent them why, and what they can do. `before`: what was said
 * before, for the language of those whose words do not show it.
 */
export async function refuseEntries(
  fold: Fold,
  entries: readonly Entry[],
  refusal: Failure,
  before = "",
): Promise<Taken> {
  const { ports, mailbox } = fold;
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: {
      close: entries.map((entry) => ({
        entry,
        verdict: entry.verdict ?? null,
        disposition: { kind: "refused" as const, ...refusal },
      })),
      ...heldBy(fold),
    },
    events: entries.flatMap((entry) => refusalEvents(ports, { entry, before }, refusal)),
    writes: [],
  });
  return takenOf(outcome);
}

function refusalEvents(
  { ids }: Pick<Ports, "ids">,
  { entry, before }: { readonly entry: Entry; readonly before: string },
  why: Failure,
): readonly NewEvent[] {
  const said = { id: `evt_${ids.ulid()}` as const, turn: entry.turn };
  const words = failureWords(entry.kind, why, languageOf(entry.text, before));
  switch (entry.kind) {
    case "follow_up":
      return [{ ...said, type: "message", payload: { role: "assistant", answers: entry.event_id, text: words } }];
    case "start_run":
      return [
        { ...said, type: "run_failed", payload: { dag_version: 0, failure: { code: why.reason, message: words } } },
      ];
    case "wake":
      return [];
  }
}
