import type { Revision, Task } from "../../contracts/plan-records.ts";
import type { Memory, Run, Spent } from "../../contracts/records.ts";
import { DELIVER } from "../../domain/runs/plan-check.ts";
import { SUMMARY_ID } from "../../domain/sessions/memory.ts";
import type { Need } from "../../ports/queues.ts";
import type { StepRef, TaskRead } from "../../ports/runs.ts";
import { toInlineArtifact } from "./artifact-items.ts";
import { artifactKey, type Key, mailboxKey, memoryKey, revisionKey, runKey, spentKey, taskKey } from "./keys.ts";
import { toMailbox } from "./mailbox-item.ts";
import { type Item, type Table, toRecord } from "./table.ts";

/** Reads a step, its run, and what it needs, in one request. */
export async function readTask(table: Table, ref: StepRef, needs: readonly Need[]): Promise<TaskRead> {
  const { session_id, turn, dag_version } = ref;
  const made = needs.flatMap(({ artifact_id }) => (artifact_id === undefined ? [] : [artifact_id]));
  const own = [runKey(session_id, turn), stepKey(ref), spentKey(session_id, turn, dag_version)];
  const delivery = ref.step_id === DELIVER ? deliveryKeys(ref) : [];
  const steps = needs.flatMap(({ step_id, reused }) => (reused === true ? [] : [stepKey({ ...ref, step_id })]));
  const artifacts = made.map((id) => artifactKey(session_id, turn, id));
  const found = (await table.getMany([...own, ...delivery, ...steps, ...artifacts])).values();
  const take = (count: number): readonly (Item | null)[] =>
    Array.from({ length: count }, () => found.next().value ?? null);
  const [run = null, task = null, spent = null] = take(own.length);
  const [revision = null, summary = null, mailbox = null] = take(delivery.length);
  const known = take(steps.length).flatMap((item) => toTask(item) ?? []);
  const whole = take(artifacts.length).flatMap((item) => toInlineArtifact(item) ?? []);
  return {
    run: toRecord<Run>(run),
    task: toTask(task),
    spent: toSpent(spent),
    along: {
      steps: new Map(known.map((step) => [step.step_id, step])),
      artifacts: new Map(whole.map((artifact) => [artifact.id, artifact])),
      ...(delivery.length === 0
        ? {}
        : {
            delivery: {
              revision: toRecord<Revision>(revision),
              summary: toRecord<Memory>(summary),
              mailbox: mailbox === null ? null : toMailbox(mailbox),
            },
          }),
    },
  };
}

const deliveryKeys = ({ session_id, turn, dag_version }: StepRef): readonly Key[] => [
  revisionKey(session_id, turn, dag_version),
  memoryKey(session_id, SUMMARY_ID),
  mailboxKey(session_id),
];

/** Where the row of a step is. */
export const stepKey = (ref: StepRef): Key => taskKey(ref.session_id, ref.turn, ref.dag_version, ref.step_id);

/** Reads a task as it is stored: `waiting_on` is a set there, absent when empty. */
export function toTask(item: Item | null): Task | null {
  const task = toRecord<Task>(item);
  if (task === null) return null;
  const waiting: unknown = task.waiting_on;
  return { ...task, waiting_on: waiting instanceof Set ? [...waiting].map(String).sort() : [] };
}

/** What a version has used, as it is counted; nothing when nothing was counted yet. */
export const toSpent = (item: Item | null): Spent => ({
  calls: Number(item?.["calls"] ?? 0),
  tokens: Number(item?.["tokens"] ?? 0),
  work_ms: Number(item?.["work_ms"] ?? 0),
});
