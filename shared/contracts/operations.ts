import { ArtifactSummary, ArtifactView } from "./artifact.ts";
import { EventView } from "./event.ts";
import { examples } from "./examples.ts";
import { FollowupView } from "./followup.ts";
import { EditMailboxEntry, MailboxEntryView } from "./mailbox-entry.ts";
import { MessageAccepted } from "./message.ts";
import type { Operation } from "./operation.ts";
import { operatorOperations } from "./operator-operations.ts";
import { pageOf } from "./page.ts";
import {
  ArtifactPath,
  EntryPath,
  EventsQuery,
  FollowupPath,
  FollowupQuery,
  PageQuery,
  SessionPath,
  TasksQuery,
} from "./parameters.ts";
import { PostMessage } from "./post-message.ts";
import type { ProblemCode } from "./problems.ts";
import { QuestionView } from "./question-view.ts";
import { RevisionView } from "./revision.ts";
import { CancelRun, RunAccepted, RunView, StartRun } from "./run.ts";
import { RunPath } from "./run-path.ts";
import { sessionOperations } from "./session-operations.ts";
import { TaskView } from "./task.ts";

const acceptCodes = ["session_archived", "run_busy", "mailbox_full"] as const satisfies readonly ProblemCode[];

/** Every route's operation, by route key. */
export const operations: Readonly<Record<string, Operation>> = {
  ...sessionOperations,
  "GET /api/sessions/{session_id}/mailbox": {
    id: "listMailbox",
    path: SessionPath,
    status: 200,
    says: "What waits for the next fold, in one page.",
    answer: { schema: pageOf(MailboxEntryView), example: examples.mailbox },
  },
  "PATCH /api/sessions/{session_id}/mailbox/{event_id}": {
    id: "editMailboxEntry",
    path: EntryPath,
    body: { schema: EditMailboxEntry, example: examples.editEntry },
    status: 204,
    says: "The entry says something else now, or stands elsewhere among those that wait.",
    codes: ["entry_taken", "entry_has_answers", "entry_begun"],
  },
  "DELETE /api/sessions/{session_id}/mailbox/{event_id}": {
    id: "withdrawMailboxEntry",
    path: EntryPath,
    status: 204,
    says: "The entry is withdrawn. It stays in the history with that disposition. What a turn has scheduled for it stays, too, and is cancelled on its own.",
    codes: ["entry_taken"],
  },
  "POST /api/runs": {
    id: "startRun",
    body: { schema: StartRun, example: examples.startRun },
    status: 202,
    says: "The run waits in the mailbox and will start.",
    answer: { schema: RunAccepted, example: examples.runAccepted },
    located: true,
    keyed: true,
    codes: ["unknown_agent", "not_found", ...acceptCodes],
  },
  "GET /api/runs/{run_id}": {
    id: "getRun",
    path: RunPath,
    status: 200,
    says: "The run. One that still waits in the mailbox is planned.",
    answer: { schema: RunView, example: examples.run },
  },
  "GET /api/runs/{run_id}/events": {
    id: "listEvents",
    path: RunPath,
    query: EventsQuery,
    status: 200,
    says: "Events after a number, oldest first; empty when the time to wait was over before one came.",
    answer: { schema: pageOf(EventView), example: examples.events },
  },
  "GET /api/runs/{run_id}/tasks": {
    id: "listTasks",
    path: RunPath,
    query: TasksQuery,
    status: 200,
    says: "The tasks of one committed version, in one page; none for a version that is not committed.",
    answer: { schema: pageOf(TaskView), example: examples.tasks },
  },
  "GET /api/runs/{run_id}/revisions": {
    id: "listRevisions",
    path: RunPath,
    query: PageQuery,
    status: 200,
    says: "Committed plans, oldest first.",
    answer: { schema: pageOf(RevisionView), example: examples.revisions },
  },
  "GET /api/runs/{run_id}/questions": {
    id: "listQuestions",
    path: RunPath,
    status: 200,
    says: "Every question of the run, open or not, in one page. Answer with `answers` of a message, or in its text.",
    answer: { schema: pageOf(QuestionView), example: examples.questions },
  },
  "GET /api/runs/{run_id}/artifacts": {
    id: "listArtifacts",
    path: RunPath,
    query: PageQuery,
    status: 200,
    says: "Artifacts of every version, without their content.",
    answer: { schema: pageOf(ArtifactSummary), example: examples.artifacts },
  },
  "GET /api/runs/{run_id}/artifacts/{artifact_id}": {
    id: "getArtifact",
    path: ArtifactPath,
    status: 200,
    says: "The artifact with its content. It never changes.",
    answer: { schema: ArtifactView, example: examples.artifact },
  },
  "POST /api/runs/{run_id}/messages": {
    id: "postMessage",
    path: RunPath,
    body: { schema: PostMessage, example: examples.postMessage },
    status: 202,
    says: "The follow-up is recorded and will be taken in. It is visible at once.",
    answer: { schema: MessageAccepted, example: examples.messageAccepted },
    located: true,
    keyed: true,
    codes: acceptCodes,
  },
  "POST /api/runs/{run_id}/cancel": {
    id: "cancelRun",
    path: RunPath,
    body: { schema: CancelRun, example: examples.cancelRun, optional: true },
    status: 200,
    says: "The canceled run. What it made can still be read, and what waits goes on. Canceling again changes nothing.",
    answer: { schema: RunView, example: examples.canceledRun },
    codes: ["run_over"],
  },
  "POST /api/runs/{run_id}/retry": {
    id: "retryRun",
    path: RunPath,
    status: 202,
    says: "A new version of the same plan will be made: what is done is reused, what failed is done again.",
    answer: { schema: MessageAccepted, example: examples.messageAccepted },
    located: true,
    keyed: true,
    codes: [...acceptCodes.filter((code) => code !== "run_busy"), "run_not_failed"],
  },
  "GET /api/followups": {
    id: "listFollowups",
    query: FollowupQuery,
    status: 200,
    says: "Pending follow-ups of the session, soonest first, in one page.",
    answer: { schema: pageOf(FollowupView), example: examples.followups },
    codes: ["not_found"],
  },
  "GET /api/followups/{followup_id}": {
    id: "getFollowup",
    path: FollowupPath,
    query: FollowupQuery,
    status: 200,
    says: "One follow-up, of any status.",
    answer: { schema: FollowupView, example: examples.followup },
  },
  "DELETE /api/followups/{followup_id}": {
    id: "cancelFollowup",
    path: FollowupPath,
    query: FollowupQuery,
    status: 200,
    says: "The cancelled follow-up. Cancelling again changes nothing.",
    answer: { schema: FollowupView, example: examples.cancelledFollowup },
    codes: ["followup_closed"],
  },
  ...operatorOperations,
  "GET /openapi.json": { id: "getDescription", status: 200, says: "An OpenAPI 3.1 document." },
};
