import { examples } from "./examples.ts";
import { MemoryView } from "./memory-view.ts";
import { MessageView } from "./message.ts";
import type { Operation } from "./operation.ts";
import { pageOf } from "./page.ts";
import { PageQuery, SessionPath } from "./parameters.ts";
import { CreateSession, SessionDetail, SessionView } from "./session.ts";
import { ImportSession, SessionDocument } from "./session-document.ts";
import { InlineSource } from "./source.ts";
import { Upload } from "./upload.ts";

/** What can be done with a session as a whole, by route key. */
export const sessionOperations: Readonly<Record<string, Operation>> = {
  "POST /api/sessions": {
    id: "createSession",
    body: { schema: CreateSession, example: examples.createSession },
    status: 201,
    says: "The new session.",
    answer: { schema: SessionView, example: examples.session },
    located: true,
    keyed: true,
    codes: ["unknown_agent"],
  },
  "GET /api/sessions": {
    id: "listSessions",
    query: PageQuery,
    status: 200,
    says: "Your sessions, newest first.",
    answer: { schema: pageOf(SessionView), example: examples.sessions },
  },
  "GET /api/sessions/{session_id}": {
    id: "getSession",
    path: SessionPath,
    status: 200,
    says: "The session, and what goes on in it.",
    answer: { schema: SessionDetail, example: examples.sessionDetail },
  },
  "DELETE /api/sessions/{session_id}": {
    id: "deleteSession",
    path: SessionPath,
    status: 204,
    says: "The session and everything in it is gone: from now on it is like one that never was. What is stored of it is removed within minutes. Deleting it again is 204 for a month, then 404.",
  },
  "GET /api/sessions/{session_id}/export": {
    id: "exportSession",
    path: SessionPath,
    query: PageQuery,
    status: 200,
    says: "A page of the session's document. Put the items of all pages together and you have the session.",
    answer: { schema: SessionDocument, example: examples.document },
  },
  "POST /api/sessions/import": {
    id: "importSession",
    body: { schema: ImportSession, example: examples.document },
    status: 201,
    says: "The new session, with an id of its own. Nothing goes on in it: what was under way is ended with the reason `session_imported`.",
    answer: { schema: SessionView, example: examples.session },
    located: true,
    keyed: true,
    codes: ["unknown_agent"],
  },
  "GET /api/sessions/{session_id}/messages": {
    id: "listMessages",
    path: SessionPath,
    query: PageQuery,
    status: 200,
    says: "What was said, oldest first; what still waits is marked.",
    answer: { schema: pageOf(MessageView), example: examples.messages },
  },
  "GET /api/sessions/{session_id}/memory": {
    id: "listMemory",
    path: SessionPath,
    query: PageQuery,
    status: 200,
    says: "What later turns can use.",
    answer: { schema: pageOf(MemoryView), example: examples.memory },
  },
  "POST /api/sessions/{session_id}/archive": {
    id: "archiveSession",
    path: SessionPath,
    status: 200,
    says: "The archived session. Its pending follow-ups are dropped. Archiving again changes nothing.",
    answer: { schema: SessionDetail, example: { ...examples.sessionDetail, status: "archived" } },
  },
  "POST /api/sessions/{session_id}/uploads": {
    id: "uploadSource",
    path: SessionPath,
    body: { schema: InlineSource, example: examples.inlineSource },
    status: 201,
    says: "The stored source. Its id is what `upload_id` names.",
    answer: { schema: Upload, example: examples.upload },
    codes: ["session_archived"],
  },
};
