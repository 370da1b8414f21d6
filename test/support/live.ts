import { backoffSeconds } from "../../shared/runtime/queue-handler.ts";
import { sweep } from "../../shared/steps/sweep/sweep.ts";
import type { Pending, World } from "./world.ts";

/** How often a message is received before it is a dead letter, as the queues are deployed. */
const receivesAtMost = 5;

/**
 * Lets time pass as the deployed queues do: a message whose work failed comes back after its pause and is a dead letter
 * after five times; the sweep comes every minute. The dead letters.
 */
export async function live(world: World, ms: number): Promise<readonly Pending[]> {
  const until = world.clock.now() + ms;
  const receives = new WeakMap<Pending, number>();
  const dead: Pending[] = [];
  const work = async () => {
    for (let message = world.take(); message !== undefined; message = world.take()) {
      const received = (receives.get(message) ?? 0) + 1;
      const isDone = await world.deliver(message).then(
        () => true,
        () => false,
      );
      if (isDone) continue;
      if (received >= receivesAtMost) dead.push(message);
      else {
        const again = { ...message, at: world.clock.now() + backoffSeconds(received) * 1000 };
        receives.set(again, received);
        world.pending.push(again);
      }
    }
  };
  for (;;) {
    await work();
    if (world.clock.now() >= until) return dead;
    await passToNext(world, until);
  }
}

async function passToNext(world: World, until: number): Promise<void> {
  const now = world.clock.now();
  const nextMinute = (Math.floor(now / 60_000) + 1) * 60_000;
  const dues = [...world.pending, ...world.bells.values()].map(({ at }) => at);
  world.clock.advance(Math.min(...[...dues, nextMinute, until].filter((at) => at > now)) - now);
  for (const [name, bell] of world.bells) {
    if (bell.at > world.clock.now()) continue;
    world.bells.delete(name);
    world.pending.push({ queue: "wakes", body: bell.ring, at: world.clock.now() });
  }
  if (world.clock.now() % 60_000 === 0) await sweep(world.ports, 0);
}
