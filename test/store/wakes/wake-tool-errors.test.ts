import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JsonObject } from "../../../shared/contracts/json.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { answers, results, say, talkTo } from "../../support/talk.ts";
import { hour, runsOf, travel } from "../../support/wakes.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

describe("an error tells the model what is allowed, the time, and at the cap what is pending", () => {
  const now = "2026-07-18T08:30:00.000Z";

  test.each([
    [{ in: "soon" }, /could not be read.*"30m", "2h", "1h30m" or "3d".*RFC 3339 with offset/],
    [{ in: "1.5h" }, /could not be read/],
    [{ in: "0m" }, /less than 1 minute/],
    [{ in: "31d" }, /more than 30 days/],
    [{ at: "2026-07-18T08:20:00Z" }, /is past/],
    [{ at: "2025-07-18T09:00:00Z" }, /is past/],
    [{ at: "2026-07-18T09:00:00" }, /could not be read/],
    [{}, /exactly one of \\?"in\\?" and \\?"at/],
    [{ in: "30m", at: "2026-07-18T09:00:00Z" }, /exactly one of/],
    [{ in: "30m", description: "" }, /1 to 1000 characters/],
    [{ in: "30m", description: " \u200b " }, /1 to 1000 characters/],
    [{ in: "30m", description: "x".repeat(1001) }, /1 to 1000 characters/],
    [{ in: "30m", dedup_key: "" }, /1 to 255 characters/],
    [{ in: "30m", dedup_key: "k".repeat(256) }, /1 to 255 characters/],
    [{ in: "30m", context: "text" }, /JSON object/],
    [{ in: "30m", context: { text: "x".repeat(16_384) } }, /16395 bytes.*at most 16384/],
    [{ in: "30m", late_policy: "later" }, /late policy.*fire_within: 30m/],
    [{ in: "30m", unless: "bored" }, /unless/],
    [{ in: "30m", colour: "red" }, /colour/],
  ])("for %j", async (more, told) => {
    const input = JsonObject.parse({ description: "Look.", ...more });
    const { world, model, run_id, session_id } = await talkTo(
      table,
      "memo",
      callsTools(["schedule_follow_up", input]),
      answers(),
    );
    await say(world, run_id);
    const [result] = results(model);
    expect(result).toMatchObject({ ok: false, value: { now } });
    expect(String(Object(result?.value).error)).toMatch(told);
    expect(await world.ports.wakes.pendingWakes(session_id)).toEqual([]);
  });

  test.each([
    [{ at: "2026-07-18T08:29:55Z" }, { due_at: now, note: "The time was slightly past and is now." }],
    [{ in: "1m" }, { due_at: "2026-07-18T08:31:00.000Z" }],
    [{ in: "30m", dedup_key: "🙂".repeat(255) }, { status: "scheduled" }],
    [{ in: "30m", description: "漢".repeat(1000) }, { status: "scheduled" }],
  ])("but %j is taken", async (more, value) => {
    const input = JsonObject.parse({ description: "Look.", ...more });
    const { world, model, run_id } = await talkTo(
      table,
      "memo",
      callsTools(["schedule_follow_up", input]),
      answers(),
      answers(),
    );
    await say(world, run_id);
    expect(results(model)[0]).toMatchObject({ ok: true, value });
  });

  test("at the cap", async () => {
    const fill = Array.from({ length: 21 }, (_, index) => {
      const input = { description: `Look ${index}.`, in: `${30 + index}m` };
      return ["schedule_follow_up", input] as const;
    });
    const { world, model, run_id, session_id } = await talkTo(table, "memo", callsTools(...fill), answers());
    await say(world, run_id);
    const pending = await world.ports.wakes.pendingWakes(session_id);
    expect(pending).toHaveLength(20);
    const told = results(model).at(-1)?.value as { error: string; now: string; pending: unknown[] };
    expect(told.error).toMatch(/At most 20/);
    expect(told.now).toBe(now);
    expect(told.pending).toHaveLength(20);
    expect(told.pending[0]).toMatchObject({ id: pending[0]?.followup_id, description: "Look 0." });
  });

  test("when a woken turn takes its own note for a request", async () => {
    const { world, model, run_id, session_id } = await talkTo(
      table,
      "memo",
      callsTools(["schedule_follow_up", { description: "Remind me in 10 minutes.", in: "10m" }]),
      answers(),
      callsTools(["schedule_follow_up", { description: "remind me in 10 minutes", in: "10m" }]),
      answers("Here is your reminder."),
    );
    await say(world, run_id);
    await travel(world, world.clock.now() + hour);
    expect(results(model).at(-1)).toMatchObject({
      ok: false,
      value: { error: expect.stringMatching(/Carry it out now/) },
    });
    expect(await runsOf(world, session_id)).toHaveLength(2);
    expect(await world.ports.wakes.pendingWakes(session_id)).toEqual([]);
  });
});
