import type { Operation } from "./operation.ts";
import { operatorExamples as examples } from "./operator-examples.ts";
import { AgentFollowupPath, AgentFollowupsQuery, ChainPath, QueuePath, RedriveQuery } from "./operator-parameters.ts";
import {
  DeadLetterQueue,
  FollowupHistory,
  KilledChain,
  OperatorActionView,
  OperatorFollowup,
  OverdueView,
  Redriven,
} from "./operator-view.ts";
import { pageOf } from "./page.ts";
import { AgentPath, FollowupPath, FollowupQuery, PageQuery, SessionPath } from "./parameters.ts";
import { AgentView, ChangeSelfScheduling, Reschedule, SessionSelfScheduling } from "./self-scheduling.ts";

const change = { schema: ChangeSelfScheduling, example: examples.change };

/** The operations of the operators' routes, by route key. */
export const operatorOperations: Readonly<Record<string, Operation>> = {
  "GET /api/agents": {
    id: "listAgents",
    status: 200,
    says: "Every agent of this deployment, in one page.",
    answer: { schema: pageOf(AgentView), example: examples.agents },
  },
  "GET /api/agents/{slug}": {
    id: "getAgent",
    path: AgentPath,
    status: 200,
    says: "The agent, with the settings that count and where they come from.",
    answer: { schema: AgentView, example: examples.agent },
  },
  "PATCH /api/agents/{slug}": {
    id: "changeAgent",
    path: AgentPath,
    body: change,
    status: 200,
    says: "The agent as it is now. Calls that begin from now on are held to it, and what an agent that was switched off has pending is dropped when it is due.",
    answer: { schema: AgentView, example: examples.agent },
  },
  "GET /api/agents/{slug}/follow-ups": {
    id: "listAgentFollowups",
    path: AgentPath,
    query: AgentFollowupsQuery,
    status: 200,
    says: "Follow-ups that wake the agent, of every session, newest first. With filters a page may be short or empty and still have a `next_cursor`.",
    answer: { schema: pageOf(OperatorFollowup), example: examples.pendingList },
  },
  "POST /api/agents/{slug}/follow-ups/{followup_id}/fire": {
    id: "fireFollowup",
    path: AgentFollowupPath,
    query: FollowupQuery,
    status: 202,
    says: "The follow-up is due now. It starts its run as soon as the conversation is free.",
    answer: { schema: OperatorFollowup, example: examples.pending },
    located: true,
    codes: ["followup_closed"],
  },
  "POST /api/agents/{slug}/follow-ups/{followup_id}/reschedule": {
    id: "rescheduleFollowup",
    path: AgentFollowupPath,
    query: FollowupQuery,
    body: { schema: Reschedule, example: examples.reschedule },
    status: 200,
    says: "The follow-up with its new due time.",
    answer: { schema: OperatorFollowup, example: examples.pending },
    codes: ["followup_closed", "followup_due"],
  },
  "POST /api/agents/{slug}/follow-ups/{followup_id}/cancel": {
    id: "cancelFollowupAsOperator",
    path: AgentFollowupPath,
    query: FollowupQuery,
    status: 200,
    says: "The cancelled follow-up. Cancelling again changes nothing.",
    answer: { schema: OperatorFollowup, example: examples.cancelled },
    codes: ["followup_closed"],
  },
  "POST /api/followup-chains/{root_id}/kill": {
    id: "killChain",
    path: ChainPath,
    query: FollowupQuery,
    status: 200,
    says: "What was pending of the chain is cancelled, and a turn of it that is still running can schedule nothing more. Repeating it changes nothing.",
    answer: { schema: KilledChain, example: examples.killed },
  },
  "GET /api/followups/{followup_id}/history": {
    id: "explainFollowup",
    path: FollowupPath,
    query: FollowupQuery,
    status: 200,
    says: "Everything that happened to the follow-up, oldest first, in one page. Rings that changed nothing are counted, not listed.",
    answer: { schema: FollowupHistory, example: examples.history },
  },
  "GET /api/sessions/{session_id}/self-scheduling": {
    id: "getSessionSelfScheduling",
    path: SessionPath,
    status: 200,
    says: "The settings that count in the session.",
    answer: { schema: SessionSelfScheduling, example: examples.session },
  },
  "PATCH /api/sessions/{session_id}/self-scheduling": {
    id: "changeSessionSelfScheduling",
    path: SessionPath,
    body: change,
    status: 200,
    says: "The settings that count in the session now. They go before those of its agent.",
    answer: { schema: SessionSelfScheduling, example: examples.session },
  },
  "GET /api/operations/overdue": {
    id: "listOverdue",
    status: 200,
    says: "The longest overdue first, at most 100, in one page. What is here for more than two minutes needs a look.",
    answer: { schema: pageOf(OverdueView), example: examples.overdue },
  },
  "GET /api/operations/dead-letters": {
    id: "listDeadLetters",
    status: 200,
    says: "Each queue with about how many messages it gave up on, and up to 10 of them.",
    answer: { schema: pageOf(DeadLetterQueue), example: examples.deadLetters },
  },
  "POST /api/operations/dead-letters/{queue}/redrive": {
    id: "redriveDeadLetters",
    path: QueuePath,
    query: RedriveQuery,
    status: 200,
    says: "How many messages are back on their queue.",
    answer: { schema: Redriven, example: examples.redriven },
  },
  "GET /api/operations/actions": {
    id: "listOperatorActions",
    query: PageQuery,
    status: 200,
    says: "What operators did, newest first.",
    answer: { schema: pageOf(OperatorActionView), example: examples.actions },
  },
};
