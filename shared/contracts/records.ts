import type { EventType } from "./event-type.ts";
import type { ArtifactId, EventId, FollowupId, QuestionId, RunId, SessionId, SourceId } from "./ids.ts";
import type { Json, JsonObject } from "./json.ts";
import type { StepAnswers } from "./question.ts";
import type { WakeNote } from "./wake.ts";

/** Epoch milliseconds. */
export type Millis = number;

/** What a run may be in. */
export type RunStatus = "planned" | "queued" | "running" | "awaiting_input" | "completed" | "failed" | "canceled";

/** Run states in which nothing more happens unless a follow-up comes. */
export const terminalStatuses: readonly RunStatus[] = ["completed", "failed", "canceled"];

/** Who caused an entry. Machine turns can never answer a question or approve anything. */
export type Origin =
  | { readonly type: "person"; readonly owner: string }
  | { readonly type: "wake"; readonly followup_id: FollowupId }
  | { readonly type: "system" };

/** What to do with a message that comes while a run is going on. */
export type OnBusy = "revise" | "enqueue" | "reject" | "rollback";

/** Where a follow-up goes: what it wants decides, not when it came. */
export type Route = "direct_answer" | "resume_need_input" | "revise_run" | "new_run";

/** The classifier's verdict as it is stored and shown. `with_change`: a turn schedules, and then the change is made. */
export type Verdict = {
  readonly route: Route;
  readonly reason: string;
  /** Which side decided: rules, the model, or the safe path when the model was unusable. */
  readonly by: "rules" | "model" | "fallback";
  readonly with_change?: true;
};

/** One thing that waits in the mailbox. `seq` and `turn` come from the mailbox's counters. */
export type Entry = {
  readonly event_id: EventId;
  readonly seq: number;
  readonly kind: "start_run" | "follow_up" | "wake";
  /** The run it is addressed to; for `start_run` the run that it starts; for `wake` the run that scheduled it. */
  readonly turn: number;
  readonly text: string;
  /** True when `text` is only the beginning and the whole is in the entry's own text item. */
  readonly text_elsewhere?: boolean;
  readonly received_at: Millis;
  readonly origin: Origin;
  /** As the message said; absent: as its agent says. */
  readonly on_busy?: OnBusy;
  readonly agent?: string;
  readonly source_ids?: readonly SourceId[];
  readonly answers?: JsonObject;
  /** The person wants a run that failed to be done again as it was planned; see {@link isRetry}. */
  readonly retry?: true;
  /** `answering`: an answer task is at work on it; it leaves the mailbox with the answer. */
  readonly state: "waiting" | "answering";
  readonly verdict?: Verdict;
  /** How often its text was changed while it waited. */
  readonly edits?: number;
  /** How often the mailbox had been put in another order when this was read; not stored with it. */
  readonly shuffles?: number;
  /** For a wake: when it was due. */
  readonly due_at?: Millis;
};

/** True for the wish to do a failed run again. With other words put into it, it is a message like any other. */
export const isRetry = ({ retry, edits }: Entry): boolean => retry === true && edits === undefined;

/** How an entry ended. Every entry gets exactly one (invariant 1). */
export type Disposition =
  | { readonly kind: "answered"; readonly artifact_id: ArtifactId }
  | { readonly kind: "merged"; readonly dag_version: number }
  | { readonly kind: "filled"; readonly question_ids: readonly string[] }
  | { readonly kind: "started_run"; readonly run_id: RunId }
  | { readonly kind: "superseded"; readonly by: EventId; readonly dag_version: number }
  | { readonly kind: "withdrawn" }
  /** `detail`: what made it so, where the reason alone does not say what can be done about it. */
  | { readonly kind: "refused"; readonly reason: string; readonly detail?: string };

/** The one synchronisation point of a session. */
export type Mailbox = {
  readonly session_id: SessionId;
  readonly owner: string;
  readonly agent: string;
  readonly status: "active" | "archived";
  /** What the agent said when the session was opened, for messages that say nothing themselves. */
  readonly on_busy: OnBusy;
  /** Last number given to an event of this session; numbers have no gaps. */
  readonly seq: number;
  /** Entries and uploads accepted so far; the holder of the lock compares it before letting go. */
  readonly accepted: number;
  /** Runs numbered so far. */
  readonly turns: number;
  /** What waits, in the order in which it is to be taken. */
  readonly entries: readonly Entry[];
  /** The turn of the run that is going on. */
  readonly active_turn?: number;
  /** Memories written so far. */
  readonly memory_version: number;
  /** The person has set rules that hold from then on. */
  readonly has_rules?: true;
  /** Wakes that are pending. */
  readonly pending_wakes: number;
  /** Of these, by the agent they wake. */
  readonly waking?: Readonly<Record<string, number>>;
  /** Number of the newest thing a person sent. */
  readonly said_seq?: number;
  /** Recent entries by the ULID of their event id: payload hash and epoch ms, as `hash:ms`. */
  readonly seen: Readonly<Record<string, string>>;
  readonly lock_token?: string;
  readonly lock_until?: Millis;
  /** How often the lock was taken since anything came of it, and since when. */
  readonly tries?: number;
  readonly trying_since?: Millis;
  readonly attention_at?: Millis;
  readonly uploaded_at?: Millis;
};

