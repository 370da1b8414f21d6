/** How much is done: enough for medians, or enough to see that everything still runs. */
export interface Scale {
  readonly reps: number;
  readonly accepts: Readonly<Record<number, number>>;
  readonly sessions: number;
  readonly revisions: number;
  readonly bursts: number;
  readonly wakes: number;
  readonly wakeSpacingMs: number;
  readonly earlier: readonly number[];
  readonly otherSessions: number;
  readonly growthRevisions: number;
  readonly growthWarmUps: number;
}

/** Follow-ups that are on their way at a time. */
export const inFlight = [1, 8, 32] as const;

/** About ten minutes on two quiet cores; each accepted follow-up is also worked on. */
export const whole: Scale = {
  reps: 3,
  accepts: { 1: 100, 8: 200, 32: 300 },
  sessions: 256,
  revisions: 120,
  bursts: 5,
  wakes: 2_000,
  wakeSpacingMs: 40,
  earlier: [0, 100, 10_000],
  otherSessions: 100_000,
  growthRevisions: 60,
  growthWarmUps: 60,
};

/** About a minute and a half, most of it the wait for wakes. */
export const quick: Scale = {
  reps: 1,
  accepts: { 1: 60, 8: 200, 32: 200 },
  sessions: 32,
  revisions: 24,
  bursts: 1,
  wakes: 40,
  wakeSpacingMs: 100,
  earlier: [0, 100],
  otherSessions: 1_000,
  growthRevisions: 10,
  growthWarmUps: 10,
};
