import { CreateSession } from "../../shared/contracts/session.ts";
import { presentSession } from "../../shared/domain/present/present.ts";
import { created, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { createSession } from "../../shared/steps/sessions/create-session.ts";

/** `POST /api/sessions`. */
export function postSession(ports: WritePorts): Endpoint {
  return endpoint({ body: CreateSession }, async ({ owner, body, idempotencyKey }) => {
    const outcome = await createSession(ports, {
      owner,
      agent: body.agent,
      channel: body.channel ?? null,
      ...(body.title === undefined ? {} : { title: body.title }),
      ...(idempotencyKey === null ? {} : { idempotency_key: idempotencyKey }),
    });
    switch (outcome.kind) {
      case "unknown_agent":
        return problem("unknown_agent");
      case "key_reused":
        return problem("idempotency_key_reused");
      case "created":
      case "repeated":
        return created(`/api/sessions/${outcome.session.id}`, presentSession(outcome.session));
    }
  });
}
