import { EditMailboxEntry } from "../../shared/contracts/mailbox-entry.ts";
import { EntryPath } from "../../shared/contracts/parameters.ts";
import type { EditOutcome } from "../../shared/ports/stores.ts";
import { type Answer, noContent, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { editEntry, type MoveOutcome, moveEntry } from "../../shared/steps/mailbox/edit-mailbox.ts";

/** `PATCH /api/sessions/{session_id}/mailbox/{event_id}`: other words or another place for an entry that still waits. */
export function patchEntry(ports: WritePorts): Endpoint {
  return endpoint({ path: EntryPath, body: EditMailboxEntry }, async ({ owner, path, body }) => {
    const which = { owner, ...path };
    const outcome = "text" in body ? await editEntry(ports, which, body.text) : await moveEntry(ports, which, body);
    return answerTo(outcome.kind);
  });
}

function answerTo(outcome: MoveOutcome["kind"] | EditOutcome["kind"]): Answer {
  switch (outcome) {
    case "edited":
    case "placed":
      return noContent;
    case "not_found":
      return problem("not_found");
    case "taken":
      return problem("entry_taken");
    case "has_answers":
      return problem("entry_has_answers");
    case "begun":
      return problem("entry_begun");
    case "other_taken":
      return problem("entry_taken", { detail: "The entry that it is to stand before does not wait any more." });
    case "contended":
      return problem("unavailable", { retryAfterSeconds: 1 });
  }
}
