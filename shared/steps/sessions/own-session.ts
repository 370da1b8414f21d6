import { locateRun, type RunId, type SessionId } from "../../contracts/ids.ts";
import type { Mailbox } from "../../contracts/records.ts";
import type { Reader } from "../../ports/reader.ts";

/** A session of the owner, or nothing: what is another's is not told from what does not exist. */
export type Owned = { readonly kind: "found"; readonly mailbox: Mailbox } | { readonly kind: "not_found" };

/** A run's place in a session of the owner. Whether the run exists is another question. */
export type OwnedRun =
  | { readonly kind: "found"; readonly mailbox: Mailbox; readonly turn: number }
  | { readonly kind: "not_found" };

/** The session's mailbox if it is the owner's. */
export async function ownSession(reader: Reader, owner: string, sessionId: SessionId): Promise<Owned> {
  const mailbox = await reader.mailbox(sessionId);
  return mailbox === null || mailbox.owner !== owner ? { kind: "not_found" } : { kind: "found", mailbox };
}

/** The mailbox of the run's session if it is the owner's and has given out this turn. */
export async function ownRun(reader: Reader, owner: string, runId: RunId): Promise<OwnedRun> {
  const { sessionId, turn } = locateRun(runId);
  const owned = await ownSession(reader, owner, sessionId);
  if (owned.kind === "not_found" || turn > owned.mailbox.turns) return { kind: "not_found" };
  return { kind: "found", mailbox: owned.mailbox, turn };
}