/** The long-lived conversation between an owner and an agent. */
export type Session = {
  readonly id: SessionId;
  readonly owner: string;
  readonly agent: string;
  readonly title: string;
  readonly channel: JsonObject | null;
  readonly status: "active" | "archived";
  readonly created_at: Millis;
};

/** One execution turn. `rev` grows with every write; writers compare it. */
export type Run = {
  readonly session_id: SessionId;
  readonly turn: number;
  readonly agent: string;
  readonly status: RunStatus;
  readonly dag_version: number;
  readonly rev: number;
  readonly input_text: string;
  readonly parent_turn?: number;
  readonly source_ids: readonly SourceId[];
  readonly origin: Origin;
  readonly created_at: Millis;
  readonly updated_at: Millis;
  /** The artifact a person reads, of the newest delivered version. */
  readonly delivery_id?: ArtifactId;
  readonly delivered_version?: number;
  /** Versions that were canceled with the wish to use nothing of what they made; the newest hundred. */
  readonly discarded?: readonly number[];
  /** Why it failed: a stable code and a sentence without internals. */
  readonly failure?: { readonly code: string; readonly message: string };
  /** Follow-ups suggested with the newest delivery; withdrawn ones behind them. */
  readonly suggestions?: readonly Suggestion[];
  /** Questions that wait for an answer. */
  readonly open_questions?: readonly QuestionId[];
  /** What the person answered, by step. Kept for later versions. */
  readonly answers?: Readonly<Record<string, StepAnswers>>;
  /** For a woken turn: what it was woken for. */
  readonly wake?: WakeNote;
  /** The mark of the current version's tasks, if they were written ahead: others of its number are of a commit that died. */
  readonly ahead?: string;
};

/** What the steps of one version of a run have used so far. */
export type Spent = { readonly calls: number; readonly tokens: number; readonly work_ms: number };

/** An immutable output. The id is derived from what it was made of, so making it again cannot double it. */
export type Artifact = {
  readonly id: ArtifactId;
  readonly session_id: SessionId;
  readonly turn: number;
  readonly dag_version: number;
  readonly step_id: string;
  readonly cell_id: string;
  /** `output` of a step, the `delivery` of a version, or the `answer` to a follow-up. */
  readonly kind: "output" | "delivery" | "answer";
  readonly content: Json;
  /** Ids of what it rests on: artifacts, claims, passages, sources. */
  readonly rests_on: readonly string[];
  readonly as_of: Millis;
  readonly max_age_ms?: number;
  readonly created_at: Millis;
};

/** A follow-up that is suggested with a delivery, with the route it takes and the part it is about. */
export type Suggestion = {
  readonly text: string;
  readonly route: Route;
  readonly anchor: string | null;
  /** The version that made it pointless. */
  readonly withdrawn_by?: number;
};

/** A source that was sent with a request or uploaded. The text is kept in chunks of its own. */
export type Source = {
  readonly id: SourceId;
  readonly session_id: SessionId;
  readonly name: string;
  readonly media_type: "text/plain" | "text/markdown" | "text/csv" | "application/json";
  readonly bytes: number;
  readonly chunks: number;
  readonly sha256: string;
  readonly created_at: Millis;
};

/** One line of a session's history. */
export type SessionEvent = {
  readonly id: EventId;
  readonly session_id: SessionId;
  readonly seq: number;
  readonly turn: number;
  readonly type: EventType;
  readonly payload: JsonObject;
  readonly created_at: Millis;
};

/**
 * An entry that left the mailbox, as it is stored: one item under the number it was given when it was accepted.
 * It stands for `span` events; `shared/domain/mailbox/entry-events.ts` spells them out, for waiting entries alike.
 */
export type ClosedEntry = {
  readonly span: number;
  readonly seq: number;
  readonly turn: number;
  readonly entry: Entry;
  readonly verdict: Verdict | null;
  readonly disposition: Disposition;
  readonly created_at: Millis;
};

/** Event numbers that an entry takes: what was said, the acknowledgement and the progress line; a wake only itself. */
export const entrySpan = (kind: Entry["kind"]): number => (kind === "wake" ? 1 : 3);

/** Something later turns can use, written in the transaction of what caused it. */
export type Memory = {
  /** `con_` a rule the person set, `mem_` something that happened, `src_` a source, or `summary`. */
  readonly id: string;
  readonly session_id: SessionId;
  readonly source_run_id: RunId;
  readonly kind: "summary" | "preference" | "delivery" | "error" | "source";
  readonly text: string;
  /** 0 to 1. */
  readonly importance: number;
  /** The session's memory counter as of this write. */
  readonly version: number;
  readonly created_at: Millis;
  /** A rule the person set: kept word for word, given to every turn, never part of a summary's cuts. */
  readonly pinned?: true;
  /** The person took the rule back. */
  readonly withdrawn?: true;
  /** Ids of what it is about: an artifact, a source, the message that set the rule. */
  readonly refs: readonly string[];
};
