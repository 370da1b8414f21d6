import { report } from "../../agents/report/report.ts";
import { researcher } from "../../agents/researcher/researcher.ts";
import { createAskModel } from "../../shared/agents/structured-answer.ts";
import type { JsonObject } from "../../shared/contracts/json.ts";
import type { Question } from "../../shared/contracts/question.ts";
import type { Entry, Route, Run, Verdict } from "../../shared/contracts/records.ts";
import { fits, matchEntry, mayBeAnswered } from "../../shared/steps/fold/match-entry.ts";
import { route } from "../../shared/steps/fold/route.ts";
import { readAnswers } from "../../shared/steps/questions/read-answers.ts";
import { localModel } from "../support/local-model.ts";
import { type Delivered, deliverReport, type RouteCase } from "./route-set.ts";

/** A follow-up of the set and where it was sent. */
export type Routed = { readonly of: RouteCase; readonly verdict: Verdict };

/** Routes follow-ups as a fold does: open questions look first, by rules and by the local model, then the same for routes. */
export async function routeAll(cases: readonly RouteCase[]): Promise<readonly Routed[]> {
  const delivered = await deliverReport();
  return Promise.all(cases.map(async (one) => ({ of: one, verdict: await verdictOf(one, delivered) })));
}

async function verdictOf(one: RouteCase, delivered: Delivered): Promise<Verdict> {
  const agent = one.kind === "general" ? researcher : report;
  const { text, parts } = one.delivery ? delivered : { text: "", parts: [] };
  const questions = one.question === undefined ? [] : [asked[one.question]];
  const ask = createAskModel(localModel);
  const view = { content: null, parts };
  const ground = { run: aRun(agent.slug), agent, ask, questions, view, shown: text, is_busy: one.busy };
  // Open questions look first, as in a fold.
  const entry = anEntry(one.say);
  const ruled = matchEntry(ground, entry, one.say);
  const open = ruled.kind === "none" ? mayBeAnswered(ground, entry, one.say) : [];
  const match = open.length === 0 ? ruled : await readAnswers(ask, one.say, open, fits);
  if (match.kind === "answers") {
    const by = match.by ?? "rules";
    return { route: "resume_need_input", reason: "it answers an open question", by };
  }
  return route(ask, {
    agent,
    message: one.say,
    run_summary: "Write a report on energy use",
    latest_delivery: text,
    parts,
    open_questions: questions,
    is_busy: one.busy,
    has_attachment: one.attachment,
    has_wakes: one.wakes,
  });
}

const session_id = "ses_00000000000000000000000001";

function aRun(agent: string): Run {
  return {
    session_id,
    turn: 1,
    agent,
    status: "awaiting_input",
    dag_version: 1,
    rev: 1,
    input_text: "Write a report on energy use",
    source_ids: [],
    origin: { type: "person", owner: "ada" },
    created_at: 0,
    updated_at: 0,
    open_questions: ["q_1"],
  };
}

function anEntry(text: string): Entry {
  return {
    event_id: "evt_00000000000000000000000001",
    seq: 9,
    kind: "follow_up",
    turn: 1,
    text,
    received_at: 0,
    origin: { type: "person", owner: "ada" },
    state: "waiting",
  };
}

const aQuestion = (name: string, text: string, schema: JsonObject): Question => ({
  id: `q_${name}`,
  session_id,
  turn: 1,
  dag_version: 1,
  step_id: "form",
  name,
  text,
  schema,
  work: "form",
  asked_seq: 1,
  asked_at: 0,
  status: "open",
});

/** What may be asked in the set. */
const asked: Readonly<Record<NonNullable<RouteCase["question"]>, Question>> = {
  statistic: aQuestion("statistic", "Which statistic shall the tables show?", {
    type: "string",
    enum: ["mean", "median", "sum"],
  }),
  year: aQuestion("year", "From which year on?", { type: "integer", minimum: 1880, maximum: 2030 }),
};

/** How well a part of the set was routed. Shares are 0 to 1; 1 of nothing. */
export type Score = {
  readonly cases: number;
  readonly right: number;
  /** Share that the rules decided, and share of those that were right. */
  readonly by_rules: number;
  readonly rules_right: number;
  readonly model_right: number;
};

/** Counts. */
export function scoreOf(routed: readonly Routed[]): Score {
  const byRules = routed.filter(({ verdict }) => verdict.by === "rules");
  const others = routed.filter(({ verdict }) => verdict.by !== "rules");
  return {
    cases: routed.length,
    right: share(routed.filter(isRight), routed),
    by_rules: share(byRules, routed),
    rules_right: share(byRules.filter(isRight), byRules),
    model_right: share(others.filter(isRight), others),
  };
}

/** True when it went where it had to go. */
export function isRight({ of, verdict }: Routed): boolean {
  return of.route === verdict.route;
}

function share(part: readonly unknown[], whole: readonly unknown[]): number {
  return whole.length === 0 ? 1 : part.length / whole.length;
}

/** The four routes, in the order they are shown. */
export const routes = [
  "direct_answer",
  "resume_need_input",
  "revise_run",
  "new_run",
] as const satisfies readonly Route[];

/** How many of each expected route (rows) went where (columns). */
export function confusion(routed: readonly Routed[]): readonly (readonly number[])[] {
  return routes.map((expected) =>
    routes.map((went) => routed.filter(({ of, verdict }) => of.route === expected && verdict.route === went).length),
  );
}
