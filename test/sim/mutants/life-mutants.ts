import { idle, type Mutant, mutant, mutantOf } from "./mutant.ts";

const removal = "shared/steps/sessions/remove-session.ts";
const stones = "shared/adapters/dynamo/removal-store.ts";
const expiry = "shared/steps/sessions/expire-session.ts";
const imports = "shared/adapters/dynamo/import-store.ts";
const budgets = "shared/steps/tasks/within-budget.ts";

/** Guards of sessions that are removed, expire, or are made of documents; and of runs that are done again or too much. */
export const lifeMutants: readonly Mutant[] = [
  mutant("remove-of-anybody", "whoever has its id may remove a session", stones, [
    'if (session.owner !== owner) return "not_found";',
    "",
  ]),
  mutant("remove-without-bells", "bells of what was promised are left when a session is removed", removal, [
    "      await ports.bells.remove({ session_id, followup_id: rings });\n",
    "",
  ]),
  mutant("remove-without-nudge", "nobody is told that a session is to be removed", removal, [
    'if (outcome === "begun" || outcome === "gone") await ports.queues.nudge([{ session_id: which.session_id }]);',
    "",
  ]),
  mutant("remove-without-attention", "nobody goes on with a removal whose worker died", stones, [
    "Item: { ...tombstoneItem(session, reason, now), ...attention(id, now + limits.attentionMs) },",
    "Item: { ...tombstoneItem(session, reason, now), looked_at: attention(id, now + limits.attentionMs).att_at },",
  ]),
  mutant("remove-without-last-look", "what a worker notes of a removed session stays", removal, [
    "now < last ? last : null",
    "now < 0 ? last : null",
  ]),
  mutant("remove-most", "a removal is over when little is left", removal, [
    "if (left.length === 0) {",
    "if (left.length < 5) {",
  ]),
  mutant("remove-and-list", "a session that was removed stays in its owner's list", stones, [
    '    { Delete: { TableName: "", Key: ownedSessionKey(owner, session) } },\n',
    "",
  ]),
  mutant(
    "open-over-a-removal",
    "a session is opened under an id whose session is being removed",
    "shared/adapters/dynamo/mailbox-store.ts",
    ['"attribute_not_exists(pk) OR done_at < :ended"', `"${idle("done_at < :ended")} OR attribute_not_exists(pk)"`],
  ),
  mutant("expire-although-used", "a session expires that is used at that moment", expiry, [
    "unless_used: { seq, accepted }",
    "unless_used: undefined, used: { seq, accepted }",
  ]),
  mutant("expire-whatever-happened", "only when it was opened counts as use of a session", expiry, [
    "return Math.max(opened, mailbox.uploaded_at ?? 0, ...times);",
    "return Math.max(opened, ...times.slice(times.length));",
  ]),
  mutant("expire-although-uploaded", "an upload is no use of a session", expiry, ["mailbox.uploaded_at ?? 0, ", ""]),
  mutant(
    "retry-whatever-became-of-it",
    "a retry is accepted for a run that did not fail",
    "shared/steps/mailbox/accept-retry.ts",
    [
      'if (run?.status !== "failed" && !isRepeat(owned.mailbox, event_id)) return',
      "if (run === null && !isRepeat(owned.mailbox, event_id)) return",
    ],
  ),
  mutant("retry-what-goes-on", "a run that goes on is done again", "shared/steps/runs/retry-run.ts", [
    'if (run?.status !== "failed") return refuseEntries',
    "if (run === null) return refuseEntries",
  ]),
  mutant("retry-a-repeat", "a retry with the same key is another one", "shared/steps/mailbox/accept-retry.ts", [
    'eventIdFor(ports.ids, [owner, "message", sessionId], idempotency_key)',
    'eventIdFor(ports.ids, [owner, "message", sessionId], undefined)',
  ]),
  mutant(
    "retry-another-plan",
    "a run that failed is done again as it was before its last change",
    "shared/steps/runs/retry-run.ts",
    ["ports.runs.readRevision(run, run.dag_version)", "ports.runs.readRevision(run, Math.max(1, run.dag_version - 1))"],
  ),
  mutant(
    "export-what-comes-later",
    "what is said while a session is exported is in the export",
    "shared/adapters/dynamo/document-store.ts",
    ["(!row.sk.startsWith(EVENTS) || row.sk <= last)", "(!row.sk.startsWith(EVENTS) || row.sk <= last || upTo > 0)"],
  ),
  mutant(
    "export-what-is-removed",
    "an export of what is being removed has what is left",
    "shared/steps/sessions/export-session.ts",
    ["  if (still?.created_at !== session.created_at) return null;\n", "  if (still?.created_at === 0) return null;\n"],
  ),
  mutant(
    "export-without-waiting",
    "what waits in the mailbox is not exported",
    "shared/steps/sessions/export-session.ts",
    [
      "waiting: page.after === null ? writtenEntries(mailbox.entries) : [],",
      "waiting: writtenEntries(mailbox.entries.slice(mailbox.entries.length)),",
    ],
  ),
  mutant(
    "import-what-was-promised",
    "what was promised is promised again in a session that was imported",
    "shared/domain/sessions/rest-document.ts",
    [
      'return item.record.status === "scheduled" ? dropped(item.record, now) : [item];',
      'return item.record.status === "scheduled" ? dropped(item.record, now).slice(1).concat(item) : [item];',
    ],
  ),
  mutant(
    "import-what-goes-on",
    "a run goes on in a session that was imported",
    "shared/domain/sessions/rest-document.ts",
    [
      'terminalStatuses.includes(run.status) ? run.status : "canceled"',
      "terminalStatuses.includes(run.status) ? run.status : run.status",
    ],
  ),
  mutant("import-over-a-removal", "an import goes on under an id whose session was removed", imports, [
    "`attribute_not_exists(pk) OR ${OURS}`",
    "`attribute_not_exists(pk) OR ${OURS} OR attribute_exists(pk)`",
  ]),
  mutant(
    "import-a-repeat",
    "an import with the same key makes another session",
    "shared/steps/sessions/import-session.ts",
    [
      'ulidFor(ports.ids, [by.owner, "import"], by.idempotency_key)',
      'ulidFor(ports.ids, [by.owner, "import"], undefined)',
    ],
  ),
  mutant("import-over-a-session", "a document is imported over the session that was made of it", imports, [
    '          ConditionExpression: "attribute_not_exists(pk)",\n        },\n      },\n      {\n        Put',
    '          ConditionExpression: "attribute_not_exists(pk) OR attribute_exists(pk)",\n        },\n      },\n      {\n        Put',
  ]),
  mutantOf("import-into-a-removal", "an import goes on with what is being removed", {
    file: stones,
    find: 'UpdateExpression: "REMOVE digest",',
    put: 'UpdateExpression: "SET looked_at = :at",',
  }),
  mutant("ask-over-the-budget", "a run goes on asking the model when its budget is spent", budgets, [
    "      endFor(overBudget(now, budget));\n",
    "      endFor(overBudget({ ...now, calls: 0, tokens: 0 }, budget));\n",
  ]),
];
