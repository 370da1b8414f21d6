import * as z from "zod";
import { plain } from "../shadow.ts";
import { must } from "../violation.ts";
import {
  artifactSk,
  changed,
  type EventRow,
  isLive,
  mailboxOf,
  type NodeRow,
  type QuestionRow,
  type RevisionRow,
  type RunRow,
  revisionSk,
  row,
  rows,
  runSk,
  type TaskRow,
  taskSk,
  type Written,
} from "./rows.ts";

const over = ["completed", "failed", "canceled"];
/** What a run would fail with if something that a commit wrote were not there. */
const neverFails = new Set(["input_missing", "nothing_to_deliver", "artifact_missing", "revision_missing"]);

/** A version is whole when it becomes visible, one after the other, and never changes; at most one run goes on. */
export function checkVersions(written: Written): void {
  for (const { before, after } of changed<RunRow>(written, "RUN")) {
    must(2, after !== null, () => "a run is gone");
    if (after !== null) checkRun(written, before, after);
  }
  for (const { sk, before, after } of changed<RevisionRow>(written, "REV")) {
    must(2, before === null && after !== null, () => `${sk} was changed after it was committed`);
    if (after !== null) checkRevision(written, after);
  }
  const live = rows<RunRow>(written.now, "RUN").filter(isLive);
  must(6, live.length <= 1, () => `runs ${live.map(({ turn }) => turn).join(" and ")} go on at once`);
  const active = mailboxOf(written.now)?.active_turn;
  must(6, active === live[0]?.turn, () => `run ${live[0]?.turn} goes on, and the mailbox says ${active}`);
}

function checkRun(written: Written, before: RunRow | null, after: RunRow): void {
  const name = `run ${after.turn}`;
  const was = before?.dag_version ?? 0;
  const grows = after.dag_version - was;
  must(2, grows === 0 || grows === 1, () => `${name} went from version ${was} to ${after.dag_version}`);
  const revision = changed<RevisionRow>(written, "REV").find(
    ({ sk }) => sk === revisionSk(after.turn, after.dag_version),
  );
  must(
    2,
    (grows === 1) === (revision !== undefined),
    () => `${name}: version ${after.dag_version} and its plan came apart`,
  );
  if (before === null) return;
  must(2, after.rev >= before.rev, () => `${name} went back from rev ${before.rev} to ${after.rev}`);
  const isRevived = over.includes(before.status) && !over.includes(after.status);
  // A question that nobody answered in time failed it, and was answered after all.
  const isAnswered = changed<QuestionRow>(written, "Q").some((question) => question.after?.status === "answered");
  must(
    2,
    !isRevived || grows === 1 || isAnswered,
    () => `${name} was ${before.status} and goes on without a new version`,
  );
  const isChanged = over.includes(before.status) && over.includes(after.status) && before.status !== after.status;
  must(2, !isChanged, () => `${name} was ${before.status} and became ${after.status}`);
  must(3, !neverFails.has(after.failure?.code ?? ""), () => `${name} failed with ${after.failure?.code}`);
  if (after.delivered_version !== before.delivered_version) checkDelivery(written, after);
}

/** What is delivered is the current version's, and says what its plan says. */
function checkDelivery(written: Written, run: RunRow): void {
  const version = run.delivered_version ?? 0;
  must(
    3,
    version === run.dag_version,
    () => `run ${run.turn} delivers version ${version}, and is at ${run.dag_version}`,
  );
  const revision = row<RevisionRow>(written.now.get(revisionSk(run.turn, version)));
  const artifact = written.now.get(artifactSk(run.turn, run.delivery_id ?? ""));
  must(3, artifact !== null, () => `run ${run.turn} delivers ${run.delivery_id}, which is not there`);
  const expected = textOf(revision?.nodes ?? []);
  if (expected === null) return;
  const { text } = JSON.parse(String(artifact?.["json"])) as { readonly text: string };
  must(3, text === expected, () => `run ${run.turn} version ${version} delivers "${text}" instead of "${expected}"`);
}

const JoinArgs = z.object({ loud: z.boolean(), order: z.array(z.string()) });

/** What the plan of a simulated agent comes to; null for a turn. */
function textOf(nodes: readonly NodeRow[]): string | null {
  const join = nodes.find(({ cell_id }) => cell_id === "join");
  if (join !== undefined) {
    const { loud, order } = JoinArgs.parse(join.args);
    const text = order.join(" ");
    return loud ? text.toUpperCase() : text;
  }
  const words = nodes.filter(({ cell_id }) => cell_id === "jot").map(({ args }) => String(args["word"]));
  return words.length === 0 ? null : words.sort().join(" ");
}

