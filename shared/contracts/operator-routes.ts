import type { Route } from "./route.ts";

const route = (method: Route["method"], path: string, summary: string): Route => ({
  method,
  path,
  function: "operator",
  auth: "operator",
  summary,
});

/** The routes of operators. They reach the sessions of every owner, and each change is recorded with who made it. */
export const operatorRoutes: readonly Route[] = [
  route("GET", "/api/agents", "List the agents and how they may schedule follow-ups"),
  route("GET", "/api/agents/{slug}", "Read how an agent may schedule follow-ups"),
  route("PATCH", "/api/agents/{slug}", "Switch an agent's self-scheduling, or change its limits"),
  route("GET", "/api/agents/{slug}/follow-ups", "List the wakes of an agent, newest first"),
  route("POST", "/api/agents/{slug}/follow-ups/{followup_id}/fire", "Make a wake due now"),
  route("POST", "/api/agents/{slug}/follow-ups/{followup_id}/reschedule", "Give a wake another due time"),
  route("POST", "/api/agents/{slug}/follow-ups/{followup_id}/cancel", "Cancel a wake that has not fired"),
  route("POST", "/api/followup-chains/{root_id}/kill", "Stop a chain of wakes for good"),
  route("GET", "/api/followups/{followup_id}/history", "Explain what happened to a wake"),
  route("GET", "/api/sessions/{session_id}/self-scheduling", "Read how follow-ups may be scheduled in a session"),
  route("PATCH", "/api/sessions/{session_id}/self-scheduling", "Switch self-scheduling in a session, or its limits"),
  route("GET", "/api/operations/overdue", "List what somebody should have looked at by now"),
  route("GET", "/api/operations/dead-letters", "Look at what the queues gave up on"),
  route("POST", "/api/operations/dead-letters/{queue}/redrive", "Put what a queue gave up on back on it"),
  route("GET", "/api/operations/actions", "List what operators did, newest first"),
];
