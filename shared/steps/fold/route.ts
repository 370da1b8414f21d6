import * as z from "zod";
import type { AskModel } from "../../agents/ask-model.ts";
import type { Agent, Part } from "../../agents/define-agent.ts";
import { ROUTE_PROMPT } from "../../agents/prompts.ts";
import { limits } from "../../contracts/limits.ts";
import type { Question } from "../../contracts/question.ts";
import type { Verdict } from "../../contracts/records.ts";
import { asksLater, partLater } from "../../domain/routing/asked-later.ts";
import { behindTurn } from "../../domain/routing/change-behind-turn.ts";
import { routeByRules } from "../../domain/routing/route-rules.ts";
import { isFault } from "../../errors/fault.ts";
import { policyOf } from "../versions/policy-of.ts";

/** What the classifier looks at. */
export type RouteQuestion = {
  readonly agent: Agent;
  readonly message: string;
  readonly run_summary: string;
  /** Markdown of what was delivered last; empty when nothing was. */
  readonly latest_delivery: string;
  readonly parts: readonly Part[];
  /** What is asked and not answered; the message was looked at as an answer before. */
  readonly open_questions?: readonly Question[];
  /** The run goes on or waits for the person, or a change that was asked before it is still to be made. */
  readonly is_busy: boolean;
  /** A source comes with it. */
  readonly has_attachment: boolean;
  /** Something is scheduled in the session. */
  readonly has_wakes: boolean;
};

const RouteAnswer = z.strictObject({
  route: z.enum(["direct_answer", "revise_run", "new_run"]),
  reason: z.string().min(1).max(400),
});

/**
 * Where a follow-up goes: rules where they are sure, else the model, else the safe path. It only routes; it never writes
 * an answer. The safe path is `revise_run`: doing the work again is dearer than a smooth answer from stale context, and better.
 * What it asks for later is left out of that; a change that comes with it is made behind the turn that schedules it.
 */
export async function route(ask: AskModel, question: RouteQuestion): Promise<Verdict> {
  const now = partLater(question.message)?.now;
  const verdict = await routeNow(ask, { ...question, message: now ?? question.message });
  if (verdict.route !== "revise_run" || !asksLater(question.message)) return verdict;
  // Nobody said that there is anything in it to be made now.
  if (now === undefined && verdict.by === "fallback") return { ...verdict, route: "direct_answer" };
  return behindTurn(verdict);
}

async function routeNow(ask: AskModel, question: RouteQuestion): Promise<Verdict> {
  const { open_questions = [] } = question;
  const { allow } = policyOf(question.agent);
  const ruled = {
    message: question.message,
    agent_kind: question.agent.kind,
    has_delivery: question.latest_delivery !== "",
    parts: question.parts,
    is_busy: question.is_busy,
    has_attachment: question.has_attachment,
    has_wakes: question.has_wakes,
  };
  // First as something about an open question, then as any other message.
  const byRules = routeByRules({ ...ruled, open_questions }) ?? routeByRules({ ...ruled, open_questions: [] });
  if (byRules !== null) return allow(byRules);
  try {
    const answer = await ask.structured({
      name: "route_follow_up",
      system: ROUTE_PROMPT,
      input: {
        message: question.message,
        run_summary: question.run_summary,
        latest_delivery: question.latest_delivery.slice(0, 4000),
        open_questions: open_questions.map(({ id, name, text }) => ({ id, name, text })),
        agent_kind: question.agent.kind,
      },
      schema: RouteAnswer,
      time_ms: limits.foldRoutingMs,
    });
    return allow({ route: answer.route, reason: answer.reason, by: "model" });
  } catch (error) {
    if (!isFault(error)) throw error;
    return { route: "revise_run", reason: `the model could not route it (${error.code})`, by: "fallback" };
  }
}
