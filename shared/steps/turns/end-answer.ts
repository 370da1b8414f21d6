import type { Entry, Run, Verdict } from "../../contracts/records.ts";
import { type Failure, failureWords } from "../../domain/failures/failure-words.ts";
import { upgraded } from "../../domain/routing/upgraded.ts";
import { languageOf } from "../../domain/text/language.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome } from "../../ports/stores.ts";
import { said } from "../questions/question-events.ts";

/** How a turn that answers an entry ended without an answer. */
type Ended = { readonly kind: "upgraded" | "refused" | "stale" };

/**
 * The entry waits again, as a change: it is never answered a second time, and no other words can be put into it.
 * `promised`: what is said to the person of what comes later; nothing when empty.
 */
export async function upgrade(
  ports: Ports,
  entry: Entry,
  run: Run,
  { is_stale, promised }: { readonly is_stale: boolean; readonly promised: string },
): Promise<Ended> {
  const { verdict: before } = entry;
  const verdict: Verdict =
    before?.with_change === true
      ? { ...before, route: "revise_run" }
      : upgraded(is_stale ? "stale" : "missing", before?.by ?? "rules");
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at: ports.clock.now(),
    mailbox: { keep: [{ entry, verdict, state: "waiting" }], stir: true },
    events: promised === "" ? [] : [said(ports, run.turn, entry.event_id, promised)],
    writes: [],
  });
  if (outcome.kind === "lost") return { kind: "stale" };
  await ports.queues.nudge([{ session_id: run.session_id }]);
  return { kind: "upgraded" };
}

/** No turn can be had for it. A change that it asks for is made all the same, and the person is told of the rest. */
export function giveUp(ports: Ports, entry: Entry, run: Run, why: Failure): Promise<Ended> {
  if (entry.verdict?.with_change !== true) return refuse(ports, entry, run, { why, promised: "" });
  return upgrade(ports, entry, run, {
    is_stale: false,
    promised: failureWords("later", why, languageOf(entry.text, run.input_text)),
  });
}

/**
 * It could not be answered: said to the person, and closed with the reason. `promised`: what is said before that of what
 * comes later; nothing when empty.
 */
export async function refuse(
  ports: Ports,
  entry: Entry,
  run: Run,
  { why, promised }: { readonly why: Failure; readonly promised: string },
): Promise<Ended> {
  const words = failureWords("answer", why, languageOf(entry.text, run.input_text));
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at: ports.clock.now(),
    mailbox: {
      close: [{ entry, verdict: entry.verdict ?? null, disposition: { kind: "refused", ...why } }],
      stir: true,
    },
    events: [promised, words].filter((text) => text !== "").map((text) => said(ports, run.turn, entry.event_id, text)),
    writes: [],
  });
  await letGoOn(ports, outcome, run.session_id);
  return { kind: outcome.kind === "done" ? "refused" : "stale" };
}

/** A wake waits until nothing is being answered. */
export async function letGoOn(ports: Ports, outcome: CommitOutcome, session_id: Run["session_id"]): Promise<void> {
  const isAlone = outcome.kind === "lost" || outcome.mailbox.entries.length <= 1;
  if (!isAlone) await ports.queues.nudge([{ session_id }]);
}
