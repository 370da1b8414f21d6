import { examples } from "./examples.ts";

const { followup, session } = examples;
const operator = "op-7f31";
const at = "2026-11-30T20:41:12.345Z";

const settings = { self_scheduling: true, max_depth: 5, max_per_session: 20, max_context_bytes: 16_384 };
const override = { changed_by: operator, changed_at: at, max_per_session: 5 };

const agent = {
  slug: "researcher",
  title: "Researcher",
  kind: "general",
  can_call: ["report"],
  ...settings,
  max_per_session: 5,
  declared: settings,
  override,
  wake_up: [{ name: "morning", cron: "0 7 ? * MON-FRI *", time_zone: "Europe/Berlin" }],
};

const pending = {
  ...followup,
  session_id: session.id,
  owner: "ada",
  depth: 1,
  root_id: followup.followup_id,
  created_at: at,
  rung_at: null,
  closed_at: null,
  run_id: null,
  dropped_reason: null,
};

const cancelled = { ...pending, status: "cancelled", closed_at: "2026-11-30T20:50:00.000Z" };

const byOperator = { type: "operator", id: operator };

const action = {
  id: "01KB9VB0B1C2D3E4F5G6H7J8K9",
  at,
  by: operator,
  action: "reschedule",
  agent: "researcher",
  session_id: session.id,
  followup_id: followup.followup_id,
  details: { from: followup.fires_at, to: "2026-12-01T08:00:00.000Z" },
};

const list = (item: object) => ({ items: [item], next_cursor: null });

/** Example bodies of the operators' routes, in the story of {@link examples}. */
export const operatorExamples = {
  agent,
  agents: list(agent),
  change: { self_scheduling: false },
  pending,
  cancelled,
  pendingList: list(pending),
  reschedule: { in: "2h" },
  killed: { root_id: followup.followup_id, session_id: session.id, cancelled: [cancelled] },
  history: {
    followup: cancelled,
    items: [
      {
        at,
        step: "scheduled",
        by: { type: "agent", id: "researcher" },
        details: { fires_at: followup.fires_at, depth: 1, turn: 1 },
      },
      { at: cancelled.closed_at, step: "cancelled", by: byOperator, details: {} },
    ],
    next_cursor: null,
  },
  session: { session_id: session.id, agent: "researcher", ...settings, max_per_session: 5, override },
  overdue: list({
    kind: "wake",
    session_id: session.id,
    followup_id: followup.followup_id,
    since: at,
    overdue_seconds: 42,
  }),
  deadLetters: list({
    queue: "wakes",
    messages: 1,
    sample: [
      {
        message_id: "9d2c1c3e-5b1f-4c58-a1f0-6a3f5f0e8d11",
        sent_at: at,
        body: { session_id: session.id, followup_id: followup.followup_id },
      },
    ],
  }),
  redriven: { queue: "wakes", moved: 1 },
  actions: list(action),
} as const;
