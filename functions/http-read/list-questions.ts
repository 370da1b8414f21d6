import { RunPath } from "../../shared/contracts/run-path.ts";
import { presentQuestion } from "../../shared/domain/present/present-question.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { wholePage } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { findRun } from "../../shared/steps/runs/show-run.ts";
import { ownRun } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/runs/{run_id}/questions`: everything the run asked, in one page, in the order it was asked. */
export function listQuestions({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: RunPath }, async ({ owner, path }) => {
    const owned = await ownRun(reader, owner, path.run_id);
    if (owned.kind === "not_found") return problem("not_found");
    const stored = await findRun(reader, owned.mailbox, owned.turn);
    if (stored.kind === "not_found") return problem("not_found");
    const questions = await reader.questions(owned.mailbox.session_id, owned.turn);
    const inOrder = questions.toSorted((one, other) => one.asked_seq - other.asked_seq || (one.id < other.id ? -1 : 1));
    return ok(wholePage(inOrder.map(presentQuestion)));
  });
}
