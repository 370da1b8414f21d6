import { Issuer } from "./auth/issuer.ts";
import { loadSigningKey } from "./auth/signing-key.ts";
import { Activity } from "./clock/activity.ts";
import { type Clock, VirtualClock } from "./clock/clock.ts";
import { parseDuration } from "./clock/duration.ts";
import { settle } from "./clock/settle.ts";
import { openClock, saveClock } from "./clock/stack-clock.ts";
import { TimeTravel } from "./clock/time-travel.ts";
import type { Endpoints } from "./functions/function-env.ts";
import type { Controls } from "./http/controls.ts";
import { Front } from "./http/front.ts";
import type { StackOptions } from "./options.ts";
import { DataFolder } from "./process/data-folder.ts";
import { type Running, runBlueprint } from "./run-blueprint.ts";
import { StackParts } from "./stack-parts.ts";
import type { Blueprint } from "./template/blueprint.ts";

/** A running stack. */
export interface Stack {
  /** `http://127.0.0.1:port` of the HTTP API. */
  readonly origin: string;
  /** What the template says: names of tables, queues and functions. */
  readonly blueprint: Blueprint;
  /** Where the services listen, for clients of a test. */
  readonly endpoints: Endpoints;
  /** Resolves with the reason when a part ended by itself; the stack is of no use then. */
  readonly lost: Promise<string>;
  /** The time in which the functions live, epoch milliseconds. */
  now(): number;
  /** A bearer token for an owner, valid for an hour of real time. */
  token(owner: string, options?: { readonly operator?: boolean }): Promise<string>;
  /** Waits until nothing runs and no message waits. @throws after `limitMs` (default 30 s). */
  settle(limitMs?: number): Promise<void>;
  /** Moves a virtual clock by a duration such as `3d`, and gives the new time. @throws on a real clock. */
  advance(by: string): Promise<number>;
  stop(): Promise<void>;
}

/** Longest real time in which everything due at one moment of virtual time has to be done. */
const stepLimitMs = 120_000;
const settleLimitMs = 30_000;
const tokenTtlMs = 3_600_000;

/**
 * Starts the whole system on this machine and returns when requests succeed.
 * @throws SetupProblem for what a person can put right: a taken port, a folder in use, a platform without a database.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const parts = new StackParts();
  try {
    return await start(options, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

async function start(options: StackOptions, parts: StackParts): Promise<Stack> {
  const lost = Promise.withResolvers<string>();
  const folder = DataFolder.open(options.dataDir);
  parts.folder = folder;
  const front = new Front();
  parts.front = front;
  const origin = `http://127.0.0.1:${await front.listen(options.port ?? 0)}`;
  const clock = openClock(options.clock ?? "real", folder);
  const activity = new Activity();
  const issuer = new Issuer(origin, await loadSigningKey(folder.path));
  const say = options.say ?? ((sentence) => void process.stderr.write(`${sentence}\n`));
  const running = await runBlueprint({ options, parts, folder, clock, activity, origin, say, onLost: lost.resolve });
  const controls = controlsOf(clock, activity, running, folder);
  const { routes, functions, accountId } = running.blueprint;
  const { invoke, invokeLater } = running;
  front.open({ routes, functions, accountId, clock, issuer, activity, controls, invoke, invokeLater });
  await running.recover();
  folder.announce(origin, running.endpoints);
  return {
    origin,
    blueprint: running.blueprint,
    endpoints: running.endpoints,
    lost: lost.promise,
    now: () => clock.now(),
    token: (owner, { operator = false } = {}) => issuer.token({ owner, isOperator: operator, ttlMs: tokenTtlMs }),
    settle: async (limitMs = settleLimitMs) => {
      if (!(await controls.settle(limitMs))) throw new Error(`the stack did not come to rest within ${limitMs} ms`);
    },
    advance: async (by) => {
      const ms = parseDuration(by);
      if (ms === undefined) throw new Error(`${by} is not a duration; it looks like 30s, 5m, 1h30m or 3d`);
      return await controls.advanceTo(() => clock.now() + ms);
    },
    stop: () => parts.stop(),
  };
}

function controlsOf(clock: Clock, activity: Activity, running: Running, folder: DataFolder): Controls {
  const movements = { activity, queues: running.queues };
  const travel =
    clock instanceof VirtualClock
      ? new TimeTravel({
          clock,
          agendas: running.agendas,
          settle: () => settle(movements, stepLimitMs),
          onMoved: (now) => saveClock(folder, now),
        })
      : undefined;
  return {
    mode: clock.mode,
    now: () => clock.now(),
    settle: (limitMs) => settle(movements, limitMs),
    advanceTo: async (target) => {
      if (travel === undefined) throw new Error("the clock is real: start the stack with a virtual one to move it");
      return await travel.advanceTo(target);
    },
  };
}
