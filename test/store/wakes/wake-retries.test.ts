import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import type { ModelReply } from "../../../shared/ports/model.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { cancelWake } from "../../../shared/steps/wakes/cancel-wake.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { answers, cancels, results, say, talkTo } from "../../support/talk.ts";
import type { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

describe("a turn that is tried again", () => {
  const words = (description: string) =>
    callsTools(["schedule_follow_up", { description, in: "30m", dedup_key: "pr" }]);
  const dies: Partial<ModelReply> = {
    get parts(): never {
      throw new Error("the model went away");
    },
  };

  /** Says something; the first attempt at the turn dies after its schedule call. */
  async function twice(second: Partial<ModelReply>, between: (world: World, session: SessionId) => Promise<void>) {
    const talk = await talkTo(table, "memo", words("Look at it."), dies, second, answers());
    const { world, run_id } = talk;
    const message = { owner: "ada", run_id, text: "Please check back in 30 minutes.", attachments: [] };
    await acceptFollowUp(world.ports, { ...message, on_busy: "revise" });
    const nudge = world.take("nudges");
    if (nudge !== undefined) await world.deliver(nudge);
    const task = world.take("tasks");
    if (task === undefined) throw new Error("nothing to answer");
    await expect(world.deliver(task)).rejects.toThrow("the model went away");
    await between(world, talk.session_id);
    await world.deliver(task);
    await world.settle();
    return talk;
  }

  test("finds what it scheduled before, and says the same", async () => {
    const { world, model, session_id } = await twice(words("Look at it."), async () => undefined);
    const pending = await world.ports.wakes.pendingWakes(session_id);
    expect(pending).toHaveLength(1);
    expect(results(model).at(-1)?.value).toEqual({
      id: pending[0]?.followup_id,
      due_at: "2026-07-18T09:00:00.000Z",
      status: "scheduled",
    });
  });

  test("in other words does not schedule twice, and is told what stands", async () => {
    const { world, model, session_id } = await twice(words("Have another look."), async () => undefined);
    const pending = await world.ports.wakes.pendingWakes(session_id);
    expect(pending.map(({ reason }) => reason)).toEqual(["Look at it."]);
    expect(results(model).at(-1)).toMatchObject({
      ok: true,
      value: { description: "Look at it.", note: expect.stringMatching(/earlier attempt/) },
    });
  });

  test("does not bring back what was cancelled meanwhile", async () => {
    const { world, model, session_id } = await twice(words("Look at it."), async (world, session) => {
      const [wake] = await world.ports.wakes.pendingWakes(session);
      const followup_id = wake?.followup_id ?? "fu_01J0000000000000000000000Z";
      await cancelWake(world.ports, { owner: "ada", session_id: session, followup_id });
    });
    expect(await world.ports.wakes.pendingWakes(session_id)).toEqual([]);
    expect(results(model).at(-1)).toMatchObject({ ok: false, value: { error: expect.stringMatching(/cancelled/) } });
  });
});

test("a key that is cancelled during a turn stays cancelled for that turn, and is free for the next", async () => {
  let id = "";
  const watchIt = (description: string) =>
    callsTools(["schedule_follow_up", { description, in: "30m", dedup_key: "pr" }]);
  const { world, model, run_id, session_id } = await talkTo(
    table,
    "memo",
    watchIt("Look."),
    answers(),
    cancels(() => id),
    watchIt("Look anyway."),
    answers(),
    watchIt("Look again."),
    answers(),
  );
  await say(world, run_id);
  id = (await world.ports.wakes.pendingWakes(session_id))[0]?.followup_id ?? "";
  await say(world, run_id, "Please cancel the follow-up.");
  expect(results(model).at(-1)).toMatchObject({
    ok: false,
    value: { error: expect.stringMatching(/stays cancelled/) },
  });
  expect(await world.ports.wakes.pendingWakes(session_id)).toEqual([]);
  await say(world, run_id, "Please check back in 30 minutes, after all.");
  expect(await world.ports.wakes.pendingWakes(session_id)).toMatchObject([{ reason: "Look again." }]);
});
