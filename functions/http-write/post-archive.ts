import { SessionPath } from "../../shared/contracts/parameters.ts";
import { presentSessionDetail } from "../../shared/domain/present/present.ts";
import { SUMMARY_ID } from "../../shared/domain/sessions/memory.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { archiveSession } from "../../shared/steps/sessions/archive-session.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";

/** `POST /api/sessions/{session_id}/archive`; archiving again changes nothing. */
export function postArchive(ports: WritePorts): Endpoint {
  return endpoint({ path: SessionPath }, async ({ owner, path }) => {
    const outcome = await archiveSession(ports, { owner, session_id: path.session_id });
    if (outcome === "not_found") return problem("not_found");
    const owned = await ownSession(ports.reader, owner, path.session_id);
    const session = await ports.reader.session(path.session_id);
    if (owned.kind === "not_found" || session === null) return problem("not_found");
    const summary = await ports.reader.memory(path.session_id, SUMMARY_ID);
    return ok(presentSessionDetail(session, owned.mailbox, summary));
  });
}
