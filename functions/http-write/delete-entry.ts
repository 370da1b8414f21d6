import { EntryPath } from "../../shared/contracts/parameters.ts";
import { noContent, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { withdrawEntry } from "../../shared/steps/mailbox/edit-mailbox.ts";

/** `DELETE /api/sessions/{session_id}/mailbox/{event_id}`: withdraws an entry that still waits. */
export function deleteEntry(ports: WritePorts): Endpoint {
  return endpoint({ path: EntryPath }, async ({ owner, path }) => {
    const outcome = await withdrawEntry(ports, { owner, ...path });
    switch (outcome.kind) {
      case "withdrawn":
        return noContent;
      case "not_found":
        return problem("not_found");
      case "taken":
        return problem("entry_taken");
    }
  });
}
