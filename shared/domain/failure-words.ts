import { isFault } from "../errors/fault.ts";

/** Why something failed: a stable code, and what made it so where the code does not say what can be done about it. */
export type Failure = { readonly reason: string; readonly detail?: string };

/** What went wrong, and what whoever is affected can do. Sentences without a capital and without a full stop. */
type Words = { readonly what: string; readonly can: string };

const again = "send it again, in other words if that does not help";
const byOperator = "nothing that you send changes this: tell whoever runs the service, and send it again afterwards";

const contended: Words = {
  what: "too much was written to the session at once, for a long time",
  can: "send it again later",
};
const askLess = "ask for less at a time; if it is much too soon, tell whoever runs the service";

/** By code, and by what the code's own details say where that makes a difference. */
const words: Readonly<Record<string, Words>> = {
  "model_refused_request/input_too_long": {
    what: "it is more than the model can read at once",
    can: "send less: fewer or smaller sources, or a shorter message",
  },
  "model_refused_request/access_missing": { what: "this service may not use its model", can: byOperator },
  "model_refused_request/unknown_model": { what: "the model of this service does not exist", can: byOperator },
  "model_refused_request/needs_inference_profile": {
    what: "the model of this service cannot be used as it is configured",
    can: byOperator,
  },
  model_refused_request: {
    what: "the model refused the request",
    can: "send it again in other words; if that fails too, tell whoever runs the service",
  },
  bad_model_request: { what: "the request to the model was not of the right form", can: byOperator },
  model_unavailable: { what: "the model did not answer for a long time", can: "send it again later" },
  commit_contended: contended,
  table_contended: contended,
  "model_unusable/cut_off": {
    what: "what the model has to say at once is longer than it can",
    can: "ask for less at a time",
  },
  model_unusable: { what: "the model's answers could not be used", can: again },
  turn_without_answer: { what: "the model gave no answer", can: again },
  bad_plan: { what: "the plan that was made breaks the rules of plans", can: again },
  plan_too_large: { what: "the plan would be too large", can: "ask for less at a time" },
  too_many_sources: { what: "there are more sources than one run may have", can: "send it with fewer sources" },
  source_missing: {
    what: "a source that it names does not exist",
    can: "upload the source, and send it again with its id",
  },
  unknown_source: {
    what: "a source that it names does not exist",
    can: "upload the source, and send it again with its id",
  },
  source_not_csv: {
    what: "a source is no table that can be read",
    can: "send the source as CSV with one header line",
  },
  source_not_json: { what: "a source is no JSON that can be read", can: "send the source as valid JSON" },
  agent_removed: { what: "the agent is not part of the service any more", can: "start a run with another agent" },
  artifact_too_large: { what: "what it made is too large to be kept", can: "ask for less at a time" },
  too_many_questions: { what: "it asks more than one run may ask", can: again },
  question_expired: { what: "nobody answered in time", can: "answer now, and the work goes on" },
  interrupted_unknown: {
    what: "it was interrupted, and nobody can tell whether something outside was done",
    can: "look whether it was done before you send it again",
  },
  worker_died: { what: "whoever worked on it stopped without a word, again and again", can: again },
  "budget_spent/model_calls": { what: "it asked the model as often as one request may", can: askLess },
  "budget_spent/tokens": { what: "it used as many tokens of the model as one request may", can: askLess },
  "budget_spent/minutes": { what: "it worked as long as one request may", can: askLess },
  step_timed_out: { what: "it took too long, again and again", can: askLess },
  nothing_delivered: {
    what: "the run ended without a result that it could be answered from",
    can: "retry the run or say what is to be done, and ask again when there is a result",
  },
  run_not_started: {
    what: "the run that it was said to was withdrawn or refused before it started",
    can: "start another run, and say it there",
  },
  run_not_failed: {
    what: "the run has not failed, or goes on again",
    can: "look at the run; send a message to change it",
  },
  session_imported: { what: "it was not taken before the session was imported", can: "send it again" },
  run_busy: { what: "a run is going on", can: "send it again when the run is over" },
  fold_failed: { what: "something failed again and again while it was taken in", can: again },
};

/** What it is that failed when an entry cannot be taken. */
export const whatFailed = {
  start_run: "The run could not be planned",
  follow_up: "This could not be taken",
  wake: "The follow-up could not be started",
} as const;

/**
 * A failure in words for whoever sent what failed: what went wrong, and what they can do. The code stays in it, since
 * whoever helps them asks for it. `begin`: what it is that failed.
 */
export function failureWords(begin: string, { reason, detail = "" }: Failure): string {
  const unknown = { what: "something went wrong", can: again };
  const { what, can } = words[`${reason}/${detail}`] ?? words[reason] ?? unknown;
  return `${begin}: ${what} (${reason}). What you can do: ${can}.`;
}

/** Why something failed, from what was thrown; `otherwise` names what has no code of its own. */
export function whyFailed(error: unknown, otherwise: string): Failure {
  if (!isFault(error)) return { reason: otherwise };
  const detail = error.details["reason"];
  return { reason: error.code, ...(detail === undefined ? {} : { detail: String(detail) }) };
}
