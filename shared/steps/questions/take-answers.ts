import type { JsonObject } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import type { Disposition, Entry, Verdict } from "../../contracts/records.ts";
import type { Match } from "../../domain/questions/match-answers.ts";
import { whatWasNotTaken, whichOneIsMeant } from "../../domain/questions/question-words.ts";
import type { Given } from "../../domain/questions/questions.ts";
import { asksLater, partLater } from "../../domain/routing/asked-later.ts";
import { behindTurn } from "../../domain/routing/change-behind-turn.ts";
import { type Language, languageOf } from "../../domain/text/language.ts";
import type { MailboxChange, NewEvent } from "../../ports/stores.ts";
import { type Fold, heldBy, type Taken, takenOf } from "../fold/fold-state.ts";
import type { Ground } from "../fold/follow-up-ground.ts";
import { fits, isSameAnswer, isWish, matchEntry, mayAnswer, mayBeAnswered, ruledRoute } from "../fold/match-entry.ts";
import { entryText } from "../mailbox/entry-text.ts";
import { fillQuestions } from "./fill-questions.ts";
import { said } from "./question-events.ts";
import { readAnswers } from "./read-answers.ts";

/**
 * Looks for the first entry that answers a question, and takes it. Questions are looked at before anything is routed, and
 * only what a person sent can answer one: a wake or the system never does, whatever it says. When asking the model takes
 * long, the others are read by rules alone, as without a model.
 */
export async function takeAnswers(fold: Fold, ground: Ground, entries: readonly Entry[]): Promise<Taken | "none"> {
  const { clock } = fold.ports;
  const until = clock.now() + limits.foldRoutingMs;
  for (const entry of entries) {
    if (!mayAnswer(entry)) continue;
    const text = await entryText(fold.ports, fold.mailbox.session_id, entry);
    const ruled = matchEntry(ground, entry, text);
    const mayAsk = ruled.kind === "none" && clock.now() < until;
    const open = mayAsk ? mayBeAnswered(ground, entry, text) : [];
    const match = open.length === 0 ? ruled : await readAnswers(ground.ask, text, open, fits);
    const taken = await takeMatch(fold, ground, { entry, text }, match);
    if (taken !== "none") return taken;
  }
  return "none";
}

/** An entry with its whole text. */
type Message = { readonly entry: Entry; readonly text: string };

type Answers = Extract<Match, { kind: "answers" }>;

async function takeMatch(fold: Fold, ground: Ground, message: Message, match: Match): Promise<Taken | "none"> {
  switch (match.kind) {
    case "none":
      return "none";
    case "ambiguous": {
      const disposition = { kind: "refused" as const, reason: "ambiguous_answer" };
      return close(fold, message.entry, disposition, whichOneIsMeant(match.between, languageFor(ground, message.text)));
    }
    case "answers":
      return match.given.length === 0
        ? takeNothing(fold, ground, message, match)
        : takeGiven(fold, ground, message, match);
  }
}

/** Answers of which none can be taken: for a question that may still come they wait, otherwise the person is told. */
async function takeNothing(
  fold: Fold,
  ground: Ground,
  message: Message,
  { refused, unknown }: Answers,
): Promise<Taken | "none"> {
  const { entry, text } = message;
  const { questions, is_busy } = ground;
  const open = questions.filter(({ status }) => status === "open");
  // The run may still ask it: an answer that came before its question waits until it does, or until the run ends.
  if (refused.length === 0 && is_busy) return { kind: "rest", entries: [entry] };
  if (refused.length === 0 && open.length === 0 && saysMore(message)) return "none";
  const reason = refused.length > 0 ? "invalid_answer" : "unknown_question";
  const remark = whatWasNotTaken({ refused, unknown, open }, languageFor(ground, text));
  return close(fold, entry, { kind: "refused", reason }, remark);
}

