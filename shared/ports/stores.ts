import type { EventType } from "../contracts/event-type.ts";
import type { ArtifactId, EventId, FollowupId, QuestionId, SessionId, SourceId } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Revision, Task } from "../contracts/plan-records.ts";
import type { Question } from "../contracts/question.ts";
import type {
  Artifact,
  Disposition,
  Entry,
  Mailbox,
  Millis,
  OnBusy,
  Run,
  RunStatus,
  Session,
  Source,
  Verdict,
} from "../contracts/records.ts";
import type { NewMemory } from "../domain/sessions/memory.ts";
import type { WakeChange, WakeWrite } from "./wake-change.ts";

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

/** A session to open, with what becomes of messages that come while a run is going on and do not say so themselves. */
export type NewSession = Session & { readonly on_busy: OnBusy };

export interface MailboxStore {
  /** One request (one transaction when sources or a long text come along, and one read then). */
  accept(sessionId: SessionId, owner: string, entry: NewEntry, sources: readonly NewSource[]): Promise<AcceptOutcome>;
  /** A new session with its first entry, in one transaction. */
  open(session: NewSession, entry: NewEntry | null, sources: readonly NewSource[]): Promise<OpenOutcome>;
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
  /** Puts other words into an entry that still waits. */
  editEntry(which: WaitingEntry, text: string): Promise<EditOutcome>;
  /** Puts those that wait in another order, made from `seen`; their numbers stay. */
  placeEntry(which: WaitingEntry, order: readonly EventId[], seen: Mailbox): Promise<PlaceOutcome>;
  /** Whether something that a person sent was in this mailbox and has ended. Costs reads in proportion to the history. */
  hasEnded(sessionId: SessionId, eventId: EventId): Promise<boolean>;
  archive(sessionId: SessionId, owner: string): Promise<"archived" | "not_found">;
  readSession(sessionId: SessionId): Promise<Session | null>;
  /** Whole text of an entry whose text is elsewhere. */
  readText(sessionId: SessionId, eventId: EventId): Promise<string | null>;
}

/** `gone`: there was a session of this id, and it is being removed. */
export type OpenOutcome = "opened" | "exists" | "gone";

export type LockOutcome = { readonly kind: "taken"; readonly mailbox: Mailbox } | { readonly kind: "held" | "missing" };

export type ReleaseOutcome =
  | { readonly kind: "released" | "taken_over" }
  | { readonly kind: "more"; readonly mailbox: Mailbox };

/** Which waiting entry, and whose. */
export type WaitingEntry = { readonly owner: string; readonly session_id: SessionId; readonly event_id: EventId };

/**
 * `has_answers`: it answers by name, and other words would not change that. `begun`: a turn has been at it, and may have
 * scheduled what it asks for later. It is as it was in both.
 */
export type EditOutcome = { readonly kind: "edited" | "not_found" | "taken" | "has_answers" | "begun" };

/** `changed`: something else came or changed since; look again. */
export type PlaceOutcome = { readonly kind: "placed" | "changed" | "not_found" | "taken" };

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
      /** Absent: in any version. */
      readonly dag_version?: number;
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
  /** Work that asked instead of making something: claimable at once, and its attempts do not count. */
  | { readonly kind: "work_let_go"; readonly turn: number; readonly work: string; readonly token: string }
  /** The task is pending and waits for the person; without questions it can start again. */
  | { readonly kind: "task_waits"; readonly task: Task; readonly questions: readonly QuestionId[] }
  /** Whole, as it is from now on. Comes with the run's row, which decides between two that change the same question. */
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "artifact"; readonly artifact: Artifact }
  | { readonly kind: "memory"; readonly memory: NewMemory }
  | WakeWrite;

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
  /** The writer's lease; absent for writers that do not hold the lock. It is let go with the commit when no entry is left. */
  readonly lock_token?: string;
  /** The mailbox, for writers that have read it: if that was just now, the ledger need not read it again. */
  readonly seen?: SeenMailbox;
};

/** A mailbox and when it was read. */
export type SeenMailbox = { readonly mailbox: Mailbox; readonly read_at: Millis };

/** What a writer under the lock brings to a commit. */
export type Held = { readonly lock_token: string; readonly seen: SeenMailbox };

export type Commit = {
  readonly session_id: SessionId;
  readonly at: Millis;
  readonly mailbox: MailboxChange;
  readonly events: readonly NewEvent[];
  readonly writes: readonly CommitWrite[];
};

export type CommitOutcome =
  /** `mailbox`: as it was before. `let_go`: the lock was let go as well. */
  | { readonly kind: "done"; readonly mailbox: Mailbox; readonly let_go: boolean }
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
        /** The chain it belongs to was killed. */
        | "chain"
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

export interface SourceStore {
  readSources(sessionId: SessionId, ids: readonly SourceId[]): Promise<readonly (Source | null)[]>;
  readSourceText(source: Source): Promise<string>;
}
