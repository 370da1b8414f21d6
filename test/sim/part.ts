import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { inParallel } from "../support/in-parallel.ts";
import { mutantNamed } from "./mutants/list.ts";
import { plant } from "./mutants/plant.ts";
import { addUp, type Report } from "./report.ts";

const root = new URL("../../", import.meta.url);

/** Seeds that are run in a process of their own, with a mutant in it or none. */
export type Part = {
  readonly seeds: number;
  readonly from: number;
  readonly until_failure?: boolean;
  readonly mutant?: string;
};

/** Runs a part here: the product is loaded only now, so that a mutant can be planted first. */
export async function runPart({ mutant, ...campaign }: Part): Promise<Report> {
  if (mutant !== undefined) plant(mutantNamed(mutant), root);
  const { runCampaign } = await import("./campaign.ts");
  return runCampaign(campaign);
}

/** Runs seeds in several processes at a time, each with a database of its own. `onPart` is told of each part that is done. */
export async function runSpread(
  { from, seeds, ...more }: Part,
  at: { readonly processes: number; readonly seedsAPart: number },
  onPart: (report: Report) => void = () => undefined,
): Promise<Report> {
  const starts = Array.from({ length: Math.ceil(seeds / at.seedsAPart) }, (_, index) => from + index * at.seedsAPart);
  const reports = await inParallel(starts, at.processes, async (start) => {
    const report = await spawnPart({ ...more, from: start, seeds: Math.min(at.seedsAPart, from + seeds - start) });
    onPart(report);
    return report;
  });
  return addUp(reports);
}

/** Runs a part in a process of its own. */
export async function spawnPart(part: Part): Promise<Report> {
  const child = spawn(process.execPath, ["scripts/sim.ts", "part", JSON.stringify(part)], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  if (!out.startsWith("{")) throw new Error(`${JSON.stringify(part)} ended with ${signal ?? code}: ${err}${out}`);
  return JSON.parse(out) as Report;
}
