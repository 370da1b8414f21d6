import { idle, type Mutant, mutant, mutantOf } from "./mutant.ts";

const accept = "shared/adapters/dynamo/accept-update.ts";
const change = "shared/adapters/dynamo/mailbox-change.ts";
const entries = "shared/adapters/dynamo/entry-clauses.ts";
const store = "shared/adapters/dynamo/mailbox-store.ts";

/** Guards of the mailbox: what is accepted, who may write, and that nothing is left lying. */
export const sessionMutants: readonly Mutant[] = [
  mutant("accept-a-repeat", "a repeat is accepted once more", accept, [
    '"attribute_not_exists(seen.#entry)"',
    '"attribute_exists(pk)"',
  ]),
  mutant("accept-of-anybody", "whoever has an id may send into the session", accept, [
    '"#owner = :owner"',
    `"${idle("#owner = :owner")}"`,
  ]),
  mutant("accept-into-the-archive", "an archived session takes messages", accept, [
    '"#status = :active"',
    `"${idle("#status = :active")}"`,
  ]),
  mutant("accept-one-number", "an entry takes one number of the three that it stands for", accept, [
    '"seq = seq + :span"',
    '"seq = seq + :one", "spans = :span"',
  ]),
  mutant("accept-without-nudge", "nobody is told of a message", "shared/steps/mailbox/accept-follow-up.ts", [
    "  await ports.queues.nudge([{ session_id: sessionId }]);\n",
    "",
  ]),
  mutant(
    "nudge-before-accept",
    "somebody is told of a message before it is there",
    "shared/steps/mailbox/accept-follow-up.ts",
    [
      '  const outcome = await ports.mailboxes.accept(sessionId, message.owner, entry, sources);\n  if (outcome.kind !== "accepted" && outcome.kind !== "repeated") return { kind: outcome.kind };\n  await ports.queues.nudge([{ session_id: sessionId }]);\n',
      '  await ports.queues.nudge([{ session_id: sessionId }]);\n  const outcome = await ports.mailboxes.accept(sessionId, message.owner, entry, sources);\n  if (outcome.kind !== "accepted" && outcome.kind !== "repeated") return { kind: outcome.kind };\n',
    ],
  ),
  mutant(
    "read-before-accept",
    "a session is read before a message is put into it",
    "shared/steps/mailbox/accept-follow-up.ts",
    [
      "  const outcome = await ports.mailboxes.accept(",
      "  await ports.mailboxes.readSession(sessionId);\n  const outcome = await ports.mailboxes.accept(",
    ],
  ),
  mutant("forget-keys-at-once", "an idempotency key is forgotten with the next commit", entries, [
    'if (value.startsWith(":")) return limits.sdkRepeatMs;',
    "return 0;",
  ]),
  mutant("lock-although-held", "the lock is taken although somebody holds it", store, [
    "lock_until < :now OR lock_token = :token)",
    "lock_until < :now OR lock_token = :token OR attribute_exists(pk))",
  ]),
  mutant("lock-for-ever", "the lock of a dead holder never runs out", store, [
    "lock_until < :now OR lock_token = :token)",
    "(lock_until < :now AND attribute_not_exists(pk)) OR lock_token = :token)",
  ]),
  mutantOf(
    "commit-without-token",
    "a holder whose lock was taken over goes on writing",
    { file: change, find: '"lock_token = :token"', put: `"${idle("lock_token = :token")}"` },
    { file: change, find: "lock_token !== undefined && now.lock_token !== lock_token", put: "lock_token === null" },
  ),
  mutant("commit-without-number", "two commits take the same numbers", change, [
    '"seq = :seq"',
    `"${idle("seq = :seq")}"`,
  ]),
  mutantOf(
    "close-an-edited-entry",
    "an entry is taken with the words it had before",
    {
      file: entries,
      find: "  if (edits === undefined) {",
      put: "  if (name !== null) return;\n  if (edits === undefined) {",
    },
    { file: entries, find: "there.edits !== entry.edits || ", put: "" },
  ),
  mutant("let-go-with-others-left", "the lock is let go with a commit although others wait", change, [
    "lock_token !== undefined && left(commit, seen) === 0;",
    "lock_token !== undefined && left(commit, seen) >= 0;",
  ]),
  mutant("let-go-without-attention", "nobody looks after the work when the lock is let go with its commit", change, [
    'if (look === null) c.remove.push("att_shard", "att_at");',
    'if (look !== set || look === set) c.remove.push("att_shard", "att_at");',
  ]),
  mutant("release-without-look", "the lock is let go although something came meanwhile", store, [
    "lock_token = :token AND accepted = :accepted AND",
    `lock_token = :token AND ${idle("accepted = :accepted")} AND`,
  ]),
  mutant("release-without-run", "the lock is let go although a run ended meanwhile", store, [
    '"attribute_not_exists(active_turn)" : "active_turn = :active"',
    '"attribute_exists(pk)" : "(active_turn = :active OR attribute_exists(pk))"',
  ]),
  mutant("release-without-attention", "nobody looks after what is left when the lock is let go", store, [
    '"SET att_shard = :shard, att_at = :at REMOVE lock_token, lock_until, tries, trying_since"',
    '"SET looked_in = :shard, looked_at = :at REMOVE lock_token, lock_until, tries, trying_since, att_shard, att_at"',
  ]),
  mutant(
    "hand-over-without-nudge",
    "nobody is told to go on where a fold had no time left",
    "shared/steps/fold/fold.ts",
    [
      "  await ports.mailboxes.dropLock(mailbox.session_id, token);\n  await ports.queues.nudge([{ session_id: mailbox.session_id }]);\n",
      "  await ports.mailboxes.dropLock(mailbox.session_id, token);\n",
    ],
  ),
  mutant("nudge-before-hand-over", "somebody is told to go on before the lock is let go", "shared/steps/fold/fold.ts", [
    "  await ports.mailboxes.dropLock(mailbox.session_id, token);\n  await ports.queues.nudge([{ session_id: mailbox.session_id }]);\n",
    "  await ports.queues.nudge([{ session_id: mailbox.session_id }]);\n  await ports.mailboxes.dropLock(mailbox.session_id, token);\n",
  ]),
  mutant("calm-although-waiting", "nobody looks after what still waits when a run ends", change, [
    "left(commit, seen) === 0 && activeAfter(",
    "left(commit, seen) >= 0 && activeAfter(",
  ]),
  mutant("no-tending", "work that died with its process is not put on the queue again", "shared/steps/fold/fold.ts", [
    "nudge.tend === true || isOverdue(lock.mailbox, ports.clock.now())",
    "nudge.session_id.length === 0",
  ]),
  mutant("sweep-without-sessions", "the sweeper overlooks sessions", "shared/steps/sweep/sweep.ts", [
    'item.kind === "session")',
    'item.kind === "session" && item.session_id.length === 0)',
  ]),
  mutant("withdraw-of-anybody", "whoever has its id may withdraw an entry", "shared/steps/mailbox/edit-mailbox.ts", [
    '  if (mailbox === null || mailbox.owner !== which.owner) return { kind: "not_found" };\n  const entry',
    '  if (mailbox === null) return { kind: "not_found" };\n  const entry',
  ]),
  mutant(
    "withdraw-what-is-taken",
    "an entry is withdrawn while it is being answered",
    "shared/steps/mailbox/edit-mailbox.ts",
    ['if (entry.state !== "waiting") return { kind: "taken" };', ""],
  ),
  mutant("edit-of-anybody", "whoever has its id may edit an entry", "shared/adapters/dynamo/mailbox-edits.ts", [
    'const isOpen = "#owner = :owner AND',
    `const isOpen = "${idle("#owner = :owner")} AND`,
  ]),
  mutant("read-of-anybody", "whoever has its id may read a session", "shared/steps/sessions/own-session.ts", [
    "mailbox === null || mailbox.owner !== owner ?",
    "mailbox === null ?",
  ]),
];
