import type { ArtifactId, SessionId } from "../contracts/ids.ts";
import type { Revision, Task } from "../contracts/plan-records.ts";
import type { Artifact, Mailbox, Memory, Millis, Run, Spent } from "../contracts/records.ts";
import type { Need } from "./queues.ts";

/** What is known of a piece of work: a cell with its exact inputs. */
export type Work = {
  readonly status: "running" | "done";
  readonly until: Millis;
  readonly attempts: number;
  readonly artifact_id?: ArtifactId;
  /** The version of the run that claimed it last; absent for work that belongs to none. */
  readonly dag_version?: number;
  /** Until when its artifact may be reused; without end if absent. */
  readonly fresh_until?: Millis;
};

export type ClaimOutcome =
  /** `attempts`: how often it was claimed by now, where that is counted on the work. */
  | { readonly kind: "claimed"; readonly attempts?: number }
  | { readonly kind: "stale" }
  | { readonly kind: "done"; readonly artifact_id: ArtifactId }
  | { readonly kind: "busy"; readonly until: Millis };

/**
 * What a task's work is claimed with. `discarded`: versions of which nothing is to be used. `starts`: the run is `queued`
 * and becomes `running` with it.
 */
export type TaskClaim = {
  readonly work: string;
  readonly token: string;
  readonly discarded: readonly number[];
  readonly starts: boolean;
};

/** A session's run. */
export type RunRef = { readonly session_id: SessionId; readonly turn: number };

/** One version of a run. */
export type VersionRef = RunRef & { readonly dag_version: number };

/** A step of one version of a run. */
export type StepRef = VersionRef & { readonly step_id: string };

/** A piece of work of a run, by its name. */
export type WorkRef = RunRef & { readonly work: string };

/**
 * What is read along with a step because it will be needed if the step is to be worked on, as far as it is there. Rows of
 * steps are as they were at that moment; artifacts never change.
 */
export type Along = {
  readonly steps: ReadonlyMap<string, Task>;
  readonly artifacts: ReadonlyMap<ArtifactId, Artifact>;
  /** For the step that delivers. */
  readonly delivery?: {
    readonly revision: Revision | null;
    readonly summary: Memory | null;
    readonly mailbox: Mailbox | null;
  };
};

/** A step with its run, and what its version has used so far. */
export type TaskRead = {
  readonly run: Run | null;
  readonly task: Task | null;
  readonly spent: Spent;
  readonly along: Along;
};

export interface RunStore {
  readRun(ref: RunRef): Promise<Run | null>;
  readRevision(ref: RunRef, version: number): Promise<Revision | null>;
  /** One request, whatever is read along. */
  readTask(ref: StepRef, needs?: readonly Need[]): Promise<TaskRead>;
  /** Counts what the current version of a run used; how much it is by now. */
  spend(run: VersionRef, used: Spent): Promise<Spent>;
  /** The task of one step in each of these versions, in their order. */
  readStepIn(ref: RunRef, versions: readonly number[], stepId: string): Promise<readonly (Task | null)[]>;
  /** In the order of the steps. */
  readTasks(ref: RunRef, version: number, stepIds: readonly string[]): Promise<readonly (Task | null)[]>;
  readArtifacts(ref: RunRef, ids: readonly ArtifactId[]): Promise<readonly (Artifact | null)[]>;
  readWorks(ref: RunRef, works: readonly string[]): Promise<readonly (Work | null)[]>;
  /**
   * Claims the work of a task of the current version of a live run; the task becomes `running`. Work that is done is
   * claimed anew when its artifact is too old, or was made by a version of which nothing is to be used.
   */
  claimTask(task: Task, claim: TaskClaim, now: Millis): Promise<ClaimOutcome>;
  /** Claims work that belongs to no version. */
  claimWork(ref: WorkRef, token: string, now: Millis): Promise<ClaimOutcome>;
  /** Renews a claim. False when somebody else has claimed it since. */
  holdWork(ref: WorkRef, token: string, until: Millis): Promise<boolean>;
  /** Gives a claim back so that the next attempt need not wait; how often it was claimed, null when it is no longer ours. */
  letGoWork(ref: WorkRef, token: string): Promise<number | null>;
  /** Counts a failure of a step; how many there are by now. */
  stepFailed(ref: StepRef): Promise<number>;
  /**
   * A step is to be tried again though nothing is wrong with it: the claims of it so far do not count against it. `now` is
   * when it was begun, if nothing says that yet.
   */
  stepWaits(ref: StepRef, now: Millis): Promise<void>;
  /** Takes a finished step off a task's `waiting_on`. Repeating it is harmless. The task, done or not, when nothing is left to wait on. */
  stepFinished(ref: StepRef, finished: string): Promise<Task | null>;
}
