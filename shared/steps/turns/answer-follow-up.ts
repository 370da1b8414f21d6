import { PROMISE_RULES } from "../../agents/prompts.ts";
import { runIdOf } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Artifact, Entry, Run, Session } from "../../contracts/records.ts";
import { whyFailed } from "../../domain/failures/failure-words.ts";
import { asksLater } from "../../domain/routing/asked-later.ts";
import { type Freshness, freshnessOf, isStale } from "../../domain/routing/freshness.ts";
import { isCounterQuestion, needsNoFacts } from "../../domain/routing/route-rules.ts";
import { endedEmpty } from "../../domain/runs/ended-empty.ts";
import { outageWait } from "../../domain/runs/outage-wait.ts";
import { artifactIdOf } from "../../domain/runs/plan-tasks.ts";
import { isFault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { TaskMessage } from "../../ports/queues.ts";
import { entryText } from "../mailbox/entry-text.ts";
import { said } from "../questions/question-events.ts";
import { readSubject } from "../runs/read-result.ts";
import { agentOf, readSources } from "../runs/run-context.ts";
import { untilAborted } from "../tasks/bounded-model.ts";
import { type Claimed, underClaim } from "../tasks/claimed-work.ts";
import { isTakenOver } from "../tasks/lease.ts";
import { withinTime } from "../tasks/within-time.ts";
import { ruleWrites } from "../versions/recall-memory.ts";
import { type ConversationTurn, conversationTurn, messageBlock, type TurnAnswer } from "./conversation-turn.ts";
import { giveUp, letGoOn, refuse, upgrade } from "./end-answer.ts";
import { explainQuestions, openQuestionsOf } from "./explain-questions.ts";

/**
 * What an answer message led to. `upgraded`: the artifacts did not hold it, so the work is done again with that question, or
 * it asks for a change besides, which is made now; of a run that ended with nothing delivered no work is done again for a
 * question, and it is `refused`.
 * `waiting`: the model does not answer; it is tried again in a while.
 */
export type AnswerOutcome = { readonly kind: "answered" | "upgraded" | "refused" | "stale" | "busy" | "waiting" };

type AnswerMessage = Extract<TaskMessage, { kind: "answer" }>;

/**
 * Answers a follow-up from what was delivered. The entry stays in the mailbox until the answer is written, and leaves it in
 * the same transaction, so it can neither be lost nor answered twice.
 */
export async function answerFollowUp(ports: Ports, message: AnswerMessage): Promise<AnswerOutcome> {
  const mailbox = await ports.mailboxes.read(message.session_id);
  const entry = mailbox?.entries.find((candidate) => candidate.event_id === message.event_id);
  if (mailbox === null || entry === undefined || entry.state !== "answering") return { kind: "stale" };
  const run = await ports.runs.readRun({ session_id: message.session_id, turn: entry.turn });
  if (run === null) return { kind: "stale" };
  // Named by its number: the id derives from the client's key, which may be used again when it is forgotten.
  const work = { session_id: run.session_id, turn: run.turn, work: `ANSWER#${entry.seq}` };
  const token = ports.ids.token();
  const claim = await ports.runs.claimWork(work, token, ports.clock.now());
  switch (claim.kind) {
    case "busy": {
      const seconds = Math.max(1, Math.ceil((claim.until - ports.clock.now()) / 1000));
      await ports.queues.work([message], Math.min(limits.queueDelayMaxSeconds, seconds));
      return { kind: "busy" };
    }
    case "claimed":
      // A worker that dies of an answer tells nobody: that it was claimed again and again does.
      if ((claim.attempts ?? 0) > limits.taskClaims) return giveUp(ports, entry, run, { reason: "worker_died" });
      return answerUnder(ports, mailbox.owner, { ...work, token }, { entry, run });
    case "done":
    case "stale":
      return { kind: "stale" };
  }
}

async function answerUnder(
  ports: Ports,
  owner: string,
  claimed: Claimed,
  { entry, run }: Omit<Asked, "signal">,
): Promise<AnswerOutcome> {
  try {
    const answer = await underClaim(ports, claimed, (held) =>
      withinTime(ports.clock, { held, turn: run.turn }, (signal) =>
        think({ ...ports, model: untilAborted(ports.model, signal) }, owner, { entry, run, signal }),
      ),
    );
    const { work, token } = claimed;
    if (answer.supported) return await record(ports, entry, run, { ...answer, work, token });
    // It may go on again meanwhile, and a woken run is about what another one delivered.
    const now = (await ports.runs.readRun(run)) ?? run;
    const isChange = now.wake !== undefined || entry.verdict?.with_change === true;
    return await (endedEmpty(now) && !isChange
      ? refuse(ports, entry, run, { why: { reason: "nothing_delivered" }, promised: answer.promised })
      : upgrade(ports, entry, run, answer));
  } catch (error) {
    return afterFailure(ports, claimed, { entry, run }, error);
  }
}

/** What becomes of an answer that was tried in vain. @throws the error itself when the queue is to deliver its message again. */
async function afterFailure(
  ports: Ports,
  claimed: Claimed,
  { entry, run }: Omit<Asked, "signal">,
  error: unknown,
): Promise<AnswerOutcome> {
  const again: AnswerMessage = { kind: "answer", session_id: run.session_id, event_id: entry.event_id };
  if (isTakenOver(error)) {
    await ports.queues.work([again], Math.ceil(limits.claimMs / 1000));
    return { kind: "busy" };
  }
  // Where the claim cannot be given back it runs out; the failure itself goes on.
  const attempts = (await ports.runs.letGoWork(claimed, claimed.token).catch(() => null)) ?? 0;
  const wait = outageWait(error, entry.event_id, entry.received_at, ports.clock.now());
  if (wait !== null && attempts < limits.taskClaims) {
    if (wait !== "swept") await ports.queues.work([again], wait);
    return { kind: "waiting" };
  }
  const isFinal = (isFault(error) && error.remedy !== "retry") || attempts >= limits.taskAttempts;
  if (!isFinal) throw error;
  return giveUp(ports, entry, run, whyFailed(error, "answer_failed"));
}

/** A question, the run it is about, and when to stop. */
type Asked = { readonly entry: Entry; readonly run: Run; readonly signal: AbortSignal };

/**
 * An answer, how fresh it is (as what it was taken from), whether that was too old to ask at all, and what is said to the
 * person in any case: what was promised for later.
 */
type Thought = TurnAnswer & { readonly fresh: Freshness; readonly is_stale: boolean; readonly promised: string };

async function think(ports: Ports, owner: string, of: Asked): Promise<Thought> {
  const { entry, run, signal } = of;
  const agent = agentOf(ports, run.agent);
  const text = await entryText(ports, run.session_id, entry);
  const delivery = await readSubject(ports, run);
  const now = ports.clock.now();
  const fresh = freshnessOf({ as_of: now }, delivery === null ? [] : [delivery]);
  const open_questions = await openQuestionsOf(ports, run);
  const asksBack = open_questions.length > 0 && isCounterQuestion(text);
  // A smooth answer from what is too old would be the worst failure; what needs no facts takes nothing from it.
  const is_stale = isStale(fresh, now) && !asksBack && !needsNoFacts(text);
  const isForLater = asksLater(text);
  // Its change is made behind the turn, and what is too old needs a new version first: only the promise is of now.
  const onlyPromises = entry.verdict?.with_change === true || (is_stale && isForLater);
  if (is_stale && !onlyPromises) return { text: "", rests_on: [], supported: false, fresh, is_stale, promised: "" };
  const turn: ConversationTurn = {
    agent,
    owner,
    run,
    sources: await readSources(ports, run),
    delivery,
    say: messageBlock(text),
    message: text,
    open_questions,
    rules: onlyPromises ? [PROMISE_RULES] : [],
    anchor: {
      channel: await channelOf(ports, run),
      run_id: runIdOf(run.session_id, run.turn),
      event_id: entry.event_id,
    },
    with_cells: false,
    is_woken: false,
    since_seq: entry.seq,
    key: `answer/${entry.seq}`,
    signal,
  };
  const isAboutQuestions = !onlyPromises && (asksBack || (delivery === null && open_questions.length > 0));
  const answer = await (isAboutQuestions ? explainQuestions(ports, turn) : conversationTurn(ports, turn));
  const promised = isForLater ? answer.text : "";
  return { ...answer, supported: !onlyPromises && saysAll(answer, text), fresh, is_stale, promised };
}

/** A turn has said all there is to say: of a reminder nothing can be made, whether it could be scheduled or not. */
const saysAll = ({ supported }: TurnAnswer, text: string): boolean =>
  supported || (asksLater(text) && needsNoFacts(text));

async function channelOf(ports: Ports, run: Run): Promise<Session["channel"]> {
  return (await ports.mailboxes.readSession(run.session_id))?.channel ?? null;
}

/** What is to be written down, with the claim it was made under. */
type Given = Thought & { readonly work: string; readonly token: string };

async function record(ports: Ports, entry: Entry, run: Run, answer: Given): Promise<AnswerOutcome> {
  const at = ports.clock.now();
  const { session_id, turn } = run;
  const artifact: Artifact = {
    id: artifactIdOf(session_id, turn, answer.work),
    session_id,
    turn,
    dag_version: run.delivered_version ?? run.dag_version,
    step_id: "answer",
    cell_id: "answer",
    kind: "answer",
    content: { text: answer.text, question: entry.event_id },
    rests_on: [...new Set([...answer.rests_on, ...(run.delivery_id === undefined ? [] : [run.delivery_id])])],
    ...answer.fresh,
    created_at: at,
  };
  const told = said(ports, turn, entry.event_id, answer.text);
  const heard = { entry, text: await entryText(ports, session_id, entry) };
  const outcome = await ports.ledger.commit({
    session_id,
    at,
    mailbox: {
      close: [{ entry, verdict: entry.verdict ?? null, disposition: { kind: "answered", artifact_id: artifact.id } }],
      calm: true,
      stir: true,
    },
    events: [{ ...told, payload: { ...told.payload, artifact_id: artifact.id, rests_on: artifact.rests_on } }],
    writes: [
      { kind: "work_done", turn, work: answer.work, token: answer.token, artifact_id: artifact.id },
      { kind: "artifact", artifact },
      ...(await ruleWrites(ports, run, heard)),
    ],
  });
  await letGoOn(ports, outcome, session_id);
  return { kind: outcome.kind === "done" ? "answered" : "stale" };
}
