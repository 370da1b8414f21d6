import { SessionPath } from "../../shared/contracts/parameters.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { sessionView } from "./session-view.ts";

/** `GET /api/sessions/{session_id}/self-scheduling`. */
export function getSessionSettings(ports: OperatorPorts): Endpoint {
  return endpoint({ path: SessionPath }, async ({ path }) => {
    const view = await sessionView(ports, path.session_id);
    return view === null ? problem("not_found") : ok(view);
  });
}
