import { expect, test } from "vitest";
import type { Run } from "../../../shared/contracts/records.ts";
import type { Wake } from "../../../shared/contracts/wake.ts";
import { cancelWake } from "../../../shared/steps/wakes/cancel-wake.ts";
import { killChain } from "../../../shared/steps/wakes/kill-chain.ts";
import { cancelWakeAsOperator, fireWake, rescheduleWake } from "../../../shared/steps/wakes/operate-wake.ts";
import { ringWake } from "../../../shared/steps/wakes/ring-wake.ts";
import { type ApiSetup, useApi } from "../../support/api.ts";
import { ask, hour, minute, openSession, rowOf, runsWokenBy, scheduled, travel, turnIn } from "../../support/wakes.ts";

const setup = useApi();

/** Everything that may happen to a wake at once. */
function actsOn({ world }: ApiSetup, wake: Wake): Readonly<Record<string, () => Promise<unknown>>> {
  const ports = { ...world.ports, operations: world.operations };
  const { session_id, followup_id } = wake;
  const operated = { by: "op-1", agent: "memo", session_id, followup_id };
  return {
    ring: () => ringWake(ports, { session_id, followup_id }),
    fire: () => fireWake(ports, operated),
    move: () => rescheduleWake(ports, operated, world.clock.now() + hour),
    cancel: () => cancelWakeAsOperator(ports, operated),
    "owner's cancel": () => cancelWake(ports, { owner: "ada", session_id, followup_id }),
    kill: () => killChain(ports, { by: "op-1", session_id, root_id: followup_id }),
    fold: () => world.deliver({ queue: "nudges", body: { session_id } }),
  };
}

/** What was done to the wake must be told by its row, its runs, its counter and its history alike. */
async function expectOneTruth(of: ApiSetup, wake: Wake, what: string): Promise<void> {
  const { world } = of;
  await world.settle();
  const row = await rowOf(world, wake);
  const runs = await runsWokenBy(world, wake);
  const mailbox = await world.ports.mailboxes.read(wake.session_id);
  const pending = await world.ports.wakes.pendingWakes(wake.session_id);
  const steps = (await world.operations.history(wake.session_id, wake.followup_id)).map(({ step }) => step);
  const ends = steps.filter((step) => step === "fired" || step === "cancelled" || step === "dropped");
  const isPending = row.status === "scheduled";
  expect(runs, what).toHaveLength(row.status === "fired" ? 1 : 0);
  expect(ends, what).toEqual(isPending ? [] : [row.status]);
  expect([mailbox?.pending_wakes, pending.length], what).toEqual(isPending ? [1, 1] : [0, 0]);
  expect(mailbox?.entries.length, what).toBe(0);
}

/** How a wake may have ended, hours after `acts` and its bell: only who cancels can keep it from firing. */
function endsOf(...acts: readonly string[]): readonly Wake["status"][] {
  const isCancelled = acts.some((act) => act.includes("cancel") || act === "kill");
  return isCancelled ? ["fired", "cancelled"] : ["fired"];
}

test("INV-5 whatever operators, owners and bells do to a wake at once, it starts at most one run and ends once", async () => {
  const of = setup();
  const names = Object.keys(actsOn(of, {} as Wake));
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index)) {
      const session_id = await openSession(of.world);
      const wake = await scheduled(of.world, session_id, { inMs: minute });
      of.world.clock.advance(minute);
      const acts = actsOn(of, wake);
      await Promise.all([acts["ring"]?.(), acts[first]?.(), acts[second]?.(), acts["fold"]?.()]);
      await expectOneTruth(of, wake, `${first} and ${second}`);
      await travel(of.world, of.world.clock.now() + 2 * hour);
      await expectOneTruth(of, wake, `${first} and ${second}, two hours later`);
      expect(endsOf(first, second), `${first} and ${second}`).toContain((await rowOf(of.world, wake)).status);
    }
  }
});

test("a wake that was moved while it rang fires once, at one of its times", async () => {
  const of = setup();
  for (let round = 0; round < 20; round += 1) {
    const session_id = await openSession(of.world);
    const wake = await scheduled(of.world, session_id, { inMs: minute });
    of.world.clock.advance(minute);
    const { ring, move } = actsOn(of, wake);
    await Promise.all(round % 2 === 0 ? [ring?.(), move?.()] : [move?.(), ring?.()]);
    await travel(of.world, of.world.clock.now() + 2 * hour);
    await expectOneTruth(of, wake, `round ${round}`);
    expect((await rowOf(of.world, wake)).status).toBe("fired");
  }
});

test("INV-7 a chain that is killed while its turn schedules has nothing pending afterwards", async () => {
  const of = setup();
  for (let round = 0; round < 15; round += 1) {
    const session_id = await openSession(of.world);
    const root = await scheduled(of.world, session_id);
    const woken = { ...root, due_at: 0, fired_at: 0, scheduled_at: 0, since_seq: 0 };
    const run: Run = { ...turnIn(of.world, session_id).run, turn: 1, status: "running", wake: woken };
    const writes = [{ kind: "run" as const, run, expect_rev: null }];
    await of.world.ports.ledger.commit({ session_id, at: 0, mailbox: {}, events: [], writes });
    const by = turnIn(of.world, session_id, { run, is_woken: true });
    const asks = Array.from({ length: 5 }, () => () => ask(of.world, by));
    const acts = [...asks.slice(0, round % 5), actsOn(of, root)["kill"], ...asks.slice(round % 5)];
    await Promise.all(acts.map((act) => act?.()));
    expect(await of.world.ports.wakes.pendingWakes(session_id), `round ${round}`).toEqual([]);
    expect(await ask(of.world, by)).toEqual({ kind: "chain_killed" });
  }
});
