import type { Agent } from "../../agents/define-agent.ts";
import { createAskModel } from "../../agents/structured-answer.ts";
import { limits } from "../../contracts/limits.ts";
import type { Entry, Run } from "../../contracts/records.ts";
import { restingOf } from "../../domain/mailbox/debounce.ts";
import { ENTRIES_PER_FOLD, entriesThatFit } from "../../domain/mailbox/fold-agenda.ts";
import { busyFate } from "../../domain/mailbox/on-busy.ts";
import { partLater } from "../../domain/routing/asked-later.ts";
import { isChangeBehindTurn } from "../../domain/routing/change-behind-turn.ts";
import { endedEmpty } from "../../domain/runs/ended-empty.ts";
import { liveStatuses } from "../../domain/runs/live-statuses.ts";
import type { MailboxChange } from "../../ports/stores.ts";
import { entryText } from "../mailbox/entry-text.ts";
import { takeAnswers } from "../questions/take-answers.ts";
import { dispatchAnswers } from "../runs/dispatch.ts";
import { readSubject } from "../runs/read-result.ts";
import { agentOf, textOf, viewOf } from "../runs/run-context.ts";
import { startRunFrom } from "../runs/start-run-from.ts";
import { turnAsked } from "../turns/turn-asked.ts";
import { reviseRun } from "../versions/revise-run.ts";
import { withEarlier } from "./earlier-versions.ts";
import { type Fold, heldBy, refuseEntries, type Taken, takenOf } from "./fold-state.ts";
import type { Ground, Routed } from "./follow-up-ground.ts";
import { readAsked } from "./match-entry.ts";
import { route } from "./route.ts";

/**
 * Takes follow-ups to one run: open questions look first, questions about the result are handed on, changes become one
 * revision, a new goal starts a run of its own.
 */
export async function foldFollowUps(
  fold: Fold,
  taken: { readonly turn: number; readonly entries: readonly Entry[] },
): Promise<Taken> {
  const { mailbox } = fold;
  const ground = await groundOf(fold, taken);
  if (ground === null) return refuseEntries(fold, taken.entries, { reason: "run_not_started" });
  const { run, agent } = ground;
  // An answer changes nothing that goes on, so no wish about busy runs holds it up.
  const answered =
    (await takeForAnother(fold, ground, taken.entries)) ?? (await takeAnswers(fold, ground, taken.entries));
  if (answered !== "none") return answered;
  const open = ground.questions.filter(({ status }) => status === "open").length;
  const sorted = sortOut(fold, agent, taken.entries.slice(0, entriesThatFit(open)));
  if (sorted.refuse.length > 0) return refuseEntries(fold, sorted.refuse, { reason: "run_busy" }, run.input_text);
  if (sorted.take.length === 0) return { kind: "rest", entries: sorted.rest, ...sorted.until };
  const routed = await routeEntries(fold, ground, sorted.take);
  const [first] = routed;
  const isFree = mailbox.active_turn === undefined;
  if (isFree && first?.verdict.route === "new_run") return startChild(fold, run, first);
  return reviseAndAnswer(fold, ground, untilChangeBehindTurn(isFree ? untilNewRun(routed) : routed));
}

/** What entries to a run are read against; null for a run that has not started. */
async function groundOf(
  { ports, mailbox }: Fold,
  { turn, entries }: { readonly turn: number; readonly entries: readonly Entry[] },
): Promise<Ground | null> {
  const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn });
  if (run === null) return null;
  const agent = agentOf(ports, run.agent);
  const delivery = await readSubject(ports, run);
  const texts = await Promise.all(entries.map((entry) => entryText(ports, run.session_id, entry)));
  return {
    run,
    agent,
    ask: createAskModel(ports.model),
    view: await withEarlier(ports, { agent, run, view: viewOf(agent, delivery) }, texts),
    shown: textOf(agent, delivery),
    is_busy: mailbox.active_turn !== undefined,
    questions: await readAsked(ports, run, entries),
  };
}

/** Takes the first entry that names a question of another run for that run; null when none does. */
async function takeForAnother(fold: Fold, ground: Ground, entries: readonly Entry[]): Promise<Taken | null> {
  const { ports, mailbox } = fold;
  for (const entry of entries) {
    const turn = await turnAsked(ports, ground, entry);
    if (turn === null) continue;
    // That run may go on only when no other one does.
    if (mailbox.active_turn !== undefined && mailbox.active_turn !== turn) return { kind: "rest", entries: [entry] };
    const there = await groundOf(fold, { turn, entries: [entry] });
    const taken = there === null ? "none" : await takeAnswers(fold, there, [entry]);
    if (taken !== "none") return taken;
  }
  return null;
}

/** What of some follow-ups may be taken now, what rests, and what must be refused. */
type Sorted = {
  readonly take: readonly Entry[];
  readonly refuse: readonly Entry[];
  readonly rest: readonly Entry[];
  readonly until: { readonly until?: number };
};

