import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defineAgent } from "../../../shared/agents/define-agent.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const debounce = { quiet_ms: 5_000, max_wait_ms: 20_000 };

/** A session of an agent that waits for quiet, with a delivery. */
async function delivered(): Promise<MemoSession> {
  const memo = new MemoSession(table, { debounce });
  await memo.start("add one");
  await memo.settle();
  expect(await memo.run()).toMatchObject({ status: "completed" });
  return memo;
}

/** Sends a message every `everyMs`, with everything that becomes due meanwhile delivered. */
async function typing(memo: MemoSession, words: readonly string[], everyMs: number): Promise<void> {
  for (const word of words) {
    await memo.say(`add ${word}`);
    await memo.world.advance(everyMs);
  }
}

describe("an agent that waits for quiet", () => {
  test("takes what came in one go when it has been quiet for long enough, and every message of it", async () => {
    const memo = await delivered();
    await typing(memo, ["a", "b", "c"], 3_000);
    expect((await memo.mailbox()).entries).toHaveLength(3);
    expect(await memo.run()).toMatchObject({ dag_version: 1 });
    await memo.world.advance(2_000);
    expect(await memo.run()).toMatchObject({ dag_version: 2, status: "completed" });
    expect((await memo.revision(2)).caused_by.map(({ text }) => text)).toEqual(["add a", "add b", "add c"]);
  });

  test("waits no longer than the most it says, however much is sent", async () => {
    const memo = await delivered();
    await typing(memo, ["a", "b", "c", "d", "e", "f"], 4_000);
    expect(await memo.run()).toMatchObject({ dag_version: 2 });
    await memo.world.advance(10_000);
    const causes = await Promise.all([2, 3].map((version) => memo.revision(version)));
    expect(causes.flatMap(({ caused_by }) => caused_by.map(({ text }) => text))).toEqual(
      ["a", "b", "c", "d", "e", "f"].map((word) => `add ${word}`),
    );
  });

  test("waits while a run goes on, too, and then changes it once", async () => {
    const memo = await delivered();
    await memo.say("add a");
    await memo.world.advance(5_000);
    await memo.say("add b");
    await memo.fold();
    expect(await memo.run()).toMatchObject({ dag_version: 2 });
    await memo.world.advance(5_000);
    expect(await memo.run()).toMatchObject({ dag_version: 3, status: "completed" });
  });

  test("takes them within two minutes also when the message that should have woken it is lost", async () => {
    const memo = await delivered();
    await memo.say("add a");
    await memo.fold();
    memo.world.pending.splice(0);
    await memo.world.advance(120_000);
    expect(await memo.delivered()).toBe("one a");
  });

  test("does not keep a new run waiting", async () => {
    const memo = new MemoSession(table, { debounce });
    await memo.start("add one");
    await memo.settle();
    expect(await memo.delivered()).toBe("one");
  });

  test("is refused with times that a queue cannot hold", () => {
    const declare = (quiet_ms: number, max_wait_ms: number) => () =>
      defineAgent({ ...memoAgent([]), debounce: { quiet_ms, max_wait_ms } });
    expect(declare(1, 600_000)).not.toThrow();
    expect(declare(0, 10)).toThrow(TypeError);
    expect(declare(20, 10)).toThrow(TypeError);
    expect(declare(1.5, 10)).toThrow(TypeError);
    expect(declare(10, 600_001)).toThrow(TypeError);
  });
});
