import { EditMailboxEntry } from "../../shared/contracts/mailbox-entry.ts";
import { EntryPath } from "../../shared/contracts/parameters.ts";
import { noContent, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { editEntry } from "../../shared/steps/edit-mailbox.ts";

/** `PATCH /api/sessions/{session_id}/mailbox/{event_id}`: other words for an entry that still waits. */
export function patchEntry(ports: WritePorts): Endpoint {
  return endpoint({ path: EntryPath, body: EditMailboxEntry }, async ({ owner, path, body }) => {
    const outcome = await editEntry(ports, { owner, ...path }, body.text);
    switch (outcome.kind) {
      case "edited":
        return noContent;
      case "not_found":
        return problem("not_found");
      case "taken":
        return problem("entry_taken");
    }
  });
}
