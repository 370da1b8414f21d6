import type { Process } from "../process.ts";
import type { Change, Item, Partition } from "../shadow.ts";

/*
 * Rows as they are stored, as far as the invariants look at them. They are written down here once more and not taken from
 * the product, so that what is checked does not change with what is checked.
 */

export type EntryRow = {
  readonly kind: "start_run" | "follow_up" | "wake";
  readonly turn?: number;
  readonly text: string;
  readonly received_at: number;
  readonly origin: { readonly type: "person" | "wake" | "system"; readonly followup_id?: string };
  readonly state: "waiting" | "answering";
  readonly edits?: number;
  readonly on_busy?: string;
  readonly verdict?: { readonly route: string; readonly with_change?: true };
  readonly retry?: boolean;
};

export type MailboxRow = {
  readonly owner: string;
  readonly status: "active" | "archived";
  readonly seq: number;
  readonly accepted: number;
  readonly turns: number;
  readonly entries: Readonly<Record<string, EntryRow>>;
  readonly seq_of: Readonly<Record<string, number>>;
  readonly turn_of: Readonly<Record<string, number>>;
  readonly active_turn?: number;
  readonly pending_wakes?: number;
  readonly lock_token?: string;
  readonly lock_until?: number;
  readonly att_at?: number;
};

export type Disposition =
  | { readonly kind: "answered"; readonly artifact_id: string }
  | { readonly kind: "merged"; readonly dag_version: number }
  | { readonly kind: "filled"; readonly question_ids: readonly string[] }
  | { readonly kind: "started_run"; readonly run_id: string }
  | { readonly kind: "superseded"; readonly by: string; readonly dag_version: number }
  | { readonly kind: "withdrawn" | "refused"; readonly reason?: string };

/** A closed entry, or an event of its own. */
export type EventRow = {
  readonly seq: number;
  readonly span?: number;
  readonly turn: number;
  readonly entry?: EntryRow & { readonly event_id: string };
  readonly disposition?: Disposition;
  readonly type?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
};

export type RunRow = {
  readonly turn: number;
  readonly agent: string;
  readonly status: string;
  readonly dag_version: number;
  readonly rev: number;
  readonly created_at: number;
  readonly delivery_id?: string;
  readonly delivered_version?: number;
  readonly open_questions?: readonly string[];
  readonly discarded?: readonly number[];
  readonly failure?: { readonly code: string };
  readonly wake?: { readonly followup_id: string; readonly depth: number; readonly root_id: string };
};

export type NodeRow = {
  readonly step_id: string;
  readonly cell_id: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly depends_on: readonly string[];
};

export type RevisionRow = {
  readonly turn: number;
  readonly dag_version: number;
  readonly base_version?: number;
  readonly nodes: readonly NodeRow[];
  readonly reused: readonly string[];
  readonly reused_artifacts?: readonly string[];
  readonly brief: { readonly words?: readonly string[]; readonly loud?: boolean };
  readonly caused_by: readonly {
    readonly event_id: string;
    readonly seq: number;
    readonly text: string;
    readonly became: unknown;
    readonly superseded_by: string | null;
  }[];
};

export type TaskRow = NodeRow & {
  readonly turn: number;
  readonly dag_version: number;
  readonly status: string;
  readonly artifact_id?: string;
};

export type WorkRow = {
  readonly status: "running" | "done";
  readonly claim_token?: string;
  readonly until: number;
  readonly artifact_id?: string;
  readonly fresh_until?: number;
  readonly dag_version?: number;
};

export type WakeRow = {
  readonly followup_id: string;
  readonly target: string;
  readonly from_agent: string;
  readonly status: "scheduled" | "fired" | "cancelled" | "dropped";
  readonly dropped_reason?: string;
  readonly dedup_key?: string;
  readonly fires_at: number;
  readonly depth: number;
  readonly root_id: string;
  readonly scheduled_by_turn: number;
  readonly run_id?: string;
  readonly rung_at?: number;
};

export type QuestionRow = {
  readonly id: string;
  readonly turn: number;
  readonly status: "open" | "answered" | "expired" | "withdrawn";
  readonly answer?: unknown;
  readonly default?: unknown;
  readonly expires_at?: number;
  readonly answered_by?: string;
};

/** One request that wrote into one session. */
export type Written = {
  readonly by: Process;
  readonly pk: string;
  readonly changes: readonly Change[];
  /** The session as it is now. */
  readonly now: Partition;
  /** An item of it as it was before. */
  before(sk: string): Item | null;
};

export const row = <T>(item: Item | null): T | null => item as T | null;

/** Every row of a family, as it is now. */
export const rows = <T>(partition: Partition, family: string): readonly T[] =>
  [...partition.family(family).values()] as unknown as readonly T[];

/** What changed in a family. */
export function changed<T>(
  written: Written,
  family: string,
): readonly { sk: string; before: T | null; after: T | null }[] {
  return written.changes
    .filter(({ sk }) => sk === family || sk.startsWith(`${family}#`))
    .map(({ sk, before, after }) => ({ sk, before: row<T>(before), after: row<T>(after) }));
}

export const mailboxOf = (partition: Partition): MailboxRow | null => row<MailboxRow>(partition.get("MAILBOX"));

/** States in which a run goes on. */
export const isLive = ({ status }: RunRow): boolean => ["planned", "queued", "running"].includes(status);

export const runSk = (turn: number): string => `RUN#${String(turn).padStart(7, "0")}`;
export const revisionSk = (turn: number, version: number): string =>
  `REV#${String(turn).padStart(7, "0")}#${String(version).padStart(6, "0")}`;
export const taskSk = (turn: number, version: number, step: string): string =>
  `TASK#${String(turn).padStart(7, "0")}#${String(version).padStart(6, "0")}#${step}`;
export const artifactSk = (turn: number, id: string): string => `ART#${String(turn).padStart(7, "0")}#${id}`;
