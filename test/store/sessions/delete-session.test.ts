import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessionPk, tombstoneKey } from "../../../shared/adapters/dynamo/keys.ts";
import { type SessionId, SessionId as SessionIdSchema } from "../../../shared/contracts/ids.ts";
import { removeRest } from "../../../shared/steps/sessions/remove-session.ts";
import { cancelWakeAsOperator } from "../../../shared/steps/wakes/operate-wake.ts";
import { ringWake } from "../../../shared/steps/wakes/ring-wake.ts";
import { startWakeUp, wakeUpSession } from "../../../shared/steps/wakes/start-wake-up.ts";
import { answering } from "../../support/answering-model.ts";
import { say, TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { gateRequests, through } from "../../support/request-gate.ts";
import { day, hour, minute, scheduled } from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterEach(() => table.stop());

const unknown = "/api/sessions/ses_01J00000000000000000000404";

function setup() {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const api = new TestApi(world);
  return { world, api, ada: api.as("ada"), eve: api.as("eve") };
}

type Setup = ReturnType<typeof setup>;

/** A session with a delivery, an upload, a long message, a rule, a wake with a key, and something that waits. */
async function full({ world, ada }: Setup, key = "full") {
  const headers = { "idempotency-key": key };
  const { body: run } = await ada.post("/api/runs", { headers, body: { agent: "memo", input: "add one" } });
  const url = `/api/sessions/${run.session_id}`;
  await world.settle();
  await ada.post(`${url}/uploads`, { body: { name: "a.csv", media_type: "text/csv", text: "a,b\n1,2\n" } });
  await ada.post(`/api/runs/${run.id}/messages`, say(`add long ${"x".repeat(10_000)}`));
  await ada.post(`/api/runs/${run.id}/messages`, say("Never use supplier X."));
  await world.settle();
  const session_id = SessionIdSchema.parse(run.session_id);
  const wake = await scheduled(world, session_id, { inMs: 2 * hour, dedup_key: "k" });
  await scheduled(world, session_id, { inMs: 10 * minute });
  await ada.post(`/api/runs/${run.id}/messages`, say("add two"));
  return { run, url, session_id, wake };
}

/** Works on the next message, with the session deleted just before the first commit; how often it was committed from then on. */
async function committing({ world, ada }: Setup, url: string) {
  let commits = 0;
  const deleted = async (command: string) => {
    if (command !== "TransactWriteItemsCommand") return;
    commits += 1;
    if (commits === 1) await through({}, async () => expect((await ada.delete(url)).status).toBe(204));
  };
  const message = world.take();
  if (message === undefined) throw new Error("nothing is to be done");
  const outcome = await through({ before: deleted }, () => world.deliver(message));
  return { outcome, commits };
}

/** Everything in the table that names the session. */
async function rowsOf(world: World, session_id: SessionId): Promise<readonly string[]> {
  const inside = await world.table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": sessionPk(session_id) },
  });
  const owned = await world.table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": "O#ada" },
  });
  const indexed = await world.operations.findWakes("memo", { session_id }, { after: null, limit: 100 });
  const listed = owned.filter((row) => row["session_id"] === session_id);
  return [...inside.map(({ sk }) => sk), ...listed.map(({ sk }) => sk), ...indexed.items.map((one) => one.followup_id)];
}

