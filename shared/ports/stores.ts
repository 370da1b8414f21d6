import type { ArtifactId, EventId, FollowupId, SessionId, SourceId } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import type {
  Artifact,
  Disposition,
  Entry,
  EventType,
  Mailbox,
  Memory,
  Millis,
  Revision,
  Run,
  RunStatus,
  Session,
  Source,
  Task,
  Verdict,
} from "../contracts/records.ts";
import type { DropReason, Wake } from "../contracts/wake.ts";
import type { WakeChange } from "./wake-change.ts";

/** An entry before the mailbox has numbered it. `hash` tells a repeat from another payload under the same key; empty when no client gave the key. */
export type NewEntry = Omit<Entry, "seq" | "turn" | "state"> & {
  /** The run it is addressed to; absent for `start_run`, which gets the next turn. */
  readonly turn?: number;
  readonly hash: string;
};

/** What became of an attempt to put an entry into a mailbox. */
export type AcceptOutcome =
  | { readonly kind: "accepted" | "repeated"; readonly seq: number; readonly turn: number }
  /** Unknown, or somebody else's: the caller must not be able to tell. */
  | { readonly kind: "not_found" | "archived" | "full" | "busy" | "key_reused" };

/** A source with its whole text, not stored yet. */
export type NewSource = Source & { readonly text: string };

export interface MailboxStore {
  /** One request (one transaction when sources or a long text come along, and one read then). */
  accept(sessionId: SessionId, owner: string, entry: NewEntry, sources: readonly NewSource[]): Promise<AcceptOutcome>;
  /** A new session with its first entry, in one transaction. */
  open(session: Session, entry: NewEntry | null, sources: readonly NewSource[]): Promise<"opened" | "exists">;
  /** Strongly consistent. */
  read(sessionId: SessionId): Promise<Mailbox | null>;
  /** Takes the lock when it is free or its lease has run out. */
  takeLock(sessionId: SessionId, token: string, now: Millis): Promise<LockOutcome>;
  /** False when the lease was taken over. */
  renewLock(sessionId: SessionId, token: string, now: Millis): Promise<boolean>;
  /** Lets go if nothing was accepted and no run ended since `seen` was read; otherwise answers with what is there now. */
  releaseLock(seen: Mailbox, token: string, attentionAt: Millis | null): Promise<ReleaseOutcome>;
  /** Lets go without a look, after a failure, so that the next attempt need not wait for the lease to run out. */
  dropLock(sessionId: SessionId, token: string): Promise<void>;
  /** Adds sources to a session without an entry. */
  addSources(
    sessionId: SessionId,
    owner: string,
    sources: readonly NewSource[],
  ): Promise<"added" | "not_found" | "archived">;
  /** Changes an entry that still waits. */
  editEntry(sessionId: SessionId, owner: string, eventId: EventId, text: string): Promise<EditOutcome>;
  archive(sessionId: SessionId, owner: string): Promise<"archived" | "not_found">;
  readSession(sessionId: SessionId): Promise<Session | null>;
  /** Whole text of an entry whose text is elsewhere. */
  readText(sessionId: SessionId, eventId: EventId): Promise<string | null>;
}

export type LockOutcome = { readonly kind: "taken"; readonly mailbox: Mailbox } | { readonly kind: "held" | "missing" };

export type ReleaseOutcome =
  | { readonly kind: "released" | "taken_over" }
  | { readonly kind: "more"; readonly mailbox: Mailbox };

export type EditOutcome = { readonly kind: "edited" | "not_found" | "taken" };

/** An event before it has its number. */
export type NewEvent = {
  readonly id: EventId;
  readonly turn: number;
  readonly type: EventType;
  readonly payload: JsonObject;
};

/** One write of a commit. All are conditional where they can lose a race. */
export type CommitWrite =
  | { readonly kind: "run"; readonly run: Run; readonly expect_rev: number | null }
  | {
      readonly kind: "run_is";
      readonly turn: number;
      readonly dag_version: number;
      readonly statuses: readonly RunStatus[];
    }
  | { readonly kind: "revision"; readonly revision: Revision }
  | { readonly kind: "task"; readonly task: Task }
  | {
      readonly kind: "task_ended";
      readonly task: Task;
      readonly status: "done" | "failed";
      readonly artifact_id?: ArtifactId;
      readonly error?: Task["error"];
      readonly at: Millis;
    }
  | {
      readonly kind: "work_done";
      readonly turn: number;
      readonly work: string;
      readonly token: string;
      readonly artifact_id: ArtifactId;
      readonly fresh_until?: Millis;
    }
  | { readonly kind: "artifact"; readonly artifact: Artifact }
  | { readonly kind: "memory"; readonly memory: Memory }
  /** `since_seq`: a key that was cancelled after this event is not taken again. */
  | { readonly kind: "wake_new"; readonly wake: Wake; readonly since_seq?: number }
  | {
      readonly kind: "wake_ended";
      readonly wake: Wake;
      readonly status: "fired" | "cancelled" | "dropped";
      readonly at: Millis;
      readonly dropped_reason?: DropReason;
      readonly run_id?: string;
    };

