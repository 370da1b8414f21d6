import { expect, test } from "vitest";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import { startWakeUp, wakeUpSession } from "../../../shared/steps/wakes/start-wake-up.ts";
import { useApi } from "../../support/api.ts";
import { runsOf, scheduled } from "../../support/wakes.ts";

const setup = useApi();
const message = (scheduled_time: string, name = "morning") => ({
  kind: "wake_up" as const,
  agent: "memo",
  name,
  input: "add news",
  scheduled_time,
});

test("a wake-up starts a run in the one session of its agent, which the configured owner can read", async () => {
  const { world, api } = setup();
  const first = await startWakeUp(world.ports, "system", message("2026-07-18T07:00:00Z"));
  await world.settle();
  const second = await startWakeUp(world.ports, "system", message("2026-07-19T07:00:00Z"));
  await world.settle();
  expect([first, second]).toEqual([
    { kind: "started", session_id: wakeUpSession("system", "memo") },
    { kind: "started", session_id: first.session_id },
  ]);
  expect(await runsOf(world, first.session_id)).toMatchObject([
    { agent: "memo", status: "completed", input_text: "add news", origin: { type: "system" } },
    { agent: "memo", origin: { type: "system" } },
  ]);
  const { body } = await api.as("system").get("/api/sessions");
  expect(body.items).toMatchObject([{ id: first.session_id, title: "Wake-ups of memo" }]);
  expect((await api.as("ada").get(`/api/sessions/${first.session_id}`)).status).toBe(404);
});

test("what was said shows a wake-up as the system's and a due follow-up as a wake, and neither as the owner's", async () => {
  const { world, api, ada, start } = setup();
  const { session_id } = await startWakeUp(world.ports, "system", message("2026-07-18T07:00:00Z"));
  await world.settle();
  const said = (await api.as("system").get(`/api/sessions/${session_id}/messages`)).body.items;
  expect(said[0]).toMatchObject({ role: "system", text: "add news", disposition: { kind: "started_run" } });
  expect(said.map(({ role }: { role: string }) => role)).not.toContain("user");

  const run = await start();
  await world.settle();
  await scheduled(world, run.session_id as SessionId, { reason: "Look at the prices.", inMs: 120_000 });
  await world.advance(300_000);
  const { items } = (await ada.get(`/api/sessions/${run.session_id}/messages`)).body;
  expect(items.filter(({ role }: { role: string }) => role === "user")).toMatchObject([{ text: "add one, add two" }]);
  expect(items.filter(({ role }: { role: string }) => role === "wake")).toMatchObject([
    { text: "Look at the prices.", disposition: { kind: "started_run" }, state: "taken" },
  ]);
});

test("a ring that is delivered twice, at once or later, starts one run", async () => {
  const { world } = setup();
  const ring = message("2026-07-18T07:00:00Z");
  const both = await Promise.all([1, 2].map(() => startWakeUp(world.ports, "system", ring)));
  expect(both.map(({ kind }) => kind).sort()).toEqual(["repeated", "started"]);
  await world.settle();
  const { kind, session_id } = await startWakeUp(world.ports, "system", ring);
  expect(kind).toBe("repeated");
  await world.settle();
  expect(await runsOf(world, session_id)).toHaveLength(1);
});

test("INV-5 a ring that comes back after the keys of clients are forgotten starts no second run (simulator, seed 41532)", async () => {
  const { world } = setup();
  const ring = message("2026-07-18T07:00:00Z");
  const { session_id } = await startWakeUp(world.ports, "system", ring);
  await world.settle();
  await world.advance(15 * 60_000);
  await startWakeUp(world.ports, "system", message("2026-07-18T07:15:00Z"));
  await world.settle();
  expect((await startWakeUp(world.ports, "system", ring)).kind).toBe("repeated");
  await world.settle();
  expect(await runsOf(world, session_id)).toHaveLength(2);
});

test("two wake-ups of an agent at the same time are two runs, one after the other", async () => {
  const { world } = setup();
  const at = "2026-07-18T07:00:00Z";
  const { session_id } = await startWakeUp(world.ports, "system", message(at));
  await startWakeUp(world.ports, "system", message(at, "news"));
  await world.settle();
  expect((await runsOf(world, session_id)).map(({ status }) => status)).toEqual(["completed", "completed"]);
});

test("an archived session ends the wake-ups that run in it", async () => {
  const { world, api } = setup();
  const { session_id } = await startWakeUp(world.ports, "system", message("2026-07-18T07:00:00Z"));
  await world.settle();
  await api.as("system").post(`/api/sessions/${session_id}/archive`);
  const { kind } = await startWakeUp(world.ports, "system", message("2026-07-19T07:00:00Z"));
  expect(kind).toBe("archived");
});
