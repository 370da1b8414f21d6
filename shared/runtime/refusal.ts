import type { AcceptOutcome } from "../ports/stores.ts";
import { type Answer, problem } from "./answer.ts";

/** The answer to what a session's mailbox did not take. */
export function refusal(kind: Exclude<AcceptOutcome["kind"], "accepted" | "repeated">): Answer {
  switch (kind) {
    case "not_found":
      return problem("not_found");
    case "archived":
      return problem("session_archived");
    case "full":
      return problem("mailbox_full", { retryAfterSeconds: 5 });
    case "busy":
      return problem("run_busy");
    case "key_reused":
      return problem("idempotency_key_reused");
  }
}