/** What a commit does to the mailbox. */
export type MailboxChange = {
  /** Entries that leave, each with how it ended. Their events become permanent under their own numbers. */
  readonly close?: readonly {
    readonly entry: Entry;
    readonly verdict: Verdict | null;
    readonly disposition: Disposition;
  }[];
  /** Entries that stay, with what was found out about them. */
  readonly keep?: readonly { readonly entry: Entry; readonly verdict: Verdict; readonly state: Entry["state"] }[];
  /** A number: this run goes on now. Null: no run goes on any more, if it was `was`. */
  readonly active?: { readonly turn: number } | { readonly turn: null; readonly was: number };
  /** The run that this commit creates takes the next turn; it must be this. */
  readonly next_turn?: number;
  /** Wakes that became pending (1) or stopped being so (-1). */
  readonly wakes?: WakeChange;
  /** Counts as something new for the holder of the lock. */
  readonly stir?: boolean;
  /** Nothing is left to happen: leave the attention index, unless an entry waits or the lock is held. */
  readonly calm?: boolean;
  /** The writer's lease; absent for writers that do not hold the lock. */
  readonly lock_token?: string;
};

export type Commit = {
  readonly session_id: SessionId;
  readonly at: Millis;
  readonly mailbox: MailboxChange;
  readonly events: readonly NewEvent[];
  readonly writes: readonly CommitWrite[];
};

export type CommitOutcome =
  | { readonly kind: "done"; readonly mailbox: Mailbox }
  /** Nothing was written. `lost` names what was not as expected. */
  | {
      readonly kind: "lost";
      readonly lost: readonly (
        | "lock"
        | "entry"
        | "cap"
        | "active"
        | "turn"
        | "session"
        /** The session is archived. */
        | "archived"
        /** One is pending for the target already. */
        | "alone"
        /** A person said something since. */
        | "replied"
        | CommitWrite["kind"]
        | "dedup"
        /** The dedup key was cancelled while the turn was going on. */
        | "tombstone"
      )[];
      /** For `dedup`: the wake that already holds the key. */
      readonly pending?: FollowupId;
    };

/** Writes state, events and mailbox together: all of it or nothing, with event numbers that have no gaps. */
export interface Ledger {
  commit(commit: Commit): Promise<CommitOutcome>;
  /** Task rows of a version too large for one commit, written before it becomes visible, under the lock. False: the lock is lost. */
  writeAhead(sessionId: SessionId, lockToken: string, tasks: readonly Task[]): Promise<boolean>;
}

/** What is known of a piece of work: a cell with its exact inputs. */
export type Work = {
  readonly status: "running" | "done";
  readonly until: Millis;
  readonly attempts: number;
  readonly artifact_id?: ArtifactId;
  /** Until when its artifact may be reused; without end if absent. */
  readonly fresh_until?: Millis;
};

export type ClaimOutcome =
  | { readonly kind: "claimed" | "stale" }
  | { readonly kind: "done"; readonly artifact_id: ArtifactId }
  | { readonly kind: "busy"; readonly until: Millis };

/** A session's run. */
export type RunRef = { readonly session_id: SessionId; readonly turn: number };

/** A step of one version of a run. */
export type StepRef = RunRef & { readonly dag_version: number; readonly step_id: string };

/** A piece of work of a run, by its name. */
export type WorkRef = RunRef & { readonly work: string };

export interface RunStore {
  readRun(ref: RunRef): Promise<Run | null>;
  readRevision(ref: RunRef, version: number): Promise<Revision | null>;
  readTask(ref: StepRef): Promise<{ readonly run: Run | null; readonly task: Task | null }>;
  /** In the order of the steps. */
  readTasks(ref: RunRef, version: number, stepIds: readonly string[]): Promise<readonly (Task | null)[]>;
  readArtifacts(ref: RunRef, ids: readonly ArtifactId[]): Promise<readonly (Artifact | null)[]>;
  readWorks(ref: RunRef, works: readonly string[]): Promise<readonly (Work | null)[]>;
  /** Claims the work of a task of the current version of a live run; the task becomes `running`. */
  claimTask(task: Task, work: string, token: string, now: Millis): Promise<ClaimOutcome>;
  /** Claims work that belongs to no version. */
  claimWork(ref: WorkRef, token: string, now: Millis): Promise<ClaimOutcome>;
  /** Renews a claim. False when somebody else has claimed it since. */
  holdWork(ref: WorkRef, token: string, until: Millis): Promise<boolean>;
  /** Gives a claim back so that the next attempt need not wait; how often it was claimed, null when it is no longer ours. */
  letGoWork(ref: WorkRef, token: string): Promise<number | null>;
  /** Takes a finished step off a task's `waiting_on`. Repeating it is harmless. True when nothing is left to wait on. */
  stepFinished(ref: StepRef, finished: string): Promise<boolean>;
  /** `queued` becomes `running`; nothing else changes. */
  markRunning(ref: RunRef, now: Millis): Promise<void>;
}

export interface SourceStore {
  readSources(sessionId: SessionId, ids: readonly SourceId[]): Promise<readonly (Source | null)[]>;
  readSourceText(source: Source): Promise<string>;
}

/** What is overdue: sessions to look at and wakes to ring. */
export type Overdue =
  | { readonly kind: "session"; readonly session_id: SessionId }
  | { readonly kind: "wake"; readonly session_id: SessionId; readonly followup_id: FollowupId };

export interface AttentionStore {
  /** Everything whose time is before `until`, oldest first within a shard. */
  overdue(until: Millis): Promise<readonly Overdue[]>;
}
