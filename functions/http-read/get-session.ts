import { SessionPath } from "../../shared/contracts/parameters.ts";
import { presentSessionDetail } from "../../shared/domain/present/present.ts";
import { SUMMARY_ID } from "../../shared/domain/sessions/memory.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/sessions/{session_id}`. */
export function getSession({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: SessionPath }, async ({ owner, path }) => {
    const owned = await ownSession(reader, owner, path.session_id);
    const session = owned.kind === "found" ? await reader.session(path.session_id) : null;
    if (owned.kind === "not_found" || session === null) return problem("not_found");
    const summary = await reader.memory(path.session_id, SUMMARY_ID);
    return ok(presentSessionDetail(session, owned.mailbox, summary));
  });
}
