import { report } from "../../agents/report/report.ts";
import { researcher } from "../../agents/researcher/researcher.ts";
import { createAskModel } from "../../shared/agents/structured-answer.ts";
import type { Route, Verdict } from "../../shared/contracts/records.ts";
import { route } from "../../shared/steps/route.ts";
import { localModel } from "../support/local-model.ts";
import { type Delivered, deliverReport, type RouteCase } from "./route-set.ts";

/** A follow-up of the set and where it was sent. */
export type Routed = { readonly of: RouteCase; readonly verdict: Verdict };

/** Routes follow-ups as a fold does: rules first, then the local model. */
export async function routeAll(cases: readonly RouteCase[]): Promise<readonly Routed[]> {
  const delivered = await deliverReport();
  return Promise.all(cases.map(async (one) => ({ of: one, verdict: await verdictOf(one, delivered) })));
}

async function verdictOf(one: RouteCase, delivered: Delivered): Promise<Verdict> {
  return route(createAskModel(localModel), {
    agent: one.kind === "general" ? researcher : report,
    message: one.say,
    run_summary: "Write a report on energy use",
    latest_delivery: one.delivery ? delivered.text : "",
    parts: one.delivery ? delivered.parts : [],
    is_busy: one.busy,
    has_attachment: one.attachment,
    has_wakes: one.wakes,
  });
}

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
