import type { SessionId } from "../../contracts/ids.ts";
import type { Entry } from "../../contracts/records.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";

/** The whole text of an entry. @throws Fault `text_missing` (retry). */
export async function entryText(ports: Pick<Ports, "mailboxes">, sessionId: SessionId, entry: Entry): Promise<string> {
  if (entry.text_elsewhere !== true) return entry.text;
  const text = await ports.mailboxes.readText(sessionId, entry.event_id);
  if (text === null) throw new Fault("text_missing", "retry", { event_id: entry.event_id });
  return text;
}
