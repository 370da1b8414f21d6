import { afterEach, expect, test } from "vitest";
import { runOps } from "../../../scripts/ops/run-ops.ts";
import { SessionDocument } from "../../../shared/contracts/session-document.ts";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { useApi } from "../../support/api.ts";
import { type ApiServer, startApiServer } from "../../support/api-server.ts";
import { hour, openSession, scheduled } from "../../support/wakes.ts";

const setup = useApi();
let server: ApiServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** A session with one wake, and the command line of an operator who looks after it. */
async function withWake() {
  const of = setup();
  const session_id = await openSession(of.world);
  const wake = await scheduled(of.world, session_id, { inMs: 2 * hour });
  server = await startApiServer(of.api, () => of.world.settle());
  const { url } = server;
  const ops = (line: string, token = `op-1 ${operatorScope}`) =>
    runOps(line.split(" "), { FOLLOWTHROUGH_URL: url, FOLLOWTHROUGH_TOKEN: token });
  return { of, session_id, wake, ops, id: wake.followup_id };
}

test("list shows what is pending in a table, and the whole of it as JSON", async () => {
  const { ops, id, session_id } = await withWake();
  const { out, exitCode } = await ops("list memo --status scheduled");
  expect(exitCode).toBe(0);
  expect(out.split("\n")[0]).toMatch(/^FOLLOW-UP +STATUS +DUE +SESSION +DEPTH +NOTE$/);
  expect(out).toMatch(new RegExp(`^${id} +scheduled +2026-07-18 10:30:00 +${session_id} +1 +Look again`, "m"));
  const { out: json } = await ops("list memo --json");
  expect(JSON.parse(json)).toMatchObject([{ followup_id: id, context: {} }]);
  expect((await ops("list memo --status fired")).out).toBe("There are no such follow-ups.");
});

test("a follow-up is moved, fired and explained by its id and session alone", async () => {
  const { ops, id, session_id } = await withWake();
  expect((await ops(`reschedule ${id} --session ${session_id} --in 5h`)).out).toContain("due at 2026-07-18 13:30:00");
  expect((await ops(`fire ${id} --session ${session_id}`)).out).toContain("It is due now");
  const { out } = await ops(`history ${id} --session ${session_id}`);
  const steps = out
    .split("\n")
    .slice(3)
    .map((line) => line.split(/ {2,}/).slice(1, 3));
  expect(steps).toEqual([
    ["scheduled", "memo"],
    ["rescheduled", "op-1"],
    ["fire_requested", "op-1"],
    ["rung", "system"],
    ["fired", "system"],
  ]);
  const { out: actions } = await ops("actions");
  expect(actions).toMatch(/op-1 +fire +fu_/);
});

test("a chain is killed, and a follow-up that is over is not cancelled", async () => {
  const { ops, id, session_id } = await withWake();
  expect((await ops(`kill ${id} --session ${session_id}`)).out).toMatch(/The chain is stopped\.\s.*\s.*cancelled/s);
  expect((await ops(`kill ${id} --session ${session_id}`)).out).toContain("Nothing of it was pending");
  const again = await ops(`fire ${id} --session ${session_id}`);
  expect(again).toMatchObject({ exitCode: 1, err: expect.stringContaining("not pending any more") });
});

test("self-scheduling is switched for an agent and for a session, and given back", async () => {
  const { ops, session_id } = await withWake();
  expect((await ops("toggle memo off --max-depth 2")).out).toMatch(/memo +off +2 +20 +op-1/);
  expect((await ops(`toggle --session ${session_id} on`)).out).toMatch(/ses_\w+ +on +2 +20 +op-1/);
  expect((await ops("toggle memo default --max-depth default")).out).toMatch(/memo +on +5 +20/);
  expect((await ops("agents")).out).toMatch(/^memo +on +5/m);
});

test("queues and what is overdue are shown, and an empty queue has nothing to put back", async () => {
  const { ops } = await withWake();
  expect((await ops("overdue")).out).toBe("Nothing is overdue.");
  expect((await ops("dead-letters")).out).toMatch(/^nudges +0$/m);
  expect((await ops("redrive wakes")).out).toBe("There was nothing to put back.");
});

test("a session is put together from its pages, by its owner alone", async () => {
  const { ops, session_id } = await withWake();
  const { exitCode, out } = await ops(`export ${session_id}`, "ada");
  expect(exitCode).toBe(0);
  const whole = SessionDocument.parse(JSON.parse(out));
  expect(whole).toMatchObject({ session: { id: session_id }, next_cursor: null });
  expect(whole.items.map(({ kind }) => kind)).toContain("wake");
  expect(await ops(`export ${session_id}`, "eve")).toMatchObject({ exitCode: 1, out: "" });
});

test.each([
  { line: "", says: "", exitCode: 2 },
  { line: "explode", says: "There is no command explode.", exitCode: 2 },
  { line: "history fu_1", says: "--session is missing.", exitCode: 2 },
  { line: "toggle memo", says: "Say on, off or default", exitCode: 2 },
  { line: "toggle memo maybe", says: "not maybe", exitCode: 2 },
  { line: "toggle memo --max-depth few", says: "whole number", exitCode: 2 },
  { line: "redrive bells", says: "nudges, tasks, wakes", exitCode: 2 },
  { line: "list --nonsense", says: "--nonsense", exitCode: 2 },
  { line: "list nobody --limit 500 --from yesterday", says: "from", exitCode: 1 },
])("'$line' ends with $exitCode and says what is wrong", async ({ line, says, exitCode }) => {
  const { ops } = await withWake();
  const outcome = await ops(line);
  expect(outcome.exitCode).toBe(exitCode);
  expect(outcome.err).toContain(says);
});

test("a token without the scope, no token and no address are told apart", async () => {
  const { ops } = await withWake();
  expect((await ops("overdue", "ada")).err).toContain("lacks the scope");
  expect((await runOps(["overdue"], { FOLLOWTHROUGH_URL: server?.url })).err).toContain(
    "FOLLOWTHROUGH_TOKEN is missing",
  );
  const nowhere = await runOps(["overdue", "--url", "http://127.0.0.1:1", "--token", "t"], {});
  expect(nowhere).toMatchObject({ exitCode: 1, err: expect.stringContaining("Nothing answers at http://127.0.0.1:1") });
});
