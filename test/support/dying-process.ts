import type { Queues } from "../../shared/ports/queues.ts";
import { gated, through } from "./request-gate.ts";
import type { World } from "./world.ts";

/** What a process that died throws out of everything it still tries. */
class Died extends Error {}

/**
 * Counts what the processes of a world do outside, and lets the one die that is about to have the `diesAt`-th effect. Dying
 * right after an effect is dying before the next one. Reads do not count.
 */
export class DyingProcess {
  effects = 0;
  readonly #diesAt: number;

  constructor(diesAt: number) {
    this.#diesAt = diesAt;
  }

  /** Runs one process. False: it died, and nobody heard of it. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    let isDead = false;
    const before = async (command: string) => {
      if (isEffect(command) && !isDead) {
        this.effects += 1;
        isDead = this.effects === this.#diesAt;
      }
      if (isDead) throw new Died("the process died");
    };
    try {
      await through({ before }, work);
    } catch (error) {
      if (!isDead) throw error;
    }
    return !isDead;
  }
}

const isEffect = (command: string): boolean => /^(Update|TransactWrite|SendMessage)/.test(command);

/** Lets what a world puts on its queues pass the gate like a request. */
export function gateQueues(world: World): void {
  const { nudge, work, ring } = world.ports.queues;
  const queues: Queues = {
    nudge: (...given) => gated("SendMessageCommand", () => nudge(...given)),
    work: (...given) => gated("SendMessageCommand", () => work(...given)),
    ring: (...given) => gated("SendMessageCommand", () => ring(...given)),
  };
  Object.assign(world.ports, { queues });
}
