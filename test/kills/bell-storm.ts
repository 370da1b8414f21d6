import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { OperatorFollowup } from "../../shared/contracts/operator-view.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { RunAccepted, RunView } from "../../shared/contracts/run.ts";
import { SessionDetail, SessionView } from "../../shared/contracts/session.ts";
import { Dice } from "../sim/dice.ts";
import { inParallel } from "../support/in-parallel.ts";
import { Caller } from "./caller.ts";
import { NpmStack } from "./npm-stack.ts";
import { WakesQueue } from "./wakes-queue.ts";

/** How many wakes in how many sessions, and how often the stack is killed while they are due. */
export type BellStorm = {
  readonly wakes: number;
  readonly sessions: number;
  readonly kills: number;
  readonly seed: number;
  readonly clock: "real" | "virtual";
  /** Between scheduling and the first due time; all of them have to be scheduled by then. */
  readonly leadMs: number;
  /** An empty folder. */
  readonly folder: string;
  readonly say: (line: string) => void;
};

/** What became of a wake. Times are milliseconds after it was due. */
export type StormWake = {
  readonly followup_id: string;
  readonly status: string;
  /** How often its bell was heard: what was rung while the stack was down is lost. */
  readonly rings: number;
  /** Runs that it started. */
  readonly runs: number;
  /** Until it took its place in the conversation, and until its run started. */
  readonly rung_ms: number;
  readonly fired_ms: number;
};

type Scheduled = { readonly session_id: string; readonly followup_id: string; readonly due: number; rings: number };
type Happening = { readonly at: number; readonly wake?: Scheduled };

const windowMs = 60_000;
/** A bell rings this long before its wake is due at the earliest, and this long after at the latest. */
const earliestMs = 30_000;
const latestMs = 60_000;
const ringsAtMost = 3;
const atOnce = 8;
const agent = "report";
const sources = [{ name: "energy.md", media_type: "text/markdown", text: "The hall used 40 MWh in 2024." }];

/**
 * Many wakes due within one minute. Every bell is taken away and rung by hand, up to three times, early, on time, late or
 * never, while the stack is killed and started again: what nobody rings, the sweep has to find.
 */
export async function playBellStorm(storm: BellStorm): Promise<readonly StormWake[]> {
  const dataDir = join(storm.folder, "data");
  mkdirSync(dataDir);
  const stack = await NpmStack.start(dataDir, storm.clock);
  try {
    const owner = await Caller.of(stack, "owner");
    const operator = await Caller.of(stack, "operator", true);
    const sessions = await openSessions(stack, owner, storm.sessions);
    const due = Math.ceil((await stack.now()) / 1000) * 1000 + storm.leadMs;
    const dice = new Dice(storm.seed);
    const wakes = await schedule(stack, { sessions, dice, due, count: storm.wakes });
    if ((await stack.now()) > due - earliestMs) throw new Error("Scheduling took longer than the lead.");
    storm.say(`${wakes.length} wakes are scheduled in ${sessions.length} sessions`);
    await play(stack, happenings(storm, { wakes, dice, due }), { dice, say: storm.say });
    await allOver(stack, operator);
    return await outcomes(owner, operator, wakes);
  } finally {
    await stack.stop();
  }
}

/** Sessions with one run each that has delivered: before that there is nothing to come back to. */
async function openSessions(stack: NpmStack, owner: Caller, count: number): Promise<readonly string[]> {
  const runs = await inParallel(Array.from({ length: count }), atOnce, async (_, index) => {
    const body = { agent, input: "Write a report on energy use", sources };
    const heard = await owner.send("POST", "/api/runs", { body, key: `session-${index}` });
    if (heard.kind === "unheard") throw new Error("The stack does not answer.");
    return RunAccepted.parse(heard.body);
  });
  for (const { id } of runs) {
    while ((await owner.get(`/api/runs/${id}`, RunView)).status !== "completed") await stack.pass(1_000);
  }
  return runs.map(({ session_id }) => session_id);
}

type Plan = { readonly sessions: readonly string[]; readonly dice: Dice; readonly due: number; readonly count: number };

