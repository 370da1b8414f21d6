import { SessionDocument } from "../../shared/contracts/session-document.ts";
import { type Command, word } from "./command.ts";

/** Reads a session page by page and puts it together. */
export const exportSession: Command = {
  usage: "<session_id>",
  says: "The session as one JSON document. Needs the token of its owner, not of an operator.",
  async run(given) {
    const path = `/api/sessions/${encodeURIComponent(word(given, 0, "session_id"))}/export`;
    const read = (cursor?: string) => given.client.get(SessionDocument, path, { query: { limit: "100", cursor } });
    let whole = await read();
    while (whole.next_cursor !== null) {
      const { items, next_cursor } = await read(whole.next_cursor);
      whole = { ...whole, items: [...whole.items, ...items], next_cursor };
    }
    return { json: whole, text: JSON.stringify(whole) };
  },
};
