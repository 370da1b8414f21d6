/** Bounds that the wire, the store and the documents share. Bytes are UTF-8 bytes; times are milliseconds unless named. */
export const limits = {
  /** Entries that may wait in one mailbox. */
  mailboxEntries: 64,
  /** Text of one entry that is kept in the mailbox itself; longer text goes to its own item first. */
  inlineTextBytes: 4096,
  /** Longest text of one message; above it the request is refused with 413 before anything is stored. */
  messageTextBytes: 256 * 1024,
  /** Text of all sources of one request together, so that they fit one transaction of 4 MB. */
  sourceBytesPerRequest: 3 * 1024 * 1024,
  /** Sources or attachments in one request. */
  sourcesPerRequest: 20,
  /** One stored chunk of a source. DynamoDB items end at 400 KB. */
  sourceChunkBytes: 300 * 1024,
  /**
   * JSON of the largest artifact. It is stored with what it ends in one transaction of 4 MB, and answered by one function
   * whose response ends at 6 MB, in which every quote of the JSON may take two bytes.
   */
  artifactBytes: 2560 * 1024,
  /** Ids that an artifact names of what it rests on; its content may name more. */
  artifactRests: 1000,
  /** How long a fold may hold the lock without renewing it. */
  leaseMs: 15_000,
  /** How long a claim on a piece of work lasts unless its worker renews it. */
  claimMs: 15_000,
  /** How often the holder of a lease or claim renews it while it works. */
  renewMs: 5_000,
  /**
   * How long a write waits in all while others write the same, before it has failed. With the time until the first renewal
   * that is shorter than a lease or a claim, so that one that is taken after it does not run out before it is renewed.
   * Behind the API somebody waits for it, and `accept` ends at 10 s.
   */
  contendedMs: 6_000,
  contendedRequestMs: 4_000,
  /** Deliveries of one task message after which its failure is final. Below the queue's maxReceiveCount. */
  taskAttempts: 4,
  /**
   * How long a fold of the same thing is tried again, and how often at least, before what cannot be taken is refused. A
   * step whose model does not answer is tried as long.
   */
  foldPatienceMs: 900_000,
  foldAttempts: 6,
  /**
   * How long one fold asks what follow-ups answer, how long then where they go before it takes those it knows, and how long
   * one call of the model for it may take; the function ends at 300 s.
   */
  foldRoutingMs: 45_000,
  /** What a function must have left for a fold to take more: for routing, and for all but the longest plans of a slow model. */
  foldTakeMs: 150_000,
  /** Claims of one step after which nobody tries it any more: its workers died without a word. */
  taskClaims: 8,
  /** How long it is known that a session was removed: longer than any wake of it could have been pending. */
  tombstoneMs: 31 * 86_400_000,
  /** When the last look at a removed session comes: longer than any function runs that began before. */
  lastLookMs: 900_000,
  /** How long one attempt at a step may take; its function ends at 300 s. */
  stepMs: 240_000,
  /**
   * What a function must have left beside that to go on with the next step itself: for what is read and written around it. A
   * fold leaves it too when it waits for the model.
   */
  stepMarginMs: 30_000,
  /** How long a delivery waits for what the model suggests to ask next. */
  suggestMs: 15_000,
  /** What one version of a run may use unless its agent says otherwise; see budget.ts. */
  runModelCalls: 1_000,
  runTokens: 10_000_000,
  runMinutes: 120,
  /** By when somebody must have looked at a session in which something still has to happen. */
  attentionMs: 60_000,
  /** How long a write whose answer was lost may still be repeated by the SDK, at most. */
  sdkRepeatMs: 20_000,
  /** JSON of one question to a model, and of what a turn is shown: about 100,000 tokens of English text. */
  promptBytes: 400 * 1024,
  /** What one tool call may tell a model. */
  toolResultBytes: 48 * 1024,
  /** Idempotency keys of ended entries that a mailbox keeps; more of them would make every accept dearer. */
  idempotencyKeys: 100,
  /** How long an idempotency key is answered with the first answer, unless {@link idempotencyKeys} newer ones came. */
  idempotencyMs: 600_000,
  /** The same for what a queue delivers: longer than it tries to, with every visibility timeout and dead letter between. */
  queuedKeyMs: 86_400_000,
  /** What is recorded of one effect outside, JSON. */
  effectBytes: 64 * 1024,
  /** Questions that one step may ask at a time. */
  questionsPerStep: 10,
  /**
   * Questions of one run, answered ones included: their answers are kept in its item. One commit can change all of them,
   * with two writes each.
   */
  questionsPerRun: 40,
  /** Of these, open at a time: one message may answer all, with a third write for the step that goes on. */
  openQuestionsPerRun: 25,
  questionTextCharacters: 2000,
  /** JSON of one answer; longer material is sent as a source. */
  answerBytes: 4096,
  /** The same words so long after they were taken as an answer are a second click. */
  repeatedAnswerMs: 60_000,
  /** Shortest and longest time that a question may wait. */
  questionMinMs: 1_000,
  questionMaxMs: 365 * 86_400_000,
  /** JSON of one revision with its plan; it is one item, which ends at 400 KB. */
  revisionBytes: 256 * 1024,
  /** Versions that a run remembers to use nothing of: each claim of a step names all of them, and a condition takes 100. */
  discardedVersions: 100,
  /** Sources that one run may have gathered. */
  sourcesPerRun: 200,
  /** Steps of one revision. */
  stepsPerRevision: 500,
  /** Wakes; those that an agent may set otherwise are the defaults of {@link FollowUpSettings}. */
  wakeDescriptionCharacters: 1000,
  wakeContextBytes: 16 * 1024,
  wakesPendingPerSession: 20,
  wakeDepth: 5,
  /** The longest chain that an agent may be allowed. */
  wakeDepthMost: 100,
  wakeMinMs: 60_000,
  wakeMaxMs: 30 * 86_400_000,
  /** A due time at most this far in the past counts as now. */
  wakePastGraceMs: 120_000,
  /** A wake that starts this much after it was due still counts as on time: what a lost bell may cost. */
  wakeOnTimeMs: 120_000,
  /** Longest delay of one SQS message. */
  queueDelayMaxSeconds: 900,
  /** What a message about a step says of the steps before it, at most: each is a row that is read along. */
  needsInMessage: 20,
} as const;
