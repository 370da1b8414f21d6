import { SessionPath } from "../../shared/contracts/parameters.ts";
import { InlineSource } from "../../shared/contracts/source.ts";
import { presentUpload } from "../../shared/domain/present/present.ts";
import { created, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { uploadSource } from "../../shared/steps/sessions/upload-source.ts";

/** `POST /api/sessions/{session_id}/uploads`: a source for later messages. */
export function postUpload(ports: WritePorts): Endpoint {
  return endpoint({ path: SessionPath, body: InlineSource }, async ({ owner, path, body }) => {
    const outcome = await uploadSource(ports, { owner, session_id: path.session_id }, body);
    switch (outcome.kind) {
      case "added":
        return created(undefined, presentUpload(outcome.source));
      case "not_found":
        return problem("not_found");
      case "archived":
        return problem("session_archived");
    }
  });
}
