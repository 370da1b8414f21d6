import { seeded } from "../../test/support/seeded.ts";
import { flow, paced, percentile, type Station } from "./flow.ts";

/** What a function is taken to need for one of its messages, in seconds. Models are slow, and not all alike. */
const seconds = { ring: 0.03, fold: 0.15, deliver: 0.1, model: 3 };
/** How many messages one function works on at once. */
const messagesAtOnce = { fold: 10, task: 1, wake: 10 };

/** How many functions of each kind may run at once. */
export type Concurrency = { readonly fold: number; readonly task: number; readonly wake: number };

/** Times in seconds. `last`: of the job that was the last to be done. */
export type Times = { readonly p50: number; readonly p99: number; readonly last: number };

/** Wakes that are all due at one moment. */
export type NineOClock = {
  readonly wakes: number;
  /** Bells are set 75 s early, and that much earlier at most. */
  readonly spreadSeconds: number;
  readonly bellsPerSecond: number;
  readonly concurrency: Concurrency;
};

const leadSeconds = 75;

/** How late wakes are rung: bells, then SQS's delay until they are due, then the function that looks at them. */
export function nineOClock(scene: NineOClock, seed = 1): Times {
  const random = seeded(seed);
  const due = 3_600;
  const bells = new Float64Array(scene.wakes).map(() => {
    const set = due - leadSeconds - Math.floor(random() * (scene.spreadSeconds + 1));
    // Scheduler rings somewhere within the minute after the time.
    return set + random() * 60;
  });
  const rung = paced(bells.sort(), scene.bellsPerSecond);
  const arrivals = rung.map((at) => Math.max(at, due));
  const station = { servers: scene.concurrency.wake * messagesAtOnce.wake };
  const [looked = arrivals] = flow(arrivals, [{ station, seconds: () => seconds.ring }]);
  return timesOf(looked.map((at) => at - due));
}

/** Follow-ups that come evenly, each a revision with three steps that ask the model, and a delivery. */
export type Steady = { readonly perSecond: number; readonly forSeconds: number; readonly concurrency: Concurrency };

/** From the acceptance to the committed revision, and to the answer. */
export function steady(
  { perSecond, forSeconds, concurrency }: Steady,
  seed = 1,
): { readonly revised: Times; readonly answered: Times } {
  const random = seeded(seed);
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const arrivals = new Float64Array(Math.round(perSecond * forSeconds));
  let at = 0;
  for (const job of arrivals.keys()) {
    at += exponential(1 / perSecond);
    arrivals[job] = at;
  }
  const folding: Station = { servers: concurrency.fold * messagesAtOnce.fold };
  const working: Station = { servers: concurrency.task * messagesAtOnce.task };
  // A model answers in at least half of its mean time.
  const model = () => seconds.model / 2 + exponential(seconds.model / 2);
  const step = { station: working, seconds: model };
  // Half of all follow-ups are read by rules, without the model.
  const fold = { station: folding, seconds: () => seconds.fold + (random() < 0.5 ? model() : 0) };
  const deliver = { station: working, seconds: () => seconds.deliver };
  const done = flow(arrivals, [fold, step, step, step, deliver]);
  const since = (visit: number) => timesOf((done[visit] as Float64Array).map((end, job) => end - (arrivals[job] ?? 0)));
  return { revised: since(0), answered: since(4) };
}

const timesOf = (values: Float64Array): Times => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
  last: percentile(values, 1),
});

const defaults: Concurrency = { fold: 20, task: 50, wake: 10 };

/** The scenes of docs/scale.md, as tables of Markdown. */
export function arrivalTables(): string {
  const settings = [
    { bells: "75 s", spreadSeconds: 0, wake: 200 },
    { bells: "75 s to 13 min", spreadSeconds: 720, wake: 10 },
    { bells: "75 s to 13 min", spreadSeconds: 720, wake: 200 },
  ];
  const wakes = [10_000, 100_000, 500_000, 1_000_000].flatMap((count) =>
    settings.map(({ bells, spreadSeconds, wake }) => {
      const concurrency = { ...defaults, wake };
      const { p50, p99, last } = nineOClock({ wakes: count, spreadSeconds, bellsPerSecond: 1_000, concurrency });
      return [count.toLocaleString("en"), bells, wake, p50, p99, last];
    }),
  );
  const loads: readonly (Concurrency & { readonly perSecond: number })[] = [
    { ...defaults, perSecond: 1 },
    { ...defaults, perSecond: 5 },
    { ...defaults, perSecond: 10 },
    { ...defaults, task: 200, perSecond: 10 },
    { ...defaults, task: 1_000, perSecond: 100 },
    { ...defaults, fold: 200, task: 10_000, perSecond: 1_000 },
  ];
  const follow = loads.map(({ perSecond, ...concurrency }) => {
    const { revised, answered } = steady({ perSecond, forSeconds: perSecond > 100 ? 120 : 300, concurrency });
    return [perSecond, concurrency.fold, concurrency.task, revised.p50, revised.p99, answered.p50, answered.p99];
  });
  return [
    markdown(["wakes due at once", "bells early by", "wake functions", "late p50", "p99", "last"], wakes),
    markdown(["follow-ups/s", "fold functions", "task functions", "revised p50", "p99", "answered p50", "p99"], follow),
  ].join("\n\n");
}

/** Whole numbers are counts; times have a decimal and their unit. */
const shown = (cell: string | number): string =>
  typeof cell === "string" || Number.isInteger(cell) ? String(cell) : `${cell.toFixed(1)} s`;

function markdown(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---:")), ...rows.map((row) => line(row.map(shown)))].join("\n");
}
