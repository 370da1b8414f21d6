type Words = { readonly status: number; readonly title: string; readonly detail: string };

/** Every problem that the interface answers with: its code, which never changes its meaning, and its words. */
export const problems = {
  malformed_json: {
    status: 400,
    title: "Malformed JSON",
    detail: "The body is not a JSON document in UTF-8.",
  },
  invalid_parameter: {
    status: 400,
    title: "Invalid parameter",
    detail: "A query parameter or header is missing, unknown or not of the right form.",
  },
  invalid_cursor: {
    status: 400,
    title: "Invalid cursor",
    detail: "The cursor is damaged or was given for another request. Start again without one.",
  },
  unauthenticated: {
    status: 401,
    title: "Not signed in",
    detail: "The request carries no valid token.",
  },
  forbidden: {
    status: 403,
    title: "Not allowed",
    detail: "The token lacks the scope that this route needs.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    detail: "There is nothing here for you.",
  },
  session_archived: {
    status: 409,
    title: "Session archived",
    detail: "The session is archived and takes nothing new. Open another one.",
  },
  run_busy: {
    status: 409,
    title: "Run busy",
    detail: 'A run is going on, and the message or its agent says on_busy "reject".',
  },
  run_over: {
    status: 409,
    title: "Run over",
    detail: "The run has already ended.",
  },
  entry_taken: {
    status: 409,
    title: "Entry taken",
    detail: "The entry does not wait any more; its run has taken it in.",
  },
  entry_has_answers: {
    status: 409,
    title: "Entry has answers",
    detail: "The entry answers questions by name, which other words would not change. Withdraw it and send another.",
  },
  entry_begun: {
    status: 409,
    title: "Entry begun",
    detail:
      "A turn has begun with the entry, and may have scheduled what it asks for later, which other words would do again. Withdraw it and send another; what is scheduled stays, and can be cancelled.",
  },
  followup_closed: {
    status: 409,
    title: "Follow-up closed",
    detail: "The follow-up is not pending any more; its status says what became of it.",
  },
  followup_due: {
    status: 409,
    title: "Follow-up due",
    detail: "The follow-up is due and waits for the conversation to be free. It can be cancelled, not moved.",
  },
  run_not_failed: {
    status: 409,
    title: "Run not failed",
    detail: "Only a run that began and failed can be done again as it is. Send a message, or start another run.",
  },
  content_too_large: {
    status: 413,
    title: "Too large",
    detail: "A text of the request is longer than what is taken in.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    detail: "Send the body as application/json in UTF-8.",
  },
  invalid_request: {
    status: 422,
    title: "Invalid request",
    detail: "The body does not have the form that this route needs.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "Idempotency key reused",
    detail: "This Idempotency-Key was used with another request. Use a new key for a new request.",
  },
  unknown_agent: {
    status: 422,
    title: "Unknown agent",
    detail: "There is no agent with this slug.",
  },
  mailbox_full: {
    status: 429,
    title: "Mailbox full",
    detail: "As many messages as may wait in one session are waiting. Send it again in a moment.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    detail: "Something went wrong here. The request_id names the request in the logs.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable for now",
    detail: "The request could not be finished now. Send it again, with the same Idempotency-Key if it has one.",
  },
} as const satisfies Readonly<Record<string, Words>>;

/** A word for programs. */
export type ProblemCode = keyof typeof problems;
