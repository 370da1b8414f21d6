import { ArtifactPath } from "../../shared/contracts/parameters.ts";
import { presentArtifact } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownRun } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/runs/{run_id}/artifacts/{artifact_id}`. */
export function getArtifact({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: ArtifactPath }, async ({ owner, path }) => {
    const owned = await ownRun(reader, owner, path.run_id);
    if (owned.kind === "not_found") return problem("not_found");
    const artifact = await reader.artifact(owned.mailbox.session_id, owned.turn, path.artifact_id);
    return artifact === null ? problem("not_found") : ok(presentArtifact(artifact));
  });
}
