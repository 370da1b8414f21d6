import type { SessionId, SourceId } from "../contracts/ids.ts";
import type { Memory } from "../contracts/records.ts";
import type { Remembered } from "../domain/sessions/recall.ts";

/** What a session remembers. Every read is bounded: it costs the same however long the session is. */
export interface MemoryStore {
  /** The newest rules that a person set, at most a hundred, oldest first; also those that were taken back. */
  rules(sessionId: SessionId): Promise<readonly Memory[]>;
  /** What a turn may see: the rules, the summary, the newest notes, and what is known of these sources. */
  read(sessionId: SessionId, sourceIds: readonly SourceId[]): Promise<Remembered>;
  summary(sessionId: SessionId): Promise<Memory | null>;
}
