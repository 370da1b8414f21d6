import type { Endpoint } from "../../shared/runtime/endpoint.ts";
import type { Log } from "../../shared/runtime/log.ts";
import { nudgingAtBest } from "../../shared/runtime/nudging-at-best.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { deleteEntry } from "./delete-entry.ts";
import { deleteFollowup } from "./delete-followup.ts";
import { deleteSessionEndpoint } from "./delete-session.ts";
import { patchEntry } from "./patch-entry.ts";
import { postArchive } from "./post-archive.ts";
import { postCancel } from "./post-cancel.ts";
import { postImport } from "./post-import.ts";
import { postRetry } from "./post-retry.ts";
import { postRun } from "./post-run.ts";
import { postSession } from "./post-session.ts";
import { postUpload } from "./post-upload.ts";

/** The routes of this function, by route key. */
export function writeEndpoints(given: WritePorts, log: Log): Readonly<Record<string, Endpoint>> {
  const ports = nudgingAtBest(given, log);
  return {
    "POST /api/sessions": postSession(ports),
    "POST /api/sessions/import": postImport(ports),
    "DELETE /api/sessions/{session_id}": deleteSessionEndpoint(ports),
    "POST /api/sessions/{session_id}/archive": postArchive(ports),
    "POST /api/sessions/{session_id}/uploads": postUpload(ports),
    "PATCH /api/sessions/{session_id}/mailbox/{event_id}": patchEntry(ports),
    "DELETE /api/sessions/{session_id}/mailbox/{event_id}": deleteEntry(ports),
    "POST /api/runs": postRun(ports),
    "POST /api/runs/{run_id}/cancel": postCancel(ports),
    "POST /api/runs/{run_id}/retry": postRetry(ports),
    "DELETE /api/followups/{followup_id}": deleteFollowup(ports),
  };
}