/** There is something in it besides the answers. */
const saysMore = ({ entry, text }: Message): boolean => text.trim() !== "" || (entry.source_ids ?? []).length > 0;

/** The person's language, by these words, or else by what was asked or said first. */
const languageFor = ({ questions, run }: Ground, text: string): Language =>
  languageOf(text, ...questions.map((question) => question.text), run.input_text);

async function takeGiven(fold: Fold, ground: Ground, message: Message, match: Answers): Promise<Taken> {
  const { given, refused, unknown } = match;
  const { entry } = message;
  const ids = given.map(({ question }) => question.id);
  const open = ground.questions.filter(({ status, id }) => status === "open" && !ids.includes(id));
  const isPart = refused.length + unknown.length > 0;
  const remark = isPart ? whatWasNotTaken({ refused, unknown, open }, languageFor(ground, message.text)) : null;
  const disposition = { kind: "filled" as const, question_ids: ids };
  const news = given.filter(({ question, value }) => !isSameAnswer(question, value));
  const kept = keptForMore(ground, message);
  const events = remark === null ? [] : [said(fold.ports, entry.turn, entry.event_id, remark)];
  if (news.length === 0) {
    return kept === null ? close(fold, entry, disposition, remark) : commitChange(fold, kept, events);
  }
  const verdict = verdictOn(news, match.by ?? "rules");
  return fillQuestions(fold, {
    run: ground.run,
    questions: ground.questions,
    given: news,
    by: { ...message, verdict },
    change: kept ?? { close: [{ entry, verdict, disposition }] },
    events,
  });
}

const verdictOn = (given: readonly Given[], by: Verdict["by"]): Verdict => ({
  route: "resume_need_input",
  reason: `it answers ${given.map(({ question }) => `"${question.name}"`).join(" and ")}`,
  by,
});

/** Answers by name, with words beside them that ask for something of their own: the entry stays for that. */
function keptForMore(ground: Ground, { entry, text }: Message): Pick<MailboxChange, "keep"> | null {
  if (entry.answers === undefined || holdsValue(text, entry.answers)) return null;
  const verdict = verdictOnMore(ground, text);
  return verdict === null ? null : { keep: [{ entry, verdict, state: "waiting" }] };
}

/** Where a change or a promise goes that comes with answers; null for words that are neither. */
function verdictOnMore(ground: Ground, text: string): Verdict | null {
  const ruled = ruledRoute(ground, partLater(text)?.now ?? text);
  const isLater = asksLater(text);
  if (ruled?.route === "direct_answer") return isLater ? ruled : null;
  const change = ruled ?? (isWish(ground, text) ? wishBeside : null);
  if (change?.route !== "revise_run") return null;
  return isLater ? behindTurn(change) : change;
}

const wishBeside: Verdict = { route: "revise_run", reason: "it asks for more than it answers", by: "rules" };

/** The words only say again what the answers say. */
const holdsValue = (text: string, answers: JsonObject): boolean =>
  Object.values(answers).some((value) => text.toLowerCase().includes(String(value).toLowerCase()));

/** Ends an entry that changes no question. */
async function close(fold: Fold, entry: Entry, disposition: Disposition, remark: string | null): Promise<Taken> {
  const reason = disposition.kind === "filled" ? "it says again what is answered" : "it is meant for a question";
  const verdict: Verdict = { route: "resume_need_input", reason, by: "rules" };
  const events: readonly NewEvent[] = remark === null ? [] : [said(fold.ports, entry.turn, entry.event_id, remark)];
  return commitChange(fold, { close: [{ entry, verdict, disposition }] }, events);
}

type Change = Pick<MailboxChange, "close" | "keep">;

async function commitChange(fold: Fold, change: Change, events: readonly NewEvent[]): Promise<Taken> {
  const { ports, mailbox } = fold;
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: { ...change, ...heldBy(fold) },
    events,
    writes: [],
  });
  return takenOf(outcome);
}