/** Schedules as an agent that runs elsewhere does: through the function of the tools, called directly. */
async function schedule(stack: NpmStack, { sessions, dice, due, count }: Plan): Promise<readonly Scheduled[]> {
  const times = Array.from({ length: count }, () => due + 1000 * dice.between(0, windowMs / 1000 - 1));
  return await inParallel(times, atOnce, async (at, index) => {
    const session_id = sessions[index % sessions.length] ?? "";
    const headers = { "x-followthrough-owner": "owner", "x-followthrough-session-id": session_id };
    const custom = {
      bedrockAgentCoreToolName: "tools___schedule_follow_up",
      bedrockAgentCorePropagatedHeaders: headers,
    };
    const response = await fetch(`${stack.origin}/2015-03-31/functions/agent-tools/invocations`, {
      method: "POST",
      headers: { "x-amz-client-context": Buffer.from(JSON.stringify({ custom })).toString("base64") },
      body: JSON.stringify({ description: `Look at it again, ${index}.`, at: new Date(at).toISOString() }),
    });
    const text = await response.text();
    const promised = z.object({ id: z.string() }).safeParse(JSON.parse(text)).data;
    if (promised === undefined) throw new Error(`A wake was answered with ${response.status}: ${text}`);
    return { session_id, followup_id: promised.id, due: at, rings: 0 };
  });
}

/** What happens when: rings, and kills (without a wake). */
function happenings(
  { kills }: BellStorm,
  { wakes, dice, due }: { readonly wakes: readonly Scheduled[]; readonly dice: Dice; readonly due: number },
): readonly Happening[] {
  const rings = wakes.flatMap((wake) =>
    Array.from({ length: dice.between(0, ringsAtMost) }, () => ({
      at: wake.due + dice.between(-earliestMs, latestMs),
      wake,
    })),
  );
  const deaths = Array.from({ length: kills }, () => ({ at: due + dice.between(-10_000, windowMs) }));
  return [...rings, ...deaths].sort((one, other) => one.at - other.at);
}

type Playing = { readonly dice: Dice; readonly say: (line: string) => void };

async function play(stack: NpmStack, happening: readonly Happening[], { dice, say }: Playing): Promise<void> {
  let queue = await WakesQueue.of(stack.endpoints());
  await queue.lose();
  const sent: Promise<void>[] = [];
  for (const { at, wake } of happening) {
    if (wake !== undefined) {
      await stack.until(at);
      sent.push(ring(queue, wake));
      continue;
    }
    // With a virtual clock, what is due in the next second is at work when the kill comes.
    const moving = stack.clock === "virtual" ? stack.until(at + 1_000) : stack.until(at);
    if (stack.clock === "virtual") await stack.now();
    else await moving;
    await stack.kill({ database: dice.chance(1 / 3) });
    await Promise.all([moving, ...sent.splice(0)]);
    queue.close();
    await stack.start();
    queue = await WakesQueue.of(stack.endpoints());
    // What the start looks up ahead would ring every bell again.
    await queue.lose();
    say("killed and started again");
  }
  await Promise.all(sent);
  queue.close();
}

async function ring(queue: WakesQueue, wake: Scheduled): Promise<void> {
  if (await queue.ring(wake)) wake.rings += 1;
}

/** Waits until every wake has fired or was dropped; the sweep comes every minute. */
async function allOver(stack: NpmStack, operator: Caller): Promise<void> {
  const end = (await stack.now()) + 30 * 60_000;
  const path = `/api/agents/${agent}/follow-ups?status=scheduled&limit=1`;
  while ((await operator.get(path, pageOf(OperatorFollowup))).items.length > 0 && (await stack.now()) < end)
    await stack.pass(5_000);
}

async function outcomes(owner: Caller, operator: Caller, wakes: readonly Scheduled[]): Promise<readonly StormWake[]> {
  const rows = await operator.all(`/api/agents/${agent}/follow-ups`, OperatorFollowup);
  const runs = new Map<string, number>();
  for (const { id } of await owner.all("/api/sessions", SessionView)) {
    const { last_run_id } = await owner.get(`/api/sessions/${id}`, SessionDetail);
    const last = Number(/_(\d+)$/.exec(last_run_id ?? "")?.[1] ?? 0);
    for (let turn = 1; turn <= last; turn += 1) {
      const { wake } = await owner.get(`/api/runs/${id.replace("ses_", "run_")}_${turn}`, RunView);
      if (wake !== null) runs.set(wake.followup_id, (runs.get(wake.followup_id) ?? 0) + 1);
    }
  }
  return wakes.map(({ followup_id, due, rings }) => {
    const row = rows.find((one) => one.followup_id === followup_id);
    const after = (time: string | null | undefined) => (time == null ? Number.NaN : Date.parse(time) - due);
    return {
      followup_id,
      status: row?.status ?? "missing",
      rings,
      runs: runs.get(followup_id) ?? 0,
      rung_ms: after(row?.rung_at),
      fired_ms: after(row?.closed_at),
    };
  });
}
