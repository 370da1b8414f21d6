import { afterAll, beforeAll, expect, test } from "vitest";
import { runTask } from "../../../shared/steps/tasks/run-task.ts";
import { expectAccounted } from "../../support/accounted.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { gateRequests, interleave, orders } from "../../support/request-gate.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

test("INV-1 a message that is sent as its run finishes is taken, in every order of their requests", async () => {
  const memo = new MemoSession(table);
  const started = await memo.start("add zero");
  await memo.settle();
  const accepted = "event_id" in started ? [started.event_id] : [];
  const versions = new Set<number>();
  const round = async (order: Iterable<number>): Promise<readonly number[]> => {
    const letters = [...accepted.length.toString()].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const first = await memo.say(`add p${letters}`);
    if ("event_id" in first) accepted.push(first.event_id);
    await memo.fold();
    const before = (await memo.run()).dag_version;
    while (!isDelivery(memo)) await memo.work();
    const last = memo.world.take("tasks");
    const steps = await interleave(
      [
        async () => {
          if (last?.queue === "tasks" && last.body.kind === "step") await runTask(memo.world.ports, last.body);
        },
        async () => {
          const sent = await memo.say(`add q${letters}`);
          if ("event_id" in sent) accepted.push(sent.event_id);
          await memo.fold();
        },
      ],
      order,
    );
    await memo.settle();
    versions.add((await memo.run()).dag_version - before);
    await expectAccounted(memo, accepted);
    expect((await memo.delivered())?.split(" ")).toEqual(expect.arrayContaining([`p${letters}`, `q${letters}`]));
    return steps;
  };
  const [finishing = 0] = await round([]);
  // The message's own write goes in between; its fold follows at once.
  for (const order of orders(finishing, 1)) await round(order);
  for (const order of orders(finishing, 1)) await round([...order, 1, 1, 1]);
  expect([...versions]).toEqual([1]);
});

const isDelivery = (memo: MemoSession): boolean => {
  const next = memo.world.pending.find(({ queue }) => queue === "tasks");
  return next?.queue === "tasks" && next.body.kind === "step" && next.body.step_id === "deliver";
};
