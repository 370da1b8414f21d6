import type { SessionId } from "../contracts/ids.ts";
import type { Millis } from "../contracts/records.ts";
import type { DocumentItem } from "../contracts/session-document.ts";
import type { NewSession, OpenOutcome } from "./stores.ts";

/** What the mailbox of a session that was somewhere else goes on from. */
export type Counters = {
  /** Last number given to an event. */
  readonly seq: number;
  readonly turns: number;
  readonly memories: number;
  /** The person has set rules. */
  readonly has_rules: boolean;
  /** Number of the newest thing a person sent; 0 for none. */
  readonly said: number;
};

/** A session that is made of a document. `digest`: of the document, which tells a repeat from another one. */
export type Importing = { readonly id: SessionId; readonly owner: string; readonly digest: string };

export type Imported = NewSession & Importing;

/**
 * Making a session of a document. Nobody can see any of it before {@link ImportStore.finish}; what a process that died
 * before left behind is removed by the sweeper, like the rest of a session that was deleted.
 */
export interface ImportStore {
  /** `exists`: it was made before. `gone`: it is being made of another document, or was removed since. */
  begin(session: Importing, now: Millis): Promise<"begun" | "exists" | "gone">;
  /**
   * Every write expects that the import is still under way. `lost`: another attempt finished it, or it is being removed.
   * @throws the reason of `signal` when it is aborted before everything is written.
   */
  write(session: Importing, items: readonly DocumentItem[], signal: AbortSignal): Promise<"written" | "lost">;
  finish(session: Imported, counters: Counters): Promise<OpenOutcome>;
  /** Digest of the document that a session was made of; null when it was not made of one, or is not there. */
  digestOf(sessionId: SessionId): Promise<string | null>;
}
