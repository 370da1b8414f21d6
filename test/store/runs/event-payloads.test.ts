import { afterAll, beforeAll, expect, test } from "vitest";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import type { SessionEvent } from "../../../shared/contracts/records.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import { cancelRun } from "../../../shared/steps/runs/cancel-run.ts";
import { readHistory } from "../../../shared/steps/sessions/read-history.ts";
import { rescheduleWake } from "../../../shared/steps/wakes/operate-wake.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { livedSession } from "../../support/lived-session.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { hour, scheduled } from "../../support/wakes.ts";
import type { World } from "../../support/world.ts";
import { codeIn, documentOf, rowsOf } from "../../unit/docs/tables.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** The whole history of a session. */
async function historyOf({ ports }: World, session_id: SessionId): Promise<readonly SessionEvent[]> {
  const mailbox = await ports.reader.mailbox(session_id);
  if (mailbox === null) throw new Error("no mailbox");
  return (await readHistory(ports.reader, mailbox, { after: 0, turn: null, limit: 10_000 })).events;
}

/** A session with wakes of every fate, one of which an operator moved. */
async function lived(): Promise<readonly SessionEvent[]> {
  const { world, session_id } = await livedSession(table);
  const { followup_id } = await scheduled(world, session_id, { inMs: 5 * hour });
  const ports = { ...world.ports, operations: world.operations };
  await rescheduleWake(ports, { by: "op-1", agent: "memo", session_id, followup_id }, world.clock.now() + hour);
  return historyOf(world, session_id);
}

/** Sessions with a question each, of which one is answered, one runs out and one is withdrawn with its run. */
async function asked(): Promise<readonly SessionEvent[]> {
  const [answered, late, canceled] = [
    await DeskSession.start(table, "ask count"),
    await DeskSession.start(table, "ask size"),
    await DeskSession.start(table, "ask count"),
  ];
  await answered.answer({ count: 3 });
  await late.world.advance(2 * hour);
  const { world, session_id } = canceled;
  await cancelRun(world.ports, { owner: "alice", session_id, turn: 1, work: "keep" });
  const histories = [answered, late, canceled].map((desk) => historyOf(desk.world, desk.session_id));
  return (await Promise.all(histories)).flat();
}

/** A session whose run failed. */
async function failed(): Promise<readonly SessionEvent[]> {
  const memo = new MemoSession(table, {}, async () => {
    throw new Fault("no_such_word", "reject");
  });
  await memo.start("add one");
  await memo.settle();
  return historyOf(memo.world, memo.session_id);
}

test("every event has what the document says of its type, and nothing else", async () => {
  const documented = new Map(
    rowsOf(documentOf("http-api.md"), "type").map(([type = "", always = "", sometimes = ""]) => [
      codeIn(type)[0] ?? "",
      { always: codeIn(always), sometimes: codeIn(sometimes) },
    ]),
  );
  const events = [...(await lived()), ...(await asked()), ...(await failed())];
  for (const { type, payload } of events) {
    const { always = [], sometimes = [] } = documented.get(type) ?? {};
    const names = Object.keys(payload);
    expect(names, type).toEqual(expect.arrayContaining([...always]));
    expect(
      names.filter((name) => ![...always, ...sometimes].includes(name)),
      type,
    ).toEqual([]);
  }
  expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual([...documented.keys()].toSorted());
});
