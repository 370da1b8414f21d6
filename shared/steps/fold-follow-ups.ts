import { createAskModel } from "../agents/structured-answer.ts";
import type { Entry, Run } from "../contracts/records.ts";
import type { MailboxChange } from "../ports/stores.ts";
import { dispatchAnswers } from "./dispatch.ts";
import { entryText } from "./entry-text.ts";
import { closeEntries, type Fold, type Taken, takenOf } from "./fold-state.ts";
import type { Ground, Routed } from "./follow-up-ground.ts";
import { reviseRun } from "./revise-run.ts";
import { route } from "./route.ts";
import { agentOf, readDelivery, textOf, viewOf } from "./run-context.ts";
import { startRunFrom } from "./start-run-from.ts";

/** Takes follow-ups to one run: answers are handed on, changes become one revision, a new goal starts a run of its own. */
export async function foldFollowUps(
  fold: Fold,
  taken: { readonly turn: number; readonly entries: readonly Entry[] },
): Promise<Taken> {
  const { ports, mailbox } = fold;
  const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn: taken.turn });
  if (run === null) return closeEntries(fold, taken.entries, { kind: "refused", reason: "run_not_started" });
  const agent = agentOf(ports, run.agent);
  const delivery = await readDelivery(ports, run);
  const ground = {
    run,
    agent,
    ask: createAskModel(ports.model),
    view: viewOf(agent, delivery),
    shown: textOf(agent, delivery),
  };
  const routed: Routed[] = [];
  for (const entry of taken.entries) routed.push(await routeEntry(fold, ground, entry));
  const [first] = routed;
  const isFree = mailbox.active_turn === undefined;
  if (isFree && first?.verdict.route === "new_run") return startChild(fold, run, first);
  return reviseAndAnswer(fold, ground, isFree ? untilNewRun(routed) : routed);
}

async function routeEntry(fold: Fold, ground: Ground, entry: Entry): Promise<Routed> {
  const { ports, mailbox, verdicts } = fold;
  const text = await entryText(ports, mailbox.session_id, entry);
  const known = entry.verdict ?? verdicts.get(entry.event_id);
  const verdict =
    known ??
    (await route(ground.ask, {
      agent: ground.agent,
      message: text,
      run_summary: ground.run.input_text.slice(0, 500),
      latest_delivery: ground.shown,
      parts: ground.view.parts,
      is_busy: mailbox.active_turn !== undefined,
    }));
  verdicts.set(entry.event_id, verdict);
  return { entry, text, verdict };
}

/** With the session free, a new goal is taken alone, so what is before it goes first. */
function untilNewRun(routed: readonly Routed[]): readonly Routed[] {
  const newRun = routed.findIndex(({ verdict }) => verdict.route === "new_run");
  return newRun === -1 ? routed : routed.slice(0, newRun);
}

function startChild(fold: Fold, parent: Run, first: Routed): Promise<Taken> {
  const turn = fold.mailbox.turns + 1;
  return startRunFrom(fold, {
    entry: first.entry,
    agent: agentOf(fold.ports, parent.agent),
    turn,
    next_turn: turn,
    parent_turn: parent.turn,
    verdict: first.verdict,
    source_ids: [...parent.source_ids, ...(first.entry.source_ids ?? [])],
  });
}

/** What becomes of a routed entry in this fold. `held` waits until the run that goes on has delivered. */
function fateOf({ verdict }: Routed, run: Run, isBusy: boolean): "answer" | "held" | "change" {
  if (verdict.route === "direct_answer" && run.delivery_id !== undefined) return "answer";
  return isBusy && verdict.route !== "revise_run" ? "held" : "change";
}

async function reviseAndAnswer(fold: Fold, ground: Ground, routed: readonly Routed[]): Promise<Taken> {
  const { run } = ground;
  const isBusy = fold.mailbox.active_turn !== undefined;
  const withFate = (fate: ReturnType<typeof fateOf>) => routed.filter((one) => fateOf(one, run, isBusy) === fate);
  const answers = withFate("answer");
  const changes = withFate("change");
  const keep: NonNullable<MailboxChange["keep"]> = [
    ...answers.map(({ entry, verdict }) => ({ entry, verdict, state: "answering" as const })),
    ...withFate("held").map(({ entry, verdict }) => ({ entry, verdict, state: "waiting" as const })),
  ];
  const taken = changes.length === 0 ? await keepOnly(fold, keep) : await reviseRun(fold, ground, changes, keep);
  if (taken === "committed") {
    await dispatchAnswers(
      fold.ports,
      run.session_id,
      answers.map(({ entry }) => entry.event_id),
      has_attachment: (entry.source_ids ?? []).length > 0,
      has_wakes: mailbox.pending_wakes > 0,
    );
  }
  return taken;
}

async function keepOnly({ ports, token, mailbox }: Fold, keep: NonNullable<MailboxChange["keep"]>): Promise<Taken> {
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: { keep, lock_token: token },
    events: [],
    writes: [],
  });
  return takenOf(outcome);
}