function sortOut({ ports, mailbox }: Fold, agent: Agent, entries: readonly Entry[]): Sorted {
  const isBusy = mailbox.active_turn !== undefined;
  const fates = entries.map((entry) => (isBusy ? busyFate(entry, { by_agent: agent.on_busy, mailbox }) : "take"));
  const waiting = entries.filter((_, index) => fates[index] === "wait");
  const open = entries.filter((_, index) => fates[index] === "take" || fates[index] === "start_over");
  const refuse = entries.filter((_, index) => fates[index] === "refuse");
  const at = { now: ports.clock.now(), room: ENTRIES_PER_FOLD };
  const burst = agent.debounce === undefined ? null : restingOf(open, agent.debounce, at);
  const rest = [...waiting, ...(burst?.entries ?? [])];
  return {
    take: open.filter((entry) => !rest.includes(entry)),
    refuse,
    rest,
    until: burst === null ? {} : { until: burst.until },
  };
}

/** Asks where each goes, in order. When asking takes long, those that are known are taken and the others come next. */
async function routeEntries(fold: Fold, ground: Ground, entries: readonly Entry[]): Promise<readonly Routed[]> {
  const { clock } = fold.ports;
  const until = clock.now() + limits.foldRoutingMs;
  const routed: Routed[] = [];
  for (const entry of entries) {
    if (routed.length > 0 && clock.now() > until) break;
    const before = routed.at(-1)?.verdict;
    // What is behind it waits until its turn is over, and may mean something else then.
    if (before !== undefined && isChangeBehindTurn(before)) break;
    const is_busy = liveStatuses.includes(ground.run.status) || before?.route === "revise_run";
    routed.push(await routeEntry(fold, { ...ground, is_busy }, entry));
  }
  return routed;
}

async function routeEntry(fold: Fold, ground: Ground, entry: Entry): Promise<Routed> {
  const { ports, mailbox, verdicts } = fold;
  const text = await entryText(ports, mailbox.session_id, entry);
  // Other words may go elsewhere.
  const words = `${entry.event_id}/${entry.edits ?? 0}`;
  const known = entry.verdict ?? verdicts.get(words);
  const verdict =
    known ??
    (await route(ground.ask, {
      agent: ground.agent,
      message: text,
      run_summary: ground.run.input_text.slice(0, 500),
      latest_delivery: ground.shown,
      parts: ground.view.parts,
      open_questions: ground.questions.filter(({ status }) => status === "open"),
      is_busy: ground.is_busy,
      has_attachment: (entry.source_ids ?? []).length > 0,
      has_wakes: mailbox.pending_wakes > 0,
    }));
  verdicts.set(words, verdict);
  const fate = busyFate(entry, { by_agent: ground.agent.on_busy, mailbox });
  // What it asks for later is no part of the change.
  const asked = verdict.route === "revise_run" ? (partLater(text)?.now ?? text) : text;
  return { entry, text: asked, verdict, starts_over: fate === "start_over" };
}

/** With the session free, a new goal is taken alone, so what is before it goes first. */
function untilNewRun(routed: readonly Routed[]): readonly Routed[] {
  const newRun = routed.findIndex(({ verdict }) => verdict.route === "new_run");
  return newRun === -1 ? routed : routed.slice(0, newRun);
}

/** What was said behind a change that waits for its turn waits with it, so that the last words count last. */
function untilChangeBehindTurn(routed: readonly Routed[]): readonly Routed[] {
  const change = routed.findIndex(({ verdict }) => isChangeBehindTurn(verdict));
  return change === -1 ? routed : routed.slice(0, change + 1);
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

/**
 * What becomes of a routed entry in this fold. `held` waits until the run that goes on has delivered. A question can be
 * answered when there is a result that it may be about, or something is asked that it may be about. When the run ended
 * without either it is answered, too: thanks and questions never bring a run back. What is only to be scheduled needs no
 * result.
 */
function fateOf({ verdict }: Routed, run: Run, isBusy: boolean): "answer" | "held" | "change" {
  const hasGround = run.delivery_id !== undefined || run.open_questions !== undefined || endedEmpty(run);
  if (verdict.route === "direct_answer" && (hasGround || isChangeBehindTurn(verdict))) return "answer";
  return isBusy && verdict.route !== "revise_run" ? "held" : "change";
}

async function reviseAndAnswer(fold: Fold, ground: Ground, routed: readonly Routed[]): Promise<Taken> {
  const { run, is_busy: isBusy } = ground;
  const withFate = (fate: ReturnType<typeof fateOf>) => routed.filter((one) => fateOf(one, run, isBusy) === fate);
  const changes = withFate("change");
  // What sets a run that ended empty going again will make the result that a question beside it is about.
  const isRevived = endedEmpty(run) && changes.length > 0;
  const needsResult = ({ verdict }: Routed) => isRevived && !isChangeBehindTurn(verdict);
  const answers = withFate("answer").filter((one) => !needsResult(one));
  const held = [...withFate("answer").filter(needsResult), ...withFate("held")];
  const keep: NonNullable<MailboxChange["keep"]> = [
    ...answers.map(({ entry, verdict }) => ({ entry, verdict, state: "answering" as const })),
    ...held.map(({ entry, verdict }) => ({ entry, verdict, state: "waiting" as const })),
  ];
  const taken = changes.length === 0 ? await keepOnly(fold, keep) : await reviseRun(fold, ground, changes, keep);
  if (taken === "committed") {
    await dispatchAnswers(
      fold.ports,
      run.session_id,
      answers.map(({ entry }) => entry.event_id),
    );
  }
  return taken;
}

async function keepOnly(fold: Fold, keep: NonNullable<MailboxChange["keep"]>): Promise<Taken> {
  const { ports, mailbox } = fold;
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: { keep, ...heldBy(fold) },
    events: [],
    writes: [],
  });
  return takenOf(outcome);
}