/** Of the words of an entry that a version shows, at least. */
const SHOWN = 400;

function checkRevision(written: Written, revision: RevisionRow): void {
  const { turn, dag_version, nodes, caused_by } = revision;
  const name = `version ${dag_version} of run ${turn}`;
  const run = row<RunRow>(written.now.get(runSk(turn)));
  must(2, run?.dag_version === dag_version, () => `${name} was committed, and the run is at ${run?.dag_version}`);
  for (const { step_id } of nodes) checkStep(written, revision, step_id);
  for (const { event_id, text, seq } of caused_by) {
    const closed = changed<EventRow>(written, "EVT").find(({ after }) => after?.entry?.event_id === event_id)?.after;
    must(1, closed !== undefined, () => `${name} was made from ${event_id}, which was not closed with it`);
    must(
      1,
      closed?.entry?.text.slice(0, SHOWN) === text.slice(0, SHOWN),
      () => `${name} was made from other words than ${event_id} had`,
    );
    must(1, closed?.seq === seq, () => `${name} names ${event_id} as ${seq}`);
    // It stands in for the version that failed, whatever that was made from.
    if (closed?.entry?.retry === true) return;
  }
  checkPromise(written, revision, name);
  checkBrief(written, revision, name);
}

/** What a run's first words ask for later is in every version that is made from one that has it, as it was. */
function checkPromise(written: Written, { turn, dag_version, base_version, nodes }: RevisionRow, name: string): void {
  const base = row<RevisionRow>(written.now.get(revisionSk(turn, base_version ?? dag_version - 1)));
  const promise = base?.nodes.find(({ cell_id }) => cell_id === "promise");
  if (promise === undefined) return;
  const kept = nodes.find(({ cell_id }) => cell_id === "promise");
  must(1, plain(kept?.args) === plain(promise.args), () => `${name} lost what version ${base?.dag_version} promises`);
}

/** What a version does not reuse has a task; what it reuses has none, and was made. */
function checkStep(written: Written, { turn, dag_version, reused, reused_artifacts }: RevisionRow, step: string): void {
  const name = `version ${dag_version} of run ${turn}`;
  const task = row<TaskRow>(written.now.get(taskSk(turn, dag_version, step)));
  if (!reused.includes(step)) {
    must(2, task !== null, () => `${name} is visible without its task ${step}`);
    return;
  }
  must(2, task === null, () => `${name} has a task for ${step}, which it reuses`);
  const made = written.now.get(artifactSk(turn, reused_artifacts?.[reused.indexOf(step)] ?? ""));
  must(3, made !== null, () => `${name} reuses what ${step} made, which is not there`);
  // Simulated steps of different names do different work.
  must(3, made?.["step_id"] === step, () => `${name} reuses for ${step} what ${String(made?.["step_id"])} made`);
}

const Operations = z.array(z.object({ op: z.string(), word: z.string().optional(), loud: z.boolean().optional() }));

type Brief = RevisionRow["brief"];

/** The brief is that of the version it was made from, with what its entries became. */
function checkBrief(written: Written, revision: RevisionRow, name: string): void {
  const { turn, dag_version, base_version, brief, nodes, caused_by } = revision;
  const base = base_version ?? dag_version - 1;
  const from = base === 0 ? { words: [] } : row<RevisionRow>(written.now.get(revisionSk(turn, base)))?.brief;
  // A woken turn plans nothing; its brief is what a later change starts from.
  if (brief.words === undefined || from?.words === undefined || nodes.some(({ cell_id }) => cell_id === "turn")) return;
  // Answers are values by name, and change no brief by themselves.
  const operations = caused_by.flatMap(({ became }) => (Array.isArray(became) ? Operations.parse(became) : []));
  const expected = saying(operations.reduce(applied, from));
  must(1, saying(brief) === expected, () => `${name} says "${saying(brief)}" instead of "${expected}"`);
}

const saying = ({ words = [], loud = false }: Brief): string => `${words.join(" ")}${loud ? "!" : ""}`;

function applied(brief: Brief, { op, word = "", loud = false }: z.infer<typeof Operations>[number]): Brief {
  const { words = [] } = brief;
  switch (op) {
    case "add":
      return { ...brief, words: words.includes(word) ? words : [...words, word] };
    case "remove":
      return { ...brief, words: words.filter((one) => one !== word) };
    default:
      return { ...brief, loud };
  }
}
