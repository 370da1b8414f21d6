import * as z from "zod";

/** 26 characters of Crockford base 32, upper case only: DynamoDB keys are case-sensitive. */
const ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}";

const matching = (pattern: string, error: string) => z.string().regex(new RegExp(pattern), error);
const prefixed = (prefix: string) => matching(`^${prefix}_${ULID}$`, `must be ${prefix}_ and a ULID`);

// A schema costs a third of a millisecond of every cold start; marked as pure, those that a function does not use are left
// out of its bundle.

/** `ses_` + ULID. */
export const SessionId = /* @__PURE__ */ prefixed("ses");
export type SessionId = z.infer<typeof SessionId>;

/** `run_` + the session's ULID + `_` + the turn index (1, 2, 3 …), so a run id leads to its session without a look-up. */
export const RunId = /* @__PURE__ */ matching(`^run_${ULID}_[1-9][0-9]{0,6}$`, "must be run_, a ULID, _ and a turn");
export type RunId = z.infer<typeof RunId>;

/** `evt_` + ULID: a recorded event; the follow-up a person sent has one. */
export const EventId = /* @__PURE__ */ prefixed("evt");
export type EventId = z.infer<typeof EventId>;

/** `fu_` + ULID: a self-scheduled follow-up (a wake). */
export const FollowupId = /* @__PURE__ */ prefixed("fu");
export type FollowupId = z.infer<typeof FollowupId>;

/** `art_` + 26 characters derived from what the artifact was made of. */
export const ArtifactId = /* @__PURE__ */ prefixed("art");
export type ArtifactId = z.infer<typeof ArtifactId>;

/** `src_` + ULID: a source that was sent or uploaded. Also what `upload_id` names. */
export const SourceId = /* @__PURE__ */ prefixed("src");
export type SourceId = z.infer<typeof SourceId>;

/** `q_` + ULID: an open question. */
export const QuestionId = /* @__PURE__ */ prefixed("q");
export type QuestionId = z.infer<typeof QuestionId>;

/** Lower-case name of an agent, as in its URL. */
export const AgentSlug = /* @__PURE__ */ matching(
  "^[a-z][a-z0-9_-]{0,39}$",
  "must be a lower-case slug of at most 40 characters",
);
export type AgentSlug = z.infer<typeof AgentSlug>;

/** The run of `sessionId` at `turn`. */
export function runIdOf(sessionId: SessionId, turn: number): RunId {
  return `run_${sessionId.slice(4)}_${turn}`;
}

/** Where a run lives. `runId` must have passed {@link RunId}. */
export function locateRun(runId: RunId): { readonly sessionId: SessionId; readonly turn: number } {
  return { sessionId: `ses_${runId.slice(4, 30)}`, turn: Number(runId.slice(31)) };
}
