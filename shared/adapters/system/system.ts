import { randomBytes } from "node:crypto";
import { monotonicFactory } from "ulid";
import type { Clock, Ids } from "../../ports/clock.ts";

/** Time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  every: (ms, work) => {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};

const nextUlid = monotonicFactory();

/** Ids of the machine: ULIDs that grow within one process, and random tokens. */
export const systemIds: Ids = {
  ulid: () => nextUlid(),
  token: () => randomBytes(12).toString("base64url"),
};

/** Numbers from 0 to 1, without 1, that nobody has to be unable to guess: what many draw is spread. */
export const systemChance = (): number => Math.random();
