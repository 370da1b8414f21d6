/** The Lambda functions that stand behind HTTP routes; each is a folder under `functions/`. */
export type HttpFunction = "accept" | "http-write" | "http-read" | "openapi";

/** Who may call a route: the owner of a valid token, a token with the operator scope, or anybody. */
export type RouteAuth = "owner" | "operator" | "none";

/** One route of the HTTP API. `path` is spelled as in an API Gateway route key. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly function: HttpFunction;
  readonly auth: RouteAuth;
  readonly summary: string;
}

/** Every route there is. The stack, the OpenAPI document and the handlers' dispatch are made from this list alone. */
export const routes: readonly Route[] = [
  {
    method: "POST",
    path: "/api/sessions",
    function: "http-write",
    auth: "owner",
    summary: "Open a session with an agent",
  },
  { method: "GET", path: "/api/sessions", function: "http-read", auth: "owner", summary: "List your sessions" },
  {
    method: "GET",
    path: "/api/sessions/{session_id}",
    function: "http-read",
    auth: "owner",
    summary: "Read a session",
  },
  {
    method: "GET",
    path: "/api/sessions/{session_id}/messages",
    function: "http-read",
    auth: "owner",
    summary: "List what was said in a session",
  },
  {
    method: "GET",
    path: "/api/sessions/{session_id}/memory",
    function: "http-read",
    auth: "owner",
    summary: "Read what the session remembers",
  },
  {
    method: "POST",
    path: "/api/sessions/{session_id}/archive",
    function: "http-write",
    auth: "owner",
    summary: "Archive a session and drop its wakes",
  },
  {
    method: "POST",
    path: "/api/sessions/{session_id}/uploads",
    function: "http-write",
    auth: "owner",
    summary: "Add a source for later messages",
  },
  {
    method: "GET",
    path: "/api/sessions/{session_id}/mailbox",
    function: "http-read",
    auth: "owner",
    summary: "List what waits for the next fold",
  },
  {
    method: "PATCH",
    path: "/api/sessions/{session_id}/mailbox/{event_id}",
    function: "http-write",
    auth: "owner",
    summary: "Edit or reorder a waiting follow-up",
  },
  {
    method: "DELETE",
    path: "/api/sessions/{session_id}/mailbox/{event_id}",
    function: "http-write",
    auth: "owner",
    summary: "Withdraw a waiting follow-up",
  },
  { method: "POST", path: "/api/runs", function: "http-write", auth: "owner", summary: "Start a run" },
  { method: "GET", path: "/api/runs/{run_id}", function: "http-read", auth: "owner", summary: "Read a run" },
  {
    method: "GET",
    path: "/api/runs/{run_id}/events",
    function: "http-read",
    auth: "owner",
    summary: "Read a run's events, or wait for new ones",
  },
  {
    method: "GET",
    path: "/api/runs/{run_id}/tasks",
    function: "http-read",
    auth: "owner",
    summary: "List the tasks of a revision",
  },
  {
    method: "GET",
    path: "/api/runs/{run_id}/revisions",
    function: "http-read",
    auth: "owner",
    summary: "List the revisions of a run",
  },
  {
    method: "GET",
    path: "/api/runs/{run_id}/artifacts",
    function: "http-read",
    auth: "owner",
    summary: "List the artifacts of a run",
  },
  {
    method: "GET",
    path: "/api/runs/{run_id}/artifacts/{artifact_id}",
    function: "http-read",
    auth: "owner",
    summary: "Read an artifact",
  },
  {
    method: "POST",
    path: "/api/runs/{run_id}/messages",
    function: "accept",
    auth: "owner",
    summary: "Send a follow-up to a run",
  },
  {
    method: "POST",
    path: "/api/runs/{run_id}/cancel",
    function: "http-write",
    auth: "owner",
    summary: "Cancel a run",
  },
  {
    method: "GET",
    path: "/api/followups",
    function: "http-read",
    auth: "owner",
    summary: "List the wakes of a session",
  },
  {
    method: "GET",
    path: "/api/followups/{followup_id}",
    function: "http-read",
    auth: "owner",
    summary: "Read a wake",
  },
  {
    method: "DELETE",
    path: "/api/followups/{followup_id}",
    function: "http-write",
    auth: "owner",
    summary: "Cancel a wake that has not fired",
  },
  {
    method: "GET",
    path: "/api/agents/{slug}/follow-ups",
    function: "http-read",
    auth: "operator",
    summary: "List the wakes of an agent, newest first",
  },
  { method: "GET", path: "/openapi.json", function: "openapi", auth: "none", summary: "Read this description" },
];
