/**
 * `npm run sim -- --seeds 500 --from 1`: runs seeds of the simulator (`test/sim/`) in as many processes as there are cores,
 * and prints what happened. Exits with 1 for a seed that fails, and when a kind of fault or of deed never happened.
 * `--story` prints what happened in each seed. `npm run sim:mutants` switches guards off, one at a time, and prints how soon
 * that is found.
 */
import "./require-node.mjs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { mutants } from "../test/sim/mutants/list.ts";
import { type Part, runPart, runSpread, spawnPart } from "../test/sim/part.ts";
import { type Failure, neverHappened, type Report } from "../test/sim/report.ts";
import { inParallel } from "../test/support/in-parallel.ts";

/** Seeds that one process runs. */
const SEEDS_A_PART = 200;
/** Fewer seeds than this say nothing about what never happened. */
const SEEDS_FOR_ALL_FAULTS = 400;
/** Lines of a failed seed's story that are shown. */
const LAST_LINES = 100;
/** Seeds within which a mutant must be found. */
const SEEDS_A_MUTANT = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "500" },
    from: { type: "string", default: "1" },
    processes: { type: "string", default: String(availableParallelism()) },
    story: { type: "boolean", default: false },
    mutant: { type: "string" },
  },
});
const processes = Number(values.processes);

switch (positionals[0]) {
  case "part":
    console.log(JSON.stringify(await runPart(JSON.parse(positionals[1] ?? "{}") as Part)));
    break;
  case "mutants":
    process.exitCode = await runMutants(positionals.slice(1));
    break;
  default:
    process.exitCode = values.story ? await tellStories() : await runSeeds();
}

function wanted(): Part {
  const { mutant } = values;
  return { seeds: Number(values.seeds), from: Number(values.from), ...(mutant === undefined ? {} : { mutant }) };
}

async function runSeeds(): Promise<number> {
  const start = performance.now();
  let done = 0;
  const report = await runSpread(wanted(), { processes, seedsAPart: SEEDS_A_PART }, (part) => {
    done += part.seeds;
    const failed = part.failures.map(({ seed }) => ` seed ${seed} fails`).join(",");
    if (Number(values.seeds) > SEEDS_A_PART || failed !== "") console.error(`${done} seeds${failed}`);
  });
  return tell(report, (performance.now() - start) / 1000);
}

/** In this process, so that the whole story can be printed. */
async function tellStories(): Promise<number> {
  const { runCampaign } = await import("../test/sim/campaign.ts");
  const report = await runCampaign({ ...wanted(), onSeed: ({ story }) => console.log(story.join("\n")) });
  return report.failures.length === 0 ? 0 : 1;
}

function tell(report: Report, seconds: number): number {
  const { seeds, steps, failures, faults, deeds } = report;
  for (const [name, count] of Object.entries({ ...faults, ...deeds }))
    console.log(`${name.padEnd(36)} ${String(count).padStart(8)}`);
  const [first] = failures;
  if (first !== undefined) tellFailure(first);
  const silent = seeds >= SEEDS_FOR_ALL_FAULTS ? neverHappened(report) : [];
  if (silent.length > 0) console.log(`never happened, so nothing was shown about it: ${silent.join(", ")}`);
  const speed = `${(seeds / seconds).toFixed(1)} seeds/s in ${processes} processes`;
  console.log(
    `${seeds} seeds, ${steps} steps, ${seconds.toFixed(0)} s (${speed}): ${failures.length} violations` +
      (failures.length === 0 ? "" : ` (seeds ${failures.map(({ seed }) => seed).join(", ")})`),
  );
  return failures.length + silent.length === 0 ? 0 : 1;
}

function tellFailure({ seed, message, story }: Failure): void {
  console.log(`\nseed ${seed}: ${message}\n`);
  if (story.length > LAST_LINES) console.log(`… ${story.length - LAST_LINES} lines before`);
  console.log(story.slice(-LAST_LINES).join("\n"));
  console.log(`\nreplay it: npm run sim -- --from ${seed} --seeds 1 --story\n`);
}

/** Each guard switched off: how many seeds it took until an invariant did not hold. */
async function runMutants(names: readonly string[]): Promise<number> {
  const chosen = mutants.filter(({ name }) => names.length === 0 || names.includes(name));
  const found = await inParallel(chosen, processes, async ({ name, without }) => {
    const from = Number(values.from);
    const report = await spawnPart({ mutant: name, from, seeds: SEEDS_A_MUTANT, until_failure: true });
    const [first] = report.failures;
    const needed = first === undefined ? "none" : String(first.seed - from + 1);
    const how = first?.message.slice(0, 90) ?? `not found in ${SEEDS_A_MUTANT} seeds`;
    console.log(`| ${name} | ${without} | ${needed} | ${how.replaceAll("|", "/")} |`);
    return first !== undefined;
  });
  console.log(`${found.filter((one) => one).length} of ${found.length} mutants found`);
  return found.every((one) => one) ? 0 : 1;
}
