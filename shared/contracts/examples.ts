/** One small story in which the examples of the OpenAPI document take place. */
const session_id = "ses_01KB9V6M2N8Q4R7T0W3X5Y6Z1A";
const run_id = "run_01KB9V6M2N8Q4R7T0W3X5Y6Z1A_1";
const event_id = "evt_01KB9V8C4D6F8G0H2J4K6M8N0P";
const artifact_id = "art_2F4H6K8N0Q2S4V6X8Z1B3D5G7J";
const source_id = "src_01KB9V6M30A1B2C3D4E5F6G7H8";
const question_id = "q_3H5K7M9P1R3T5V7X9Z2B4D6F8G";
const followup_id = "fu_01KB9VA0B1C2D3E4F5G6H7J8K9";
const agent = "report";
const at = "2026-11-30T20:39:00.000Z";
const later = "2026-11-30T20:41:12.345Z";

const session = {
  id: session_id,
  agent,
  title: "Rainfall in the north",
  channel: { thread: "4711" },
  status: "active",
  created_at: at,
};

const run = {
  id: run_id,
  session_id,
  turn_index: 1,
  parent_run_id: null,
  agent,
  status: "running",
  dag_version: 2,
  input: "Write a report on rainfall in the north.",
  source_ids: [source_id],
  origin: { type: "person" },
  delivery_id: artifact_id,
  suggestions: [
    { text: "Where does point 2 come from?", route: "direct_answer", anchor: "c_0a1b2c3d", withdrawn_by: null },
  ],
  failure: null,
  wake: null,
  waiting: 0,
  open_question_ids: [],
  created_at: at,
  updated_at: later,
};

const artifactSummary = {
  id: artifact_id,
  session_id,
  run_id,
  dag_version: 1,
  step_id: "compose",
  cell_id: "compose_report",
  kind: "output",
  rests_on: [source_id],
  as_of: at,
  stale_at: null,
  created_at: later,
};

const list = (item: object) => ({ items: [item], next_cursor: null });

const followup = {
  followup_id,
  from_agent: "researcher",
  target: "researcher",
  reason: "Look again whether the table for 2026 is out.",
  context: { next_step: "add the table to the draft" },
  when: "+30m",
  fires_at: "2026-11-30T21:11:12.345Z",
  status: "scheduled",
};

const revision = {
  id: `${run_id}:2`,
  run_id,
  dag_version: 2,
  base_version: 1,
  nodes: [{ step_id: "compose", cell_id: "compose_report", title: "Compose", args: {}, depends_on: [] }],
  brief: { points: 3 },
  source_ids: [source_id],
  added: [{ step_id: "compose", because: "changed" }],
  reused: ["measure"],
  dropped: [],
  caused_by: [
    {
      event_id,
      seq: 14,
      text: "Expand the third point.",
      verdict: { route: "revise_run", reason: "asks for more than the report holds", by: "rules" },
      became: { op: "expand", part: "claim_3" },
      superseded_by: null,
    },
  ],
  committed_at: later,
};

const task = {
  id: `${run_id}:2:compose`,
  run_id,
  dag_version: 2,
  step_id: "compose",
  cell_id: "compose_report",
  title: "Compose",
  args: {},
  depends_on: [],
  order_index: 4,
  status: "running",
  waiting_on: [],
  waiting_input: [],
  artifact_id: null,
  reused: false,
  error: null,
  started_at: later,
  finished_at: null,
};

const inlineSource = { name: "rain.csv", media_type: "text/csv", text: "year,mm\n2024,812\n2025,790\n" };

/** Example bodies of requests and answers. A test holds each of them to its schema. */
export const examples = {
  createSession: { agent, title: session.title, channel: session.channel },
  session,
  sessionDetail: {
    ...session,
    active_run_id: run_id,
    last_run_id: run_id,
    waiting: 1,
    memory_summary: "Run 1: “How did rainfall change?” – Rainfall: Key points",
    memory_version: 2,
  },
  sessions: list(session),
  startRun: { agent, input: run.input, sources: [inlineSource] },
  runAccepted: { id: run_id, session_id, status: "planned", event_id, seq: 1 },
  run,
  cancelRun: { work: "discard" },
  canceledRun: { ...run, status: "canceled" },
  postMessage: {
    content: { text: "Expand the third point.", attachments: [{ upload_id: source_id }] },
    on_busy: "revise",
  },
  messageAccepted: {
    accepted: true,
    event_id,
    seq: 14,
    revision: "scheduled",
    message: "Follow-up received. The system will continue using the previous result and current context.",
  },
  document: {
    format: "followthrough-session",
    version: 1,
    session: { id: session_id, agent: "report", title: "Energy use", channel: null, status: "active", created_at: at },
    waiting: [],
    items: [
      {
        kind: "memory",
        record: {
          id: "mem_01KB9VQ3A1B2C3D4E5F6G7H8J9",
          source_run_id: run_id,
          kind: "delivery",
          text: "Rainfall fell by 22 mm from 2024 to 2025.",
          importance: 0.7,
          version: 1,
          created_at: later,
          refs: [artifact_id],
        },
      },
    ],
    next_cursor: null,
  },
  messages: list({
    id: event_id,
    session_id,
    run_id,
    seq: 14,
    role: "user",
    text: "Expand the third point.",
    truncated: false,
    state: "taken",
    disposition: { kind: "merged", dag_version: 2 },
    artifact_id: null,
    source_ids: [],
    created_at: later,
  }),
  memory: list({
    id: "mem_01KB9VQ3A1B2C3D4E5F6G7H8J9",
    session_id,
    source_run_id: run_id,
    kind: "delivery",
    content: { text: "Rainfall fell by 22 mm from 2024 to 2025." },
    importance: 0.7,
    version: 1,
    pinned: false,
    withdrawn: false,
    refs: [artifact_id],
    created_at: later,
  }),
  inlineSource,
  upload: { id: source_id, session_id, name: inlineSource.name, media_type: "text/csv", bytes: 25, created_at: at },
  mailbox: list({
    id: event_id,
    session_id,
    run_id,
    seq: 14,
    kind: "follow_up",
    state: "waiting",
    text: "Expand the third point.",
    truncated: false,
    origin: { type: "person" },
    on_busy: "revise",
    source_ids: [],
    answers: null,
    received_at: later,
  }),
  editEntry: { text: "Expand the second point." },
  events: list({
    id: event_id,
    session_id,
    run_id,
    seq: 14,
    type: "react_observation",
    payload: { kind: "user_follow_up", message: "Expand the third point.", session_id, received_at: later },
    created_at: later,
  }),
  tasks: list(task),
  revisions: list(revision),
  questions: list({
    id: question_id,
    session_id,
    run_id,
    dag_version: 2,
    step_id: "form",
    name: "topic",
    text: "What is the report to be about?",
    schema: { type: "string", minLength: 1 },
    default: "rain, wind",
    expires_at: "2026-12-01T20:41:12.345Z",
    status: "open",
    answered_by: null,
    asked_at: later,
    closed_at: null,
  }),
  artifacts: list(artifactSummary),
  artifact: { ...artifactSummary, content: { title: "Rainfall in the north" } },
  followup,
  cancelledFollowup: { ...followup, status: "cancelled" },
  followups: list(followup),
} as const;
