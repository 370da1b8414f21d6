import { expect, test } from "vitest";
import { playBellStorm } from "../kills/bell-storm.ts";
import { playKillRounds } from "../kills/kill-rounds.ts";
import { reportStorm } from "../kills/storm-report.ts";
import { emptyFolder } from "../support/tiny-assembly.ts";

/** Each start takes seconds, many more on a busy machine. */
const timeout = 300_000;
const small = { clock: "virtual" as const, say: () => undefined };

test("INV-1 what was acknowledged is there once, however often npm start is killed under load", {
  timeout,
}, async () => {
  const { acknowledged, lost, doubled, broken } = await playKillRounds({
    ...small,
    rounds: 3,
    people: 3,
    seed: 1,
    folder: emptyFolder(),
  });
  expect({ lost, doubled, broken }).toEqual({ lost: [], doubled: [], broken: [] });
  expect(acknowledged).toBeGreaterThan(3);
});

test("INV-5 every wake fires once, however often its bell rings and npm start is killed", { timeout }, async () => {
  const wakes = await playBellStorm({
    ...small,
    wakes: 30,
    sessions: 3,
    kills: 2,
    seed: 2,
    leadMs: 90_000,
    folder: emptyFolder(),
  });
  expect(reportStorm(wakes)).toMatchObject({ once: 30, wrong: [] });
  expect(wakes.some(({ rings }) => rings === 0)).toBe(true);
  expect(wakes.some(({ rings }) => rings > 1)).toBe(true);
});
