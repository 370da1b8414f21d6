/** What may fail; `step` names the step. */
export type Failing = "start_run" | "follow_up" | "wake" | "answer" | "later" | "step";

/** What went wrong. */
type What =
  | "too_long"
  | "no_access"
  | "no_model"
  | "no_profile"
  | "refused"
  | "bad_form"
  | "no_reply"
  | "contended"
  | "cut_off"
  | "unusable"
  | "no_answer"
  | "bad_plan"
  | "plan_too_large"
  | "too_many_sources"
  | "no_source"
  | "no_table"
  | "no_json"
  | "agent_gone"
  | "result_too_large"
  | "too_many_questions"
  | "nobody_answered"
  | "interrupted"
  | "worker_died"
  | "spent_calls"
  | "spent_tokens"
  | "spent_minutes"
  | "too_slow"
  | "no_result"
  | "not_started"
  | "not_failed"
  | "imported"
  | "busy"
  | "not_taken_in"
  | "unknown";

/** What whoever is affected can do about it. */
type Can =
  | "send_less"
  | "by_operator"
  | "other_words"
  | "later"
  | "less_at_a_time"
  | "again"
  | "fewer_sources"
  | "upload"
  | "as_csv"
  | "as_json"
  | "other_agent"
  | "answer_now"
  | "look_first"
  | "ask_less"
  | "result_first"
  | "other_run"
  | "look_at_run"
  | "send_again"
  | "when_over";

/** What is said about failures in one language. The words of `what` and `can` have no capital and no full stop; `{…}` is filled in. */
export type FailurePhrases = {
  readonly begin: Readonly<Record<Failing, string>>;
  /** The sentences that everything is put into. */
  readonly says: string;
  /** Said behind them of a run that can be done again as it is. */
  readonly retry: string;
  readonly what: Readonly<Record<What, string>>;
  readonly can: Readonly<Record<Can, string>>;
};

/** By code, and by what the code's own details say where that makes a difference: what went wrong, and what can be done. */
export const failureCodes: Readonly<Record<string, readonly [What, Can]>> = {
  "model_refused_request/input_too_long": ["too_long", "send_less"],
  "model_refused_request/access_missing": ["no_access", "by_operator"],
  "model_refused_request/unknown_model": ["no_model", "by_operator"],
  "model_refused_request/needs_inference_profile": ["no_profile", "by_operator"],
  model_refused_request: ["refused", "other_words"],
  bad_model_request: ["bad_form", "by_operator"],
  model_unavailable: ["no_reply", "later"],
  commit_contended: ["contended", "later"],
  table_contended: ["contended", "later"],
  "model_unusable/cut_off": ["cut_off", "less_at_a_time"],
  model_unusable: ["unusable", "again"],
  turn_without_answer: ["no_answer", "again"],
  bad_plan: ["bad_plan", "again"],
  plan_too_large: ["plan_too_large", "less_at_a_time"],
  too_many_sources: ["too_many_sources", "fewer_sources"],
  source_missing: ["no_source", "upload"],
  unknown_source: ["no_source", "upload"],
  source_not_csv: ["no_table", "as_csv"],
  source_not_json: ["no_json", "as_json"],
  agent_removed: ["agent_gone", "other_agent"],
  artifact_too_large: ["result_too_large", "less_at_a_time"],
  too_many_questions: ["too_many_questions", "again"],
  question_expired: ["nobody_answered", "answer_now"],
  interrupted_unknown: ["interrupted", "look_first"],
  worker_died: ["worker_died", "again"],
  "budget_spent/model_calls": ["spent_calls", "ask_less"],
  "budget_spent/tokens": ["spent_tokens", "ask_less"],
  "budget_spent/minutes": ["spent_minutes", "ask_less"],
  step_timed_out: ["too_slow", "ask_less"],
  nothing_delivered: ["no_result", "result_first"],
  run_not_started: ["not_started", "other_run"],
  run_not_failed: ["not_failed", "look_at_run"],
  session_imported: ["imported", "send_again"],
  run_busy: ["busy", "when_over"],
  fold_failed: ["not_taken_in", "again"],
};
