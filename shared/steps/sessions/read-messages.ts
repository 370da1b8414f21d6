import type { MessageView } from "../../contracts/message.ts";
import type { Mailbox } from "../../contracts/records.ts";
import { messagesOf } from "../../domain/sessions/messages.ts";
import type { Reader } from "../../ports/reader.ts";
import { readHistory, withWholeTexts } from "./read-history.ts";

/** Events that are looked through at a time; about every third is a message. */
const EVENTS_PER_LOOK = 100;

/** What was said in a session after a number, at most `limit` messages, with whole texts. */
export async function readMessages(
  reader: Reader,
  mailbox: Mailbox,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly messages: readonly MessageView[]; readonly more: boolean }> {
  const states = new Map(mailbox.entries.map((entry) => [entry.event_id, entry.state]));
  const found: MessageView[] = [];
  let from = after;
  for (;;) {
    const history = await readHistory(reader, mailbox, { after: from, turn: null, limit: EVENTS_PER_LOOK });
    const events = await withWholeTexts(reader, mailbox, history.events);
    found.push(...messagesOf(events, states));
    if (found.length > limit || !history.more) {
      return { messages: found.slice(0, limit), more: found.length > limit };
    }
    from = history.events.at(-1)?.seq ?? mailbox.seq;
  }
}
