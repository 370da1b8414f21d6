import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageManifest } from "../../../scripts/package-manifest.ts";
import type { Ask, CellContext, CellDone, CellResult, defineCell, Effect } from "../../../shared/agents/cell.ts";
import type { DeliverablePolicy, SpecialisedAgent } from "../../../shared/agents/define-agent.ts";
import { RunBudget } from "../../../shared/contracts/budget.ts";
import { FollowUpSettings } from "../../../shared/contracts/follow-up-settings.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { WakeUp } from "../../../shared/contracts/wake-up.ts";
import type { Debounce } from "../../../shared/domain/mailbox/debounce.ts";
import { inTime } from "../../../shared/domain/wakes/wake-time.ts";
import {
  CancelFollowUpInput,
  ScheduleFollowUpInput,
  ScheduleFollowupInput,
} from "../../../shared/tools/schedule-follow-up.ts";
import { codeIn, documentOf, namesOf, rowsOf } from "./tables.ts";

const document = documentOf("agents.md");

/** The names of a type's members; the compiler holds them to the type. */
const names = <T>(members: Readonly<Record<keyof T, true>>): readonly string[] => Object.keys(members).toSorted();

const agentFields = names<SpecialisedAgent>({
  kind: true,
  slug: true,
  title: true,
  instructions: true,
  cells: true,
  policy: true,
  parts: true,
  render: true,
  evidence: true,
  can_call: true,
  manager: true,
  on_busy: true,
  debounce: true,
  budget: true,
  follow_ups: true,
  wake_up: true,
});
const cellFields = names<Parameters<typeof defineCell>[0]>({
  id: true,
  description: true,
  input: true,
  version: true,
  tool: true,
  follows_rules: true,
  run: true,
});
const contextFields = names<CellContext>({
  run_id: true,
  instructions: true,
  idempotency_key: true,
  answers: true,
  now: true,
  sources: true,
  readSource: true,
  model: true,
  signal: true,
  once: true,
});
const resultFields = names<Record<keyof CellDone | keyof CellResult, true>>({
  content: true,
  rests_on: true,
  as_of: true,
  max_age_ms: true,
  remember: true,
  need_input: true,
});
const policyFields = names<DeliverablePolicy>({
  brief: true,
  initial: true,
  operation: true,
  recognise: true,
  other: true,
  fallback: true,
  apply: true,
  suggest: true,
  plan: true,
  form: true,
});
const effectFields = names<Effect>({ name: true, run: true, probe: true, repeatable: true });
const askFields = names<Ask>({
  name: true,
  text: true,
  schema: true,
  default: true,
  expires_in_ms: true,
  each_time: true,
});
const debounceFields = names<Debounce>({ quiet_ms: true, max_wait_ms: true });

test.each([
  ["field", agentFields],
  ["of `defineCell`", cellFields],
  ["of the context", contextFields],
  ["it returns", resultFields],
  ["member", policyFields],
  ["of `follow_ups`", Object.keys(FollowUpSettings.shape).toSorted()],
])("the table of each %s names all of them and nothing else", (heading, fields) => {
  expect(namesOf(document, heading).toSorted()).toEqual(fields);
});

/** The text of the row that begins with this name, in any table. */
const rowOf = (name: string): string =>
  document.split("\n").find((line) => line.startsWith(`| \`${name}\``)) ?? `no row of ${name}`;

const paragraph = (title: string): string => document.split(`**${title}.**`)[1]?.split("\n\n")[0] ?? "";

test("what a field holds in turn is named in its row", () => {
  expect(codeIn(rowOf("debounce"))).toEqual(expect.arrayContaining([...debounceFields]));
  expect(codeIn(rowOf("budget"))).toEqual(expect.arrayContaining(Object.keys(RunBudget.shape)));
  expect(codeIn(rowOf("wake_up"))).toEqual(expect.arrayContaining(Object.keys(WakeUp.shape)));
  expect(codeIn(rowOf("once"))).toEqual(expect.arrayContaining([...effectFields]));
  expect(codeIn(paragraph("Questions"))).toEqual(expect.arrayContaining([...askFields]));
});

test("the arguments of both dialects are explained", () => {
  const shapes = { ...ScheduleFollowUpInput.shape, ...ScheduleFollowupInput.shape };
  expect(namesOf(document, "argument").toSorted()).toEqual(Object.keys(shapes).toSorted());
  expect(document).toContain(`\`cancel_follow_up\` the \`${Object.keys(CancelFollowUpInput.shape).join()}\``);
});

const count = (value: number): string => value.toLocaleString("en");
const minute = 60_000;
const day = 24 * 60 * minute;

test("defaults and ranges of the settings are those of their schema", () => {
  const defaults = FollowUpSettings.parse({});
  const rows = Object.fromEntries(
    rowsOf(document, "of `follow_ups`").map(([name = "", , ...rest]) => [codeIn(name)[0], rest]),
  );
  expect(rows["enabled"]?.[0]).toBe(`\`${defaults.enabled}\``);
  for (const name of ["max_depth", "max_per_session", "max_context_bytes"] as const) {
    const [shown, allowed = ""] = rows[name] ?? [];
    expect(shown).toBe(count(defaults[name]));
    const [least = 0, most = 0] = allowed.split(" to ").map((text: string) => Number(text.replaceAll(",", "")));
    const fits = (value: number) => FollowUpSettings.safeParse({ [name]: value }).success;
    expect([least - 1, least, most, most + 1].map(fits), name).toEqual([false, true, true, false]);
  }
  const { model_calls, tokens, minutes } = RunBudget.parse({});
  expect(rowOf("budget")).toContain(`| ${count(model_calls)}, ${count(tokens)}, ${minutes} |`);
});

test("the limits are those of the code", () => {
  for (const text of [
    `at most ${limits.stepsPerRevision - 1} steps`,
    `(at most ${limits.sourcesPerRun})`,
    `beyond ${limits.promptBytes / 1024} KB is shortened`,
    `attempt's ${limits.stepMs / minute} minutes`,
    `at most ${limits.artifactBytes / 1024 / 1024} MB of JSON`,
    `at most ${count(limits.artifactRests)} are kept`,
    `(at most ${count(limits.questionTextCharacters)} characters)`,
    `(${limits.questionMinMs / 1000} second to ${limits.questionMaxMs / day} days)`,
    `at most ${limits.questionsPerStep} at a time, a run ${limits.questionsPerRun}, of which ${limits.openQuestionsPerRun} may be`,
    `(at most ${limits.effectBytes / 1024} KB)`,
    `tried ${limits.taskAttempts} times in all`,
    `1 to ${count(limits.wakeDescriptionCharacters)} characters`,
    `${limits.wakeMinMs / minute} minute to ${limits.wakeMaxMs / day} days ahead`,
    `up to ${limits.wakePastGraceMs / minute} minutes past`,
    `more than ${limits.wakeOnTimeMs / minute} minutes late`,
  ]) {
    expect(document).toContain(text);
  }
  expect(
    codeIn(rowOf("in"))
      .slice(2)
      .map((text) => inTime(text, 0).kind),
  ).toEqual(["due", "due", "due", "due"]);
});

test("every path that can be imported is named, and no other", () => {
  const repository = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"));
  const { exports } = packageManifest(repository) as { readonly exports: object };
  const paths = Object.keys(exports).filter((path) => path !== "./package.json");
  expect(namesOf(document, "path").toSorted()).toEqual(paths.map((path) => `followthrough${path.slice(1)}`).toSorted());
});
