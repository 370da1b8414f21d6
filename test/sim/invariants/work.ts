import { must } from "../violation.ts";
import {
  artifactSk,
  changed,
  type EventRow,
  isLive,
  type RevisionRow,
  type RunRow,
  revisionSk,
  row,
  rows,
  runSk,
  type TaskRow,
  taskSk,
  type WorkRow,
  type Written,
} from "./rows.ts";

/** Only tasks of the current version start; an effect is recorded once, by who holds the claim; artifacts never change. */
export function checkWork(written: Written): void {
  for (const { sk, before, after } of changed<TaskRow>(written, "TASK")) {
    must(3, after !== null, () => `${sk} is gone`);
    if (after !== null) checkTask(written, before, after);
  }
  for (const { sk, before, after } of changed<WorkRow>(written, "WORK")) {
    must(3, after !== null, () => `${sk} is gone`);
    if (after !== null) checkClaim(written, sk, { before, after });
  }
  for (const { sk, before, after } of changed<object>(written, "ART")) {
    must(3, before === null && after !== null, () => `the artifact ${sk} was changed or removed`);
    const recorded = changed<WorkRow>(written, "WORK").some(
      ({ after: work }) => work?.status === "done" && sk.endsWith(String(work.artifact_id)),
    );
    must(3, recorded, () => `the artifact ${sk} was written without the work that made it`);
  }
  if (changed<EventRow>(written, "EVT").length > 0) checkOnce(written);
}

const order = ["pending", "running", "done", "failed"];

function checkTask(written: Written, before: TaskRow | null, after: TaskRow): void {
  const { turn, dag_version, step_id, status } = after;
  const name = `task ${step_id} of version ${dag_version} of run ${turn}`;
  const was = before?.status ?? "pending";
  // A step that asks waits again, and gives its claim back with that, or is released by an answer.
  const asks =
    was === "running" && status === "pending" && changed(written, "WORK").length + changed(written, "Q").length > 0;
  must(3, asks || order.indexOf(status) >= order.indexOf(was), () => `${name} went back from ${was} to ${status}`);
  must(3, was !== "done" || status === "done", () => `${name} was done and became ${status}`);
  must(
    3,
    before?.artifact_id === undefined || before.artifact_id === after.artifact_id,
    () => `${name} has another artifact`,
  );
  if (was === "pending" && status === "running") {
    const run = row<RunRow>(written.before(runSk(turn)));
    must(
      3,
      run?.dag_version === dag_version && isLive(run),
      () => `${name} starts, and the run is ${run?.status} at ${run?.dag_version}`,
    );
  }
  if (status !== "done") return;
  must(
    3,
    written.now.get(artifactSk(turn, after.artifact_id ?? "")) !== null,
    () => `${name} is done without an artifact`,
  );
  const reused = row<RevisionRow>(written.now.get(revisionSk(turn, dag_version)))?.reused ?? [];
  const early = after.depends_on.find(
    (step) =>
      !reused.includes(step) && row<TaskRow>(written.now.get(taskSk(turn, dag_version, step)))?.status !== "done",
  );
  must(3, early === undefined, () => `${name} is done before ${early}`);
}

type Pair = { readonly before: WorkRow | null; readonly after: WorkRow };

function checkClaim({ by, now }: Written, sk: string, { before, after }: Pair): void {
  if (before === null) return;
  const ownNow = by.machine.now + by.skewMs;
  const isOurs = before.claim_token !== undefined && by.tokens.has(before.claim_token);
  if (before.status === "running" && after.status === "done")
    must(3, isOurs, () => `${by.name} finishes ${sk}, which ${before.claim_token} has claimed`);
  // Of a version that was given up nothing is used, so nobody waits for it either.
  const discarded = row<RunRow>(now.get(runSk(Number(sk.split("#")[1]))))?.discarded ?? [];
  const isGivenUp = before.dag_version !== undefined && discarded.includes(before.dag_version);
  const isTaken = after.claim_token !== undefined && after.claim_token !== before.claim_token && !isOurs;
  if (before.status === "running" && after.status === "running" && isTaken) {
    const isOver = before.until < ownNow || isGivenUp;
    must(3, isOver, () => `${by.name} claims ${sk} ${before.until - ownNow} ms before the claim runs out`);
  }
  const isStale = before.fresh_until !== undefined && before.fresh_until < ownNow;
  const isAgain = before.status === "done" && after.status === "running";
  must(3, !isAgain || isStale || isGivenUp, () => `${by.name} does ${sk} again, which is done`);
}

/** Of each version every step completes once and is delivered once. */
function checkOnce(written: Written): void {
  const seen = new Set<string>();
  for (const { type, turn, payload, seq } of rows<EventRow>(written.now, "EVT")) {
    if (type !== "task_completed" && type !== "delivery" && type !== "run_completed") continue;
    const what = `${type} ${turn} ${String(payload?.["dag_version"])} ${String(payload?.["step_id"] ?? "")}`;
    must(3, !seen.has(what), () => `${what} is recorded twice, the second time as ${seq}`);
    seen.add(what);
  }
}
