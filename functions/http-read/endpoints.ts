import type { Endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { getArtifact } from "./get-artifact.ts";
import { getExport } from "./get-export.ts";
import { getFollowup } from "./get-followup.ts";
import { getRun } from "./get-run.ts";
import { getSession } from "./get-session.ts";
import { listArtifacts } from "./list-artifacts.ts";
import { listEvents } from "./list-events.ts";
import { listFollowups } from "./list-followups.ts";
import { listMailbox } from "./list-mailbox.ts";
import { listMemory } from "./list-memory.ts";
import { listMessages } from "./list-messages.ts";
import { listQuestions } from "./list-questions.ts";
import { listRevisions } from "./list-revisions.ts";
import { listSessions } from "./list-sessions.ts";
import { listTasks } from "./list-tasks.ts";

/** The routes of this function, by route key. */
export function readEndpoints(ports: ReadPorts): Readonly<Record<string, Endpoint>> {
  return {
    "GET /api/sessions": listSessions(ports),
    "GET /api/sessions/{session_id}": getSession(ports),
    "GET /api/sessions/{session_id}/export": getExport(ports),
    "GET /api/sessions/{session_id}/messages": listMessages(ports),
    "GET /api/sessions/{session_id}/memory": listMemory(ports),
    "GET /api/sessions/{session_id}/mailbox": listMailbox(ports),
    "GET /api/runs/{run_id}": getRun(ports),
    "GET /api/runs/{run_id}/events": listEvents(ports),
    "GET /api/runs/{run_id}/tasks": listTasks(ports),
    "GET /api/runs/{run_id}/revisions": listRevisions(ports),
    "GET /api/runs/{run_id}/questions": listQuestions(ports),
    "GET /api/runs/{run_id}/artifacts": listArtifacts(ports),
    "GET /api/runs/{run_id}/artifacts/{artifact_id}": getArtifact(ports),
    "GET /api/followups": listFollowups(ports),
    "GET /api/followups/{followup_id}": getFollowup(ports),
  };
}
