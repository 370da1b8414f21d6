import { SessionPath } from "../../shared/contracts/parameters.ts";
import { ChangeSelfScheduling } from "../../shared/contracts/self-scheduling.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { changeSelfScheduling } from "../../shared/steps/wakes/change-self-scheduling.ts";
import { sessionAgent, sessionView } from "./session-view.ts";

/** `PATCH /api/sessions/{session_id}/self-scheduling`: for this session, before what is set for its agent. */
export function patchSessionSettings(ports: OperatorPorts): Endpoint {
  return endpoint({ path: SessionPath, body: ChangeSelfScheduling }, async ({ owner, path, body }) => {
    if ((await sessionAgent(ports, path.session_id)) === undefined) return problem("not_found");
    await changeSelfScheduling(ports, owner, { session_id: path.session_id }, body);
    const view = await sessionView(ports, path.session_id);
    return view === null ? problem("not_found") : ok(view);
  });
}
