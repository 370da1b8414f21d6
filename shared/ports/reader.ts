import type { ArtifactId, EventId, FollowupId, SessionId } from "../contracts/ids.ts";
import type { Revision, Task } from "../contracts/plan-records.ts";
import type { Question } from "../contracts/question.ts";
import type { Artifact, ClosedEntry, Mailbox, Memory, Run, Session, SessionEvent } from "../contracts/records.ts";
import type { Wake } from "../contracts/wake.ts";

/** Part of a list. `more`: there is more after the last item. */
export type Slice<Item> = { readonly items: readonly Item[]; readonly more: boolean };

/** How much of a list to read: at most `limit` items after the one with this key. */
export type After<Position> = { readonly after: Position | null; readonly limit: number };

/** An artifact without its content. */
export type ArtifactSummary = Omit<Artifact, "content">;

/** What orders the sessions of an owner. */
export type SessionPosition = Pick<Session, "created_at" | "id">;

/** What orders the wakes of an agent. */
export type WakePosition = Pick<Wake, "created_at" | "session_id" | "followup_id">;

/** One item of a session's history as it is stored. */
export type StoredEvent =
  | { readonly kind: "event"; readonly event: SessionEvent }
  | { readonly kind: "entry"; readonly closed: ClosedEntry };

/** Which part of a session's history: numbers above `after` up to `upTo`, of one run or of all. */
export type EventRange = {
  readonly after: number;
  readonly upTo: number;
  readonly turn: number | null;
  readonly limit: number;
};

/**
 * Everything that an owner is shown. All reads are strongly consistent. None of them looks at the owner: the caller
 * compares {@link Mailbox.owner} first.
 */
export interface Reader {
  mailbox(sessionId: SessionId): Promise<Mailbox | null>;
  session(sessionId: SessionId): Promise<Session | null>;
  /** An owner's sessions, newest first; `after` is the last one seen. */
  sessions(owner: string, page: After<SessionPosition>): Promise<Slice<Session>>;
  run(sessionId: SessionId, turn: number): Promise<Run | null>;
  /** By number. An entry is in range when one of the numbers it spans is. */
  events(sessionId: SessionId, range: EventRange): Promise<Slice<StoredEvent>>;
  /** What the history up to this number tells of a run first; null when it tells nothing of it. */
  firstOfRun(sessionId: SessionId, turn: number, upTo: number): Promise<StoredEvent | null>;
  /** The tasks of one version, by their order; none when it is not committed. */
  tasks(sessionId: SessionId, turn: number, version: number): Promise<readonly Task[]>;
  /** Oldest first; `after` is the last version seen. */
  revisions(sessionId: SessionId, turn: number, page: After<number>): Promise<Slice<Revision>>;
  /** By id, which tells nothing of their age; `after` is the last one seen. */
  artifacts(sessionId: SessionId, turn: number, page: After<ArtifactId>): Promise<Slice<ArtifactSummary>>;
  artifact(sessionId: SessionId, turn: number, id: ArtifactId): Promise<Artifact | null>;
  /** Every question that a run ever asked, by id. */
  questions(sessionId: SessionId, turn: number): Promise<readonly Question[]>;
  /** Those of every run of the session. */
  questionsOfSession(sessionId: SessionId): Promise<readonly Question[]>;
  /** By id; `after` is the last one seen. */
  memories(sessionId: SessionId, page: After<string>): Promise<Slice<Memory>>;
  memory(sessionId: SessionId, id: string): Promise<Memory | null>;
  /** Those that are pending, soonest first. */
  pendingWakes(sessionId: SessionId): Promise<readonly Wake[]>;
  wake(sessionId: SessionId, id: FollowupId): Promise<Wake | null>;
  /** Whole texts of entries whose text is elsewhere, in the order of the ids; null for what is not there. */
  texts(sessionId: SessionId, ids: readonly EventId[]): Promise<readonly (string | null)[]>;
}
