import { SessionPath } from "../../shared/contracts/parameters.ts";
import { noContent, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { deleteSession } from "../../shared/steps/sessions/remove-session.ts";

/** `DELETE /api/sessions/{session_id}`; deleting it again changes nothing. */
export function deleteSessionEndpoint(ports: WritePorts): Endpoint {
  return endpoint({ path: SessionPath }, async ({ owner, path }) => {
    const outcome = await deleteSession(ports, { owner, session_id: path.session_id });
    return outcome === "not_found" ? problem("not_found") : noContent;
  });
}