describe("a session that is deleted", () => {
  test("is at once like one that never was, for whoever asks in whatever way", async () => {
    const of = setup();
    const { run, url, wake } = await full(of);
    expect(await of.eve.delete(url)).toMatchObject({ status: 404 });
    expect(await of.ada.delete(url)).toMatchObject({ status: 204, body: undefined });
    const asked = [
      await of.ada.get(url),
      await of.ada.get(`${url}/messages`),
      await of.ada.get(`${url}/memory`),
      await of.ada.get(`${url}/mailbox`),
      await of.ada.post(`${url}/archive`),
      await of.ada.post(`${url}/uploads`, { body: { name: "a", media_type: "text/plain", text: "a" } }),
      await of.ada.get(`/api/runs/${run.id}`),
      await of.ada.get(`/api/runs/${run.id}/artifacts`),
      await of.ada.post(`/api/runs/${run.id}/messages`, say("add three")),
      await of.ada.post(`/api/runs/${run.id}/cancel`),
      await of.ada.post("/api/runs", { body: { agent: "memo", input: "add", session_id: run.session_id } }),
      await of.ada.get(`/api/followups?session_id=${run.session_id}`),
      await of.ada.delete(`/api/followups/${wake.followup_id}?session_id=${run.session_id}`),
    ];
    const never = await of.ada.get(unknown);
    for (const { status, body, headers } of asked) expect({ status, body, headers }).toEqual(never);
    expect((await of.ada.get("/api/sessions?limit=100")).body.items.map(({ id }: { id: string }) => id)).not.toContain(
      run.session_id,
    );
  });

  test("leaves a tombstone alone, without a word of anybody, and takes its bells along", async () => {
    const of = setup();
    const { url, session_id } = await full(of);
    expect([...of.world.bells.keys()]).toHaveLength(1);
    await of.ada.delete(url);
    await of.world.settle();
    expect(await rowsOf(of.world, session_id)).toEqual(["GONE"]);
    expect([...of.world.bells.keys()]).toEqual([]);
    // Until the last look it does not run out, however long that takes to come.
    expect(await of.world.table.get(tombstoneKey(session_id))).not.toHaveProperty("ttl");
    await of.world.advance(20 * minute);
    const [tombstone] = await of.world.table.query({
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": sessionPk(session_id) },
    });
    expect(Object.keys(tombstone ?? {}).sort()).toEqual(["at", "done_at", "owner_digest", "pk", "reason", "sk", "ttl"]);
    expect(JSON.stringify(tombstone)).not.toContain("ada");
    expect(Number(tombstone?.["ttl"]) * 1000 - Number(tombstone?.["done_at"])).toBeGreaterThanOrEqual(31 * day);
    expect(await of.world.ports.attention.overdue(of.world.clock.now() + day)).toEqual([]);
  });

  // Seed 8865 of the simulator: the cancelled key was written into a session from which it had been removed already.
  test("gets no mark of a key when an operator cancels its wake before that is removed", async () => {
    const of = setup();
    const { url, session_id, wake } = await full(of);
    await of.ada.delete(url);
    const ports = { ...of.world.ports, operations: of.world.operations };
    const operated = { by: "op-1", agent: "memo", session_id, followup_id: wake.followup_id };
    expect(await cancelWakeAsOperator(ports, operated)).toMatchObject({ kind: "done", wake: { status: "cancelled" } });
    expect((await rowsOf(of.world, session_id)).filter((sk) => sk.startsWith("DEDUP#"))).toEqual([]);
    await of.world.settle();
    expect(await rowsOf(of.world, session_id)).toEqual(["GONE"]);
  });

  test("can be deleted again by its owner with the same answer, and by nobody else", async () => {
    const of = setup();
    const { url } = await full(of);
    await of.ada.delete(url);
    expect(await of.ada.delete(url)).toMatchObject({ status: 204 });
    await of.world.advance(20 * minute);
    expect(await of.ada.delete(url)).toMatchObject({ status: 204 });
    expect(await of.eve.delete(url)).toMatchObject({ status: 404 });
    expect(await of.ada.delete(unknown)).toMatchObject({ status: 404 });
  });

  test("with thousands of rows is removed in several messages", async () => {
    const of = setup();
    const { url, session_id } = await full(of);
    const puts = Array.from({ length: 4_500 }, (_, index) => ({
      Put: { TableName: "", Item: { pk: sessionPk(session_id), sk: `EVT#${String(1_000_000 + index)}` } },
    }));
    for (let from = 0; from < puts.length; from += 100) await of.world.table.transact(puts.slice(from, from + 100));
    await of.ada.delete(url);
    const outcomes: string[] = [];
    for (let message = of.world.take(); message !== undefined; message = of.world.take()) {
      outcomes.push(await of.world.deliver(message));
    }
    expect(outcomes).toContain("removing");
    expect(outcomes.at(-1)).toBe("removed");
    expect(await rowsOf(of.world, session_id)).toEqual(["GONE"]);
  }, 60_000);

  test("while a step runs gets nothing back from it", async () => {
    const of = setup();
    const { body: run } = await of.ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
    const session_id = SessionIdSchema.parse(run.session_id);
    const nudge = of.world.take("nudges");
    if (nudge !== undefined) await of.world.deliver(nudge);
    const tasks = of.world.pending.splice(0);
    expect(tasks.length).toBeGreaterThan(0);
    // The session goes after any of the requests of the step, and what is left of it at once.
    let requests = 0;
    const remove = async () => {
      requests += 1;
      if (requests !== 3) return;
      await of.ada.delete(`/api/sessions/${session_id}`);
      await removeRest(of.world.ports, session_id);
    };
    for (const task of tasks) await through({ after: remove }, () => of.world.deliver(task)).catch(() => undefined);
    await of.world.advance(20 * minute);
    expect(await rowsOf(of.world, session_id)).toEqual(["GONE"]);
    expect(await of.ada.get(`/api/runs/${run.id}`)).toMatchObject({ status: 404 });
  });

  test("is removed by the sweeper after a crash at any of its requests", async () => {
    // Each of the first requests, which decide; then every fifteenth of those that remove rows.
    for (let crash = 1; ; crash += crash < 8 ? 1 : 15) {
      const of = setup();
      const { url, session_id } = await full(of, `crash-${crash}`);
      let requests = 0;
      const dying = async () => {
        requests += 1;
        if (requests === crash) throw new Error("the process died");
      };
      of.world.pending.splice(0);
      const work = async () => {
        await of.ada.delete(url);
        await removeRest(of.world.ports, session_id);
      };
      await through({ after: dying }, work).catch(() => undefined);
      // Nothing that was sent arrives.
      of.world.pending.splice(0);
      const isReached = (await of.ada.get(url)).status === 200;
      await of.world.advance(17 * minute);
      if (isReached) expect((await of.ada.get(url)).status).toBe(200);
      else expect(await rowsOf(of.world, session_id)).toEqual(["GONE"]);
      if (requests < crash) break;
    }
  }, 120_000);

  test("cannot be opened again by its key while it is being removed", async () => {
    const of = setup();
    const keyed = { body: { agent: "memo" }, headers: { "idempotency-key": "one" } };
    const { body: session } = await of.ada.post("/api/sessions", keyed);
    const run = { body: { agent: "memo", input: "add one" }, headers: { "idempotency-key": "two" } };
    const { body: started } = await of.ada.post("/api/runs", run);
    await of.ada.delete(`/api/sessions/${session.id}`);
    await of.ada.delete(`/api/sessions/${started.session_id}`);
    for (const again of [await of.ada.post("/api/sessions", keyed), await of.ada.post("/api/runs", run)])
      expect(again).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });
});

