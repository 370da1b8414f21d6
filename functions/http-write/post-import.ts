import { ImportSession } from "../../shared/contracts/session-document.ts";
import { wireLimits } from "../../shared/contracts/wire-limits.ts";
import { presentSession } from "../../shared/domain/present/present.ts";
import { created, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import { bodyErrors } from "../../shared/runtime/input-errors.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { importSession } from "../../shared/steps/sessions/import-session.ts";

/** `POST /api/sessions/import`: a new session of the caller, made of one that was exported. */
export function postImport(ports: WritePorts): Endpoint {
  return endpoint(
    { body: ImportSession, bodyDepth: wireLimits.documentDepth },
    async ({ owner, body, idempotencyKey, signal }) => {
      const key = idempotencyKey === null ? {} : { idempotency_key: idempotencyKey };
      const outcome = await importSession(ports, body, { owner, signal, ...key });
      switch (outcome.kind) {
        case "imported":
        case "repeated":
          return created(`/api/sessions/${outcome.session.id}`, presentSession(outcome.session));
        case "malformed":
          return problem("invalid_request", { errors: bodyErrors(outcome.error) });
        case "flawed":
          return problem("invalid_request", { errors: outcome.flaws });
        case "unknown_agent":
          return problem("unknown_agent");
        case "key_reused":
          return problem("idempotency_key_reused");
      }
    },
  );
}
