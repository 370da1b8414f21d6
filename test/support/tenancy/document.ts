/** What one owner got for naming what is another's at a place of a route. */
type Row = { readonly route: string; readonly where: string; readonly status: number };

/** The matrix as a page of the documentation. */
export function tenancyDocument(rows: readonly Row[]): string {
  const owners = rows.filter(({ status }) => status !== 403);
  const operators = rows.filter(({ status }) => status === 403);
  return `${[
    "# Tenancy",
    "",
    "What one owner gets for naming what belongs to another. `test/e2e/tenancy.test.ts` makes the requests from",
    "`shared/contracts/routes.ts` and the contracts of each route, sends them over HTTP to the local stack, and holds this page to",
    "the answers: a new route is in here or the test fails. Each place of a route that takes an id is tried alone, the other",
    "places naming what is the caller's own, and all places together; with a session that has a delivery, an upload, a question",
    "and a follow-up of the agent, and with one in which an entry waits.",
    "",
    "Every answer but the three that are explained is a 404 with the same body and the same headers as for an id that nobody",
    "was ever given, apart from the id of the request. Nothing of the other owner's changes.",
    "",
    `| route | names another's | answer |`,
    "| --- | --- | --- |",
    ...owners.map(({ route, where, status }) => `| \`${route}\` | ${where} | ${status} |`),
    "",
    "- 409: the entry that another is to stand before does not wait in this mailbox, wherever it is.",
    "- 202: sources are looked for when the run is planned, and only among those of its own session. The run or the message ends",
    "  with `source_missing`, for another's source as for one that never was.",
    "",
    "`POST /api/sessions`, `GET /api/sessions` and `POST /api/sessions/import` name nothing that is anybody's; what they answer",
    "with holds nothing of another's.",
    "",
    "## Operators' routes",
    "",
    "The token of an owner gets 403 on each of them, whatever it names:",
    "",
    ...operators.map(({ route }) => `- \`${route}\``),
    "",
    "## Also held there",
    "",
    "- Tokens: without one, and with one that is expired, not valid yet, of another issuer or audience, unsigned, signed with",
    "  another algorithm or key, changed, or without a name or an end, every route answers 401.",
    "- Cursors: one of another owner, list, session, run or filter is refused with `invalid_cursor` on every list.",
    "- Idempotency keys: the same key of two owners makes two things, and tells neither of them about the other.",
    "- Tools: see `test/store/input/tenancy-of-tools.test.ts`. A model, or an agent elsewhere, that names a follow-up of another",
    "  conversation is told that there is none.",
  ].join("\n")}\n`;
}