describe("a bell of a session that is deleted", () => {
  test("rings for nothing, and says why", async () => {
    const of = setup();
    const { url, session_id, wake } = await full(of);
    const ring = { session_id, followup_id: wake.followup_id };
    await of.ada.delete(url);
    expect(await ringWake(of.world.ports, ring)).toEqual({ kind: "early" });
    of.world.clock.advance(3 * hour);
    expect(await ringWake(of.world.ports, ring)).toEqual({ kind: "gone", reason: "session_deleted" });
    await of.world.settle();
    expect(await ringWake(of.world.ports, ring)).toEqual({ kind: "gone", reason: "session_deleted" });
    await of.world.advance(20 * minute);
    expect(await ringWake(of.world.ports, ring)).toEqual({ kind: "gone", reason: "session_deleted" });
    expect(await rowsOf(of.world, session_id)).toEqual(["GONE"]);
  });

  test("that cannot be taken back keeps the row until it can", async () => {
    const of = setup();
    const { url, session_id } = await full(of);
    await of.ada.delete(url);
    const down = async () => {
      throw new Error("Scheduler is down");
    };
    const ports = { ...of.world.ports, bells: { ...of.world.ports.bells, remove: down } };
    await expect(removeRest(ports, session_id)).rejects.toThrow("down");
    expect(await rowsOf(of.world, session_id)).not.toEqual(["GONE"]);
    await of.world.advance(2 * minute);
    expect(await rowsOf(of.world, session_id)).toEqual(["GONE"]);
    expect([...of.world.bells.keys()]).toEqual([]);
  });
});

