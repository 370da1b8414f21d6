import type { ColdStart } from "../cold.ts";
import { percentile, round, type Timing } from "../load.ts";
import type { BenchResult } from "../result.ts";
import type { AcceptLoad } from "../series/accept.ts";
import type { GrowthPoint } from "../series/growth.ts";
import { inFlight } from "../series/scale.ts";
import type { CpuPerOperation } from "../usage.ts";

/** The middle of values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** A page with what stands between the marks of `name` replaced. @throws when the page has no such marks. */
export function replaceTable(page: string, name: string, text: string): string {
  const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
  if (!marks.test(page)) throw new Error(`the page has no place for ${name}`);
  return page.replace(marks, (_, before: string, after: string) => before + text + after);
}

/** Everything but the cold starts, as Markdown. */
export function figuresTable(result: BenchResult): string {
  const { at, machine } = result;
  return [
    "![Accepts beside the floor, and growth](bench.svg)",
    `Measured ${at.slice(0, 16).replace("T", " ")} UTC on ${machine.cores} × ${machine.cpu}, Node ${machine.node}; medians of ${result.accepts.length}.`,
    acceptTable(result),
    cpuTable(result),
    revisionTable(result),
    wakeText(result),
    growthTable(result),
    memoryText(result),
  ].join("\n\n");
}

function acceptTable({ accepts }: BenchResult): string {
  const rows = inFlight.flatMap((some) => {
    const floors = accepts.map(({ floor }) => floor[some] as Timing);
    const floor = median(floors.map(({ per_second }) => per_second));
    const line = (what: string, loads: readonly (Timing & { readonly refused?: number })[]) => {
      const perSecond = median(loads.map(({ per_second }) => per_second));
      return [
        some,
        what,
        perSecond,
        `${Math.round((100 * perSecond) / floor)} %`,
        median(loads.map(({ p50 }) => p50)),
        median(loads.map(({ p99 }) => p99)),
      ];
    };
    return [
      line("floor", floors),
      line(
        "many sessions",
        accepts.map(({ many }) => many[some] as AcceptLoad),
      ),
      line(
        "one session",
        accepts.map(({ one }) => one[some] as AcceptLoad),
      ),
    ];
  });
  return table(["in flight", "accepts", "a second", "of the floor", "p50 ms", "p99 ms"], rows);
}

function cpuRow(what: string, cpu: readonly CpuPerOperation[]): readonly (string | number)[] {
  const of = (value: (one: CpuPerOperation) => number) => median(cpu.map(value));
  const functions = of(({ functions: all }) => Object.values(all).reduce((sum, ms) => sum + ms, 0));
  return [
    what,
    of(({ all }) => all),
    round(functions),
    of(({ front }) => front),
    of(({ queues }) => queues),
    of(({ database }) => database),
    of(({ rest }) => rest),
  ];
}

function cpuTable({ accepts, shares, revisions, wakes }: BenchResult): string {
  const eight = revisions.filter(({ in_flight }) => in_flight === 8);
  const accepting = accepts.map(({ many }) => (many[8] as AcceptLoad).cpu);
  const thread = median(accepting.map(({ functions }) => functions["accept"] ?? 0));
  const rows = [
    cpuRow(
      "an accept, and the work going on beside it",
      accepts.map(({ many }) => (many[8] as AcceptLoad).cpu),
    ),
    ...eight.map(({ steps, cpu }) =>
      cpuRow(`a follow-up to its delivery, ${steps} ${steps === 1 ? "step" : "steps"}`, [cpu]),
    ),
    cpuRow("scheduling a wake", [wakes.cpu_schedule]),
    cpuRow("firing a wake, with its turn", [wakes.cpu_fire]),
  ];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    table(["CPU ms of", "all", "functions", "HTTP front", "queues", "database", "rest"], rows),
    `The thread of \`accept\` alone takes ${thread} ms: SDK ${percent(shares.sdk)}, Node.js ${percent(shares.node)}, our code ${percent(shares.ours)}, other libraries ${percent(shares.libraries)}, garbage collector ${percent(shares.collector)}.`,
  ].join("\n\n");
}

function revisionTable({ revisions, bursts }: BenchResult): string {
  const rows = revisions.map(({ steps, in_flight, per_second, committed, completed }) => [
    steps,
    in_flight,
    per_second,
    `${committed.p50} / ${committed.p99}`,
    `${completed.p50} / ${completed.p99}`,
  ]);
  const most = Math.max(...bursts.map((burst) => burst.revisions));
  return [
    table(
      ["steps", "in flight", "delivered a second", "version committed, p50 / p99 ms", "delivered, p50 / p99 ms"],
      rows,
    ),
    `Bursts of 20 follow-ups on one session became at most ${most} versions (${bursts.map((burst) => burst.revisions).join(", ")}), all delivered ${median(bursts.map(({ completed_ms }) => completed_ms))} ms after the first was sent.`,
  ].join("\n\n");
}

function wakeText({ wakes }: BenchResult): string {
  const { rung, fired } = wakes;
  return [
    `${wakes.wakes.toLocaleString("en")} wakes: ${wakes.scheduled.per_second} scheduled a second (p50 ${wakes.scheduled.p50} ms); due ${wakes.due_per_second} a second, each once: ${wakes.fired_once ? "yes" : "NO"}.`,
    `Late by p50 / p99 / most: ${rung.p50} / ${rung.p99} / ${rung.max} ms until rung, ${fired.p50} / ${fired.p99} / ${fired.max} ms until its turn began.`,
  ].join(" ");
}

function growthTable({ growth }: BenchResult): string {
  const rows = Object.entries(growth).flatMap(([what, points]: [string, readonly GrowthPoint[]]) =>
    points.map((point) => {
      const [first = point] = points;
      const pace = point.yardstick_ms / first.yardstick_ms;
      return [
        `${point.size.toLocaleString("en")} ${what.replaceAll("_", " ")}`,
        point.accept.p50,
        point.cpu_accept.functions["accept"] ?? 0,
        point.completed.p50,
        point.cpu_completed.all,
        `${round(pace)} ×`,
        `${round(point.cpu_completed.all / first.cpu_completed.all / pace)} ×`,
        point.mailbox_bytes,
      ];
    }),
  );
  const head = ["size", "accept p50 ms", "CPU ms in `accept`", "delivered p50 ms", "CPU ms in all"];
  return [
    table([...head, "the same work beside", "CPU in all, without that", "mailbox bytes"], rows),
    "The same work beside: what a fixed piece of work takes while a size is measured, as a multiple of what it took at the first size of its series. A machine that is shared changes its pace from minute to minute.",
  ].join("\n\n");
}

function memoryText({ accepts, memory_at_end: end }: BenchResult): string {
  const samples = accepts.flatMap(({ memory }) => memory.map(({ stack_mib }) => stack_mib));
  return `Memory of the stack over the loads: ${samples.join(", ")} MiB; at the end ${end.stack_mib} MiB, and ${end.database_mib} MiB of the database.`;
}

/** Sizes and import times of the bundles. */
export function coldTable(starts: readonly ColdStart[]): string {
  const rows = starts.map(({ name, kb, import_ms, cpu_ms, of_clients }) => [
    name,
    kb,
    import_ms,
    cpu_ms,
    `${of_clients} ×`,
  ]);
  return table(["bundle", "kB", "import ms", "CPU ms", "of SDK clients only"], rows);
}
