import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { report } from "../../agents/report/report.ts";
import type { Part } from "../../shared/agents/define-agent.ts";
import { createAskModel } from "../../shared/agents/structured-answer.ts";
import type { Json } from "../../shared/contracts/json.ts";
import { exampleSources } from "../support/example-sources.ts";
import { localModel } from "../support/local-model.ts";
import { contextOf } from "../support/run-plan.ts";

/** The languages of the set, each a file beside this one. */
export const languages = ["en", "de", "fr", "es", "it"] as const;

const Case = z.strictObject({
  /** What the person says; may be empty beside an attachment. */
  say: z.string(),
  /** Where it has to go. */
  route: z.enum(["direct_answer", "resume_need_input", "revise_run", "new_run"]),
  kind: z.enum(["specialised", "general"]).default("specialised"),
  /** The energy report has been delivered. */
  delivery: z.boolean().default(true),
  busy: z.boolean().default(false),
  attachment: z.boolean().default(false),
  /** Something is scheduled. */
  wakes: z.boolean().default(false),
  /** The question that is open: which statistic, or for which year. */
  question: z.enum(["statistic", "year"]).optional(),
});

/** One follow-up with where it has to go. */
export type RouteCase = z.infer<typeof Case> & {
  readonly language: (typeof languages)[number];
  /** Not looked at while the rules were written: a third of the set, chosen by the hash of the words. */
  readonly held_out: boolean;
};

/** The whole set, in the order of the files. */
export function readRouteSet(): readonly RouteCase[] {
  return languages.flatMap((language) => {
    const file = readFileSync(join(import.meta.dirname, `${language}.json`), "utf8");
    return z
      .array(Case)
      .parse(JSON.parse(file))
      .map((one) => ({ ...one, language, held_out: isHeldOut(`${language} ${one.say}`) }));
  });
}

function isHeldOut(words: string): boolean {
  return (createHash("sha256").update(words).digest()[0] ?? 0) % 3 === 0;
}

/** What was delivered before the follow-up was sent: the energy report, as the local model writes it. */
export type Delivered = { readonly text: string; readonly parts: readonly Part[] };

/** Writes the energy report of the examples. */
export async function deliverReport(): Promise<Delivered> {
  if (report.kind !== "specialised") throw new Error("the report agent is specialised");
  const given = exampleSources();
  const brief = report.policy.initial("Write a report on energy use", given.sources);
  const outputs: Record<string, Json> = {};
  let delivery: Json = null;
  for (const { step_id, cell_id, args, depends_on } of report.policy.plan(brief, given.sources)) {
    const cell = report.cells.find(({ id }) => id === cell_id);
    const inputs = Object.fromEntries(depends_on.map((step) => [step, outputs[step] ?? null]));
    const made = await cell?.run(contextOf(given, createAskModel(localModel)), args, inputs);
    delivery = made?.content ?? null;
    outputs[step_id] = delivery;
  }
  return { text: report.render(delivery), parts: report.parts(delivery) };
}
