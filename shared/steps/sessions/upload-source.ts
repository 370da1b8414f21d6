import type { SessionId } from "../../contracts/ids.ts";
import type { Source } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import { type IncomingSource, newSources } from "../mailbox/incoming-source.ts";

export type UploadOutcome =
  | { readonly kind: "added"; readonly source: Source }
  | { readonly kind: "not_found" | "archived" };

/** Adds a source to a session, to be named by id in later runs and messages. */
export async function uploadSource(
  ports: Pick<Ports, "mailboxes" | "clock" | "ids">,
  who: { readonly owner: string; readonly session_id: SessionId },
  incoming: Exclude<IncomingSource, { upload_id: unknown }>,
): Promise<UploadOutcome> {
  const [source] = newSources(ports.ids, who.session_id, [incoming], ports.clock.now());
  if (source === undefined) return { kind: "not_found" };
  const added = await ports.mailboxes.addSources(who.session_id, who.owner, [source]);
  if (added !== "added") return { kind: added };
  const { text: _text, ...described } = source;
  return { kind: "added", source: described };
}
