import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessionPk } from "../../../shared/adapters/dynamo/keys.ts";
import { SessionId } from "../../../shared/contracts/ids.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { expireSession } from "../../../shared/steps/sessions/expire-session.ts";
import { sweepIdle } from "../../../shared/steps/sweep/sweep-idle.ts";
import { ringWake } from "../../../shared/steps/wakes/ring-wake.ts";
import { answering } from "../../support/answering-model.ts";
import { say, TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { gateRequests, interleave } from "../../support/request-gate.ts";
import { day, minute, scheduled } from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterEach(() => table.stop());

const keep = 10 * day;
const notes = { name: "notes.txt", media_type: "text/plain", text: "Some notes." };

async function used() {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const ada = new TestApi(world).as("ada");
  const { body: run } = await ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
  await world.settle();
  const session_id = SessionId.parse(run.session_id);
  return { world, ada, run, session_id, url: `/api/sessions/${session_id}` };
}

describe("a session that nobody uses", () => {
  test("expires: what it had promised is dropped with it, and its bell rings for nothing", async () => {
    const of = await used();
    const wake = await scheduled(of.world, of.session_id, { inMs: 20 * day });
    expect([...of.world.bells.keys()]).toEqual([wake.followup_id]);
    of.world.clock.advance(keep - minute);
    expect(await sweepIdle(of.world.ports, keep)).toBe(0);
    of.world.clock.advance(2 * minute);
    expect(await sweepIdle(of.world.ports, keep)).toBe(1);
    const nudge = of.world.take("nudges");
    expect(nudge !== undefined && (await of.world.deliver(nudge))).toBe("expired");
    expect((await of.ada.get(of.url)).status).toBe(404);
    expect(await fold(of.world.ports, { session_id: of.session_id })).toMatchObject({
      kind: "removed",
      reason: "session_expired",
      wakes: [wake.followup_id],
    });
    expect([...of.world.bells.keys()]).toEqual([]);
    const ring = { session_id: of.session_id, followup_id: wake.followup_id };
    expect(await ringWake(of.world.ports, ring)).toEqual({ kind: "gone", reason: "session_expired" });
    await of.world.advance(20 * minute);
    const rows = await of.world.table.query({
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": sessionPk(of.session_id) },
    });
    expect(rows.map(({ sk }) => sk)).toEqual(["GONE"]);
    expect(await sweepIdle(of.world.ports, keep)).toBe(0);
  });

  test("is kept when it was used since it was opened, and looked at again when that is long ago", async () => {
    const of = await used();
    of.world.clock.advance(8 * day);
    await of.ada.post(`/api/runs/${of.run.id}/messages`, say("add two"));
    await of.world.settle();
    of.world.clock.advance(5 * day);
    expect(await sweepIdle(of.world.ports, keep)).toBe(1);
    await of.world.settle();
    expect((await of.ada.get(of.url)).status).toBe(200);
    expect(await sweepIdle(of.world.ports, keep)).toBe(0);
    of.world.clock.advance(5 * day + minute);
    expect(await sweepIdle(of.world.ports, keep)).toBe(1);
    await of.world.settle();
    expect((await of.ada.get(of.url)).status).toBe(404);
  });

  test("is kept for an upload like for a message, and for no longer", async () => {
    const of = await used();
    of.world.clock.advance(8 * day);
    expect((await of.ada.post(`${of.url}/uploads`, { body: notes })).status).toBe(201);
    of.world.clock.advance(5 * day);
    const expiry = () => expireSession(of.world.ports, of.session_id, of.world.clock.now() - keep);
    expect(await expiry()).toEqual({ kind: "in_use" });
    of.world.clock.advance(5 * day + minute);
    expect(await expiry()).toEqual({ kind: "expired" });
  });

  test("is kept while something waits in it", async () => {
    const of = await used();
    await of.ada.post(`/api/runs/${of.run.id}/messages`, say("add two"));
    of.world.clock.advance(keep + minute);
    expect(await expireSession(of.world.ports, of.session_id, of.world.clock.now() - keep)).toEqual({ kind: "in_use" });
    expect((await of.ada.get(of.url)).body).toMatchObject({ waiting: 1 });
  });

  test.each(["message", "upload"])("INV-1 loses no %s that was acknowledged, whenever it comes", async (what) => {
    const kinds = new Set<string>();
    for (let first = 0; first <= 6; first += 1) {
      const world = new World(table, [memoAgent([])], answering("Because."));
      const ada = new TestApi(world).as("ada");
      const keyed = {
        headers: { "idempotency-key": `race-${what}-${first}` },
        body: { agent: "memo", input: "add one" },
      };
      const { body: run } = await ada.post("/api/runs", keyed);
      await world.settle();
      world.clock.advance(keep + minute);
      let status = 0;
      let kind = "";
      const session_id = SessionId.parse(run.session_id);
      const expiring = async () => {
        kind = (await expireSession(world.ports, session_id, world.clock.now() - keep)).kind;
      };
      const sending = async () => {
        const isUpload = what === "upload";
        const url = isUpload ? `/api/sessions/${session_id}/uploads` : `/api/runs/${run.id}/messages`;
        status = (await ada.post(url, isUpload ? { body: notes } : say("add two"))).status;
      };
      await interleave([expiring, sending], Array.from({ length: first }, () => 0).concat(1));
      expect([kind, status]).toEqual(kind === "expired" ? ["expired", 404] : ["in_use", what === "upload" ? 201 : 202]);
      kinds.add(kind);
    }
    expect([...kinds].sort()).toEqual(["expired", "in_use"]);
  });
});
