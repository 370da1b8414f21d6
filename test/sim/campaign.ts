import { Database } from "./database.ts";
import { addUp, type Report } from "./report.ts";
import { type Simulated, simulate } from "./simulation.ts";

/** Which seeds to run. */
export type Campaign = {
  readonly seeds: number;
  /** The first of them. */
  readonly from: number;
  /** Ends soon after the first seed that fails. */
  readonly until_failure?: boolean;
  readonly onSeed?: (result: Simulated) => void;
};

/** Seeds that are run at a time: while one waits for the database, another goes on. */
const LANES = 3;

/** Runs seeds over one database, each with a table and a world of its own. */
export async function runCampaign({ from, seeds, until_failure, onSeed }: Campaign): Promise<Report> {
  const database = await Database.start();
  const reports: Report[] = [];
  let next = from;
  const isOver = () =>
    next >= from + seeds || (until_failure === true && reports.some(({ failures }) => failures.length > 0));
  const lane = async () => {
    while (!isOver()) {
      const seed = next;
      next += 1;
      const result = await simulate(database, seed);
      reports.push(reportOf(result));
      onSeed?.(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(LANES, seeds) }, lane));
  } finally {
    await database.stop();
  }
  return addUp(reports);
}

function reportOf({ seed, violation, story, steps, faults, deeds }: Simulated): Report {
  const failures = violation === null ? [] : [{ seed, message: violation.message, story }];
  return { seeds: 1, steps, failures, faults, deeds };
}
