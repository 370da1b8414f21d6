import { afterAll, beforeAll, expect, test } from "vitest";
import { countRequests } from "../../support/counted-requests.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { generalMemo, memoAgent } from "../../support/memo-agent.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { planningModel } from "../../support/planning-model.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const EARLIER = 1_000;
const BURST = 20;

/** What a change and a question cost now, from the acceptance to the end. */
async function costs(memo: MemoSession) {
  const cost = (text: string) =>
    countRequests(table.client, async () => {
      await memo.say(text);
      await memo.settle();
    });
  memo.world.clock.advance(60_000);
  const change = await cost("louder");
  const back = await cost("quieter");
  const question = await cost("Why is the first point there?");
  return { change, back, question };
}

test.each([
  { kind: "specialised", agent: () => memoAgent([]) },
  { kind: "general", agent: generalMemo },
])(
  "a follow-up to a session of 1,000 costs what one to a new session costs ($kind)",
  async ({ agent }) => {
    const memo = new MemoSession(table, {}, undefined, agent());
    Object.assign(memo.world.ports, { model: planningModel });
    await memo.start("add one, add two");
    await memo.settle();
    // A few first, so that what is there once in every session is there.
    await costs(memo);
    const early = await costs(memo);
    for (let sent = 0; sent < EARLIER; sent += BURST) {
      for (let index = 0; index < BURST; index += 1) {
        const isQuestion = index % 10 === 9;
        await memo.say(
          isQuestion
            ? `Why is the first point there, once more ${sent}?`
            : `${index % 2 === 0 ? "louder" : "quieter"} ${sent}`,
        );
      }
      memo.world.clock.advance(60_000);
      await memo.settle();
    }
    const late = await costs(memo);
    expect((await memo.mailbox()).seq).toBeGreaterThan(3 * EARLIER);
    for (const what of ["change", "back", "question"] as const) {
      expect(late[what].requests, what).toBeLessThanOrEqual(early[what].requests + 2);
      // Numbers have more digits, and what is remembered fills its budget.
      expect(late[what].bytes_read, what).toBeLessThan(early[what].bytes_read + 64 * 1024);
      expect(late[what].bytes_sent, what).toBeLessThan(early[what].bytes_sent + 64 * 1024);
    }
  },
  240_000,
);
