import type { Part } from "../contracts/part.ts";
import type { Route, Verdict } from "../contracts/records.ts";
import { resolveReferences } from "./reference.ts";
import { fold } from "./reference-words.ts";
import {
  asksBack,
  changes,
  checks,
  explains,
  names_a_time,
  newGoal,
  otherMatter,
  politeness,
  reminds,
  schedules,
  smalltalk,
  wholeWork,
} from "./route-words.ts";

/** What the rules look at. */
export type RoutedMessage = {
  readonly message: string;
  readonly agent_kind: "specialised" | "general";
  /** Something was delivered that a question can be about. */
  readonly has_delivery: boolean;
  readonly parts: readonly Part[];
  /** Questions that wait for an answer; only whether there are any matters here. */
  readonly open_questions: readonly unknown[];
  /** A run of the session is going on. */
  readonly is_busy: boolean;
};

type Reason = { readonly route: Route; readonly reason: string };

/**
 * Routes a message when its words leave no doubt; null asks the model. A message that wants two different things is never
 * routed here, and neither is an answer to an open question (sources/agents-follow-ups-for-real, "Intent Decides the
 * Execution Path": rules handle high-confidence cases).
 */
export function routeByRules(routed: RoutedMessage): Verdict | null {
  const words = fold(routed.message.normalize("NFC"))
    .replaceAll("’", "'")
    .replaceAll(/[¿¡\s]+/g, " ")
    .trim();
  if (routed.open_questions.length > 0) {
    const isBack = asksBack.test(words);
    return isBack ? verdict({ route: "direct_answer", reason: "it asks what an open question means" }) : null;
  }
  if (smalltalk.test(words)) return verdict({ route: "direct_answer", reason: "it needs no work" });
  const bare = words.replace(politeness, "");
  const goal = goalOf(bare, routed.agent_kind);
  const reasons = [timeOf(bare), goal, explanationOf(bare, routed), goal ? null : changeOf(bare, routed)];
  const found = reasons.filter((reason) => reason !== null);
  return found.length === 1 && found[0] ? verdict(found[0]) : null;
}

function verdict({ route, reason }: Reason): Verdict {
  return { route, reason, by: "rules" };
}

/** To come back later is promised in a turn that talks, with the scheduling tools at hand. */
function timeOf(words: string): Reason | null {
  const route = "direct_answer";
  if (schedules.test(words)) return { route, reason: "it asks about what is scheduled" };
  const isLater = reminds.test(words) || (checks.test(words) && names_a_time.test(words));
  return isLater ? { route, reason: "it asks to come back later" } : null;
}

/** Another goal is a new run of a general agent. A specialised one only has its deliverable: another topic changes that. */
function goalOf(words: string, kind: RoutedMessage["agent_kind"]): Reason | null {
  if (kind === "specialised") {
    return otherMatter.test(words) ? { route: "revise_run", reason: "it sets another topic" } : null;
  }
  const isOther =
    otherMatter.test(words) &&
    /(?<!\p{L})(?:instead|now|stattdessen|jetzt|nun|plutot|maintenant|a la place|ahora|en su lugar|ora|adesso|invece)(?!\p{L})/u.test(
      words,
    );
  return newGoal.test(words) || isOther || wholeWork.test(words)
    ? { route: "new_run", reason: "it sets a new goal" }
    : null;
}

/** A question about the result; without a result there is nothing to explain. */
function explanationOf(words: string, { has_delivery }: RoutedMessage): Reason | null {
  if (!(has_delivery && explains.test(words))) return null;
  return { route: "direct_answer", reason: "it asks about the existing result" };
}

/** "Why is it longer?" has a word of change, and is a question: such a word only counts when nothing is being asked. */
function changeOf(words: string, { message, parts }: RoutedMessage): Reason | null {
  const isQuestion = explains.test(words) && !/(?:in|with|mit|en|con) (?:more|mehr|plus de|mas|piu) /.test(words);
  if (isQuestion) return alsoChanges(words);
  const found = changes.find(({ pattern }) => pattern.test(words));
  if (found && !asks(words)) return { route: "revise_run", reason: found.reason };
  return isDetail(words) && resolveReferences(message, parts).parts.length > 0
    ? { route: "revise_run", reason: "it asks to go deeper into a part" }
    : null;
}

/** A question with a wish behind it: "Why is that? And make it a table." */
function alsoChanges(words: string): Reason | null {
  const clauses = words.split(/[.?!;]\s*|,? (?:and|und|et|y|e) (?:then |dann |puis |luego |poi )?/u).slice(1);
  const found = clauses.flatMap((clause) =>
    changes.filter(({ pattern }) => pattern.test(clause.replace(politeness, ""))),
  );
  return found[0] ? { route: "revise_run", reason: found[0].reason } : null;
}

/** Questions that are no requests: the model tells whether the result holds the answer. */
function asks(words: string): boolean {
  return /^(?:what|which|how|is|are|was|were|does|do|did|has|have|who|when|where|was|welche[rs]?|wie|ist|sind|wer|wann|wo|quel\w*|combien|est-ce|qui|quand|que|cual\w*|cuant\w*|es|quien|cuando|quale|quanto|quanti|chi|quando)(?![\p{L}\d])/u.test(
    words,
  );
}

function isDetail(words: string): boolean {
  return /(?:in (?:more|greater) detail|more closely|im detail|genauer|plus en detail|con mas detalle|piu in dettaglio)/.test(
    words,
  );
}
