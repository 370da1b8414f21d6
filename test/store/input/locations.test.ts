import { afterEach, beforeEach, expect, test } from "vitest";
import { operations } from "../../../shared/contracts/operations.ts";
import { routes } from "../../../shared/contracts/routes.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { say, TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import type { TestAnswer } from "../../support/http.ts";
import { exportedWhole } from "../../support/lived-session.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { hour, scheduled } from "../../support/wakes.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

/** A session whose run failed, and callers: its owner and an operator who owns nothing. */
async function failedSession() {
  const memo = new MemoSession(table, {}, async () => {
    throw new Fault("no_such_word", "reject");
  });
  await memo.start("add bad");
  await memo.settle();
  const api = new TestApi(memo.world);
  return { memo, ada: api.as("ada"), operator: api.as("op-1", operatorScope) };
}
type Asked = Awaited<ReturnType<typeof failedSession>>;

/** One request for each operation whose answer has a `Location`, by its id. */
const requests: Readonly<Record<string, (of: Asked) => Promise<TestAnswer>>> = {
  createSession: ({ ada }) => ada.post("/api/sessions", { body: { agent: "memo" } }),
  importSession: async ({ memo, ada }) => {
    const { whole } = await exportedWhole(ada, `/api/sessions/${memo.session_id}`);
    return ada.post("/api/sessions/import", { body: whole });
  },
  startRun: ({ ada }) => ada.post("/api/runs", { body: { agent: "memo", input: "add one" } }),
  postMessage: ({ memo, ada }) => ada.post(`/api/runs/${memo.runId()}/messages`, say("add two")),
  retryRun: ({ memo, ada }) => ada.post(`/api/runs/${memo.runId()}/retry`),
  fireFollowup: async ({ memo, operator }) => {
    const wake = await scheduled(memo.world, memo.session_id, { inMs: hour });
    return operator.post(`/api/agents/memo/follow-ups/${wake.followup_id}/fire?session_id=${memo.session_id}`);
  },
};

const located = routes.flatMap(({ method, path, auth }) => {
  const operation = operations[`${method} ${path}`];
  return operation?.located === true ? [{ id: operation.id, status: operation.status, auth }] : [];
});

test.each(located)("where $id says to look, its caller can look", async ({ id, status, auth }) => {
  const of = await failedSession();
  const answer = await requests[id]?.(of);
  expect(answer?.status).toBe(status);
  const caller = auth === "operator" ? of.operator : of.ada;
  expect(await caller.get(answer?.headers["location"] ?? "")).toMatchObject({ status: 200 });
});