test("the wake-ups of an agent whose session was deleted go on in a new one when the removal is over", async () => {
  const of = setup();
  const at = (scheduled_time: string) =>
    startWakeUp(of.world.ports, "ada", {
      kind: "wake_up",
      agent: "memo",
      name: "daily",
      input: "add n",
      scheduled_time,
    });
  await at("2026-07-18T07:00:00Z");
  await of.world.settle();
  await of.ada.delete(`/api/sessions/${wakeUpSession("ada", "memo")}`);
  expect((await at("2026-07-18T08:00:00Z")).kind).toBe("gone");
  await of.world.advance(20 * minute);
  // Whoever looked last may still be at it.
  expect((await at("2026-07-18T08:20:00Z")).kind).toBe("gone");
  await of.world.advance(15 * minute);
  expect((await at("2026-07-19T07:00:00Z")).kind).toBe("started");
  await of.world.settle();
  expect((await of.ada.get(`/api/sessions/${wakeUpSession("ada", "memo")}`)).body).toMatchObject({ waiting: 0 });
});

test("a removal that goes on late takes nothing of a session that was opened anew under the same id", async () => {
  const of = setup();
  const session_id = wakeUpSession("ada", "memo");
  const wakeUp = { kind: "wake_up" as const, agent: "memo" as const, name: "daily", input: "add n" };
  const at = (scheduled_time: string) => startWakeUp(of.world.ports, "ada", { ...wakeUp, scheduled_time });
  await at("2026-07-18T07:00:00Z");
  await of.world.settle();
  await of.ada.delete(`/api/sessions/${session_id}`);
  let made: readonly string[] = [];
  let looks = 0;
  const meanwhile = async (command: string) => {
    if (command !== "UpdateItemCommand") return;
    looks += 1;
    if (looks > 1) return;
    await through({}, async () => {
      await of.world.advance(35 * minute);
      expect((await at("2026-07-19T07:00:00Z")).kind).toBe("started");
      await of.world.settle();
      made = await rowsOf(of.world, session_id);
    });
  };
  const late = await through({ before: meanwhile }, () => removeRest(of.world.ports, session_id));
  expect(late).toEqual({ kind: "unknown" });
  expect(await removeRest(of.world.ports, session_id)).toEqual({ kind: "unknown" });
  expect(made).toContain("MAILBOX");
  expect(await rowsOf(of.world, session_id)).toEqual(made);
});

test("nothing of a session has a time to live but what only keeps others from coming back", async () => {
  const of = setup();
  const { session_id, wake } = await full(of);
  await of.world.settle();
  await of.ada.delete(`/api/followups/${wake.followup_id}?session_id=${session_id}`);
  const rows = await of.world.table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": sessionPk(session_id) },
  });
  const mortal = rows.filter((row) => row["ttl"] !== undefined).map(({ sk }) => sk.split("#")[0]);
  expect(rows.length).toBeGreaterThan(20);
  expect(mortal).toEqual(["DEDUP"]);
});

describe("a session that is deleted while its mailbox was just read", () => {
  test("INV-8 a fold commits once, in vain, and ends", async () => {
    const of = setup();
    const { body: run } = await of.ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
    expect(await committing(of, `/api/sessions/${run.session_id}`)).toEqual({ outcome: "taken_over", commits: 1 });
  });

  test("INV-8 a delivery commits once, in vain, and ends", async () => {
    const of = setup();
    const { body: run } = await of.ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
    const isDelivery = () => of.world.pending.some(({ body }) => "step_id" in body && body.step_id === "deliver");
    while (!isDelivery()) await of.world.deliver(of.world.take() ?? expect.fail("nothing is to be done"));
    expect(await committing(of, `/api/sessions/${run.session_id}`)).toEqual({ outcome: "stale", commits: 1 });
  });
});
