import { SessionPath } from "../../shared/contracts/parameters.ts";
import { presentEntry } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { wholePage } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/sessions/{session_id}/mailbox`: what still waits, at most 64 entries, in one page. */
export function listMailbox({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: SessionPath }, async ({ owner, path }) => {
    const owned = await ownSession(reader, owner, path.session_id);
    if (owned.kind === "not_found") return problem("not_found");
    return ok(wholePage(owned.mailbox.entries.map((entry) => presentEntry(owned.mailbox, entry))));
  });
}
