import type { SessionId } from "../contracts/ids.ts";
import type { DocumentItem } from "../contracts/session-document.ts";
import type { Slice } from "./reader.ts";

/** An item of a session's document, and where it stands: what comes after it comes after `position`. */
export type Placed = { readonly position: string; readonly item: DocumentItem };

/** Which part: at most `limit` items after a position that is one, null for the beginning; `upTo`: number of the last event in it. */
export type DocumentPage = { readonly after: string | null; readonly limit: number; readonly upTo: number };

/** Reading a session whole. Does not look at the owner: the caller compares first. */
export interface DocumentStore {
  /** Runs first, then what they made, what was said, sources, memory, wakes; less than `limit` when items are long. */
  items(sessionId: SessionId, page: DocumentPage): Promise<Slice<Placed>>;
  /** Whether an item of a document could stand there. */
  isPosition(position: string): boolean;
}
