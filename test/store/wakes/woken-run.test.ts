import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { readResult } from "../../../shared/steps/runs/read-result.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { answers, block, lookUps, say, talkTo } from "../../support/talk.ts";
import { minute, runsOf, travel } from "../../support/wakes.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

describe("a woken run", () => {
  const look = (target: string) => callsTools(["schedule_follow_up", { description: "Look again.", in: "1m", target }]);

  test("of another agent reads the result as the agent that made it", async () => {
    const { world, model, run_id, session_id } = await talkTo(
      table,
      "memo",
      look("helper"),
      answers(),
      answers("Seen."),
    );
    await say(world, run_id);
    await travel(world, world.clock.now() + minute);
    expect((await runsOf(world, session_id))[1]).toMatchObject({ agent: "helper", status: "completed" });
    expect(block(model.requests.at(-1), "artifacts")["parts"]).toMatchObject([{ text: "one" }, { text: "two" }]);
  });

  test("is talked to about the result it looked at", async () => {
    const { world, model, run_id } = await talkTo(
      table,
      "memo",
      look("self"),
      answers(),
      answers("Seen."),
      answers("So."),
    );
    await say(world, run_id);
    await travel(world, world.clock.now() + minute);
    await say(world, run_id.replace(/_1$/, "_2") as typeof run_id, "Why is the second point there?");
    const told = block(model.requests.at(-1), "artifacts");
    expect(told["parts"]).toMatchObject([{ text: "one" }, { text: "two" }]);
    expect(told["points_at"]).toEqual(["w_2"]);
  });

  test("that an earlier import says scheduled itself is the end of its chain", async () => {
    const { world, run_id, session_id } = await talkTo(table, "memo", look("self"), answers(), answers("Seen."));
    await say(world, run_id);
    await travel(world, world.clock.now() + minute);
    const run = (await runsOf(world, session_id))[1];
    if (run?.wake === undefined) throw new Error("no woken run");
    const { delivery_id: _seen, ...silent } = run;
    const odd = { ...silent, wake: { ...run.wake, scheduled_by_turn: run.turn } };
    const writes = [{ kind: "run" as const, run: odd, expect_rev: run.rev }];
    await world.ports.ledger.commit({ session_id, at: world.clock.now(), mailbox: {}, events: [], writes });
    expect(await readResult(world.ports, odd)).toEqual({ run: odd, delivery: null });
  });

  test("calls a tool under a key of its own, although another had the same note and made the same call", async () => {
    lookUps.splice(0);
    const looks = callsTools(["look_up", {}]);
    const { world, run_id } = await talkTo(
      table,
      "memo",
      look("self"),
      answers(),
      looks,
      answers("Seen."),
      look("self"),
      answers(),
      looks,
      answers("Seen."),
    );
    await say(world, run_id);
    await travel(world, world.clock.now() + minute);
    await say(world, run_id);
    await travel(world, world.clock.now() + minute);
    expect(lookUps).toHaveLength(2);
    expect(new Set(lookUps).size).toBe(2);
  });

  test("is changed by a follow-up like any other", async () => {
    const { world, run_id, session_id } = await talkTo(
      table,
      "memo",
      callsTools(["schedule_follow_up", { description: "Look again.", in: "1m" }]),
      answers(),
      answers("Nothing new."),
    );
    await say(world, run_id);
    await travel(world, world.clock.now() + minute);
    const woken = (await runsOf(world, session_id))[1];
    expect(woken).toMatchObject({ status: "completed" });
    const message = {
      owner: "ada",
      run_id: `run_${session_id.slice(4)}_2`,
      text: "add three",
      attachments: [],
    } as const;
    expect(await acceptFollowUp(world.ports, { ...message, on_busy: "revise" })).toMatchObject({ kind: "accepted" });
    await world.settle();
    expect(await world.ports.mailboxes.read(session_id)).toMatchObject({ entries: [] });
    expect((await runsOf(world, session_id))[1]).toMatchObject({ status: "completed", delivered_version: 2 });
  });
});
