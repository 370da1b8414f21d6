import { SetupProblem } from "../problem.ts";
import type { DataFolder } from "../process/data-folder.ts";
import { type Clock, realClock, VirtualClock } from "./clock.ts";

const clockFile = "clock.json";

/**
 * The clock of a stack. A virtual one starts at the real time, or where it stood last when that is later.
 * @throws SetupProblem for a real clock on data that was made in what is still the future: time would go back.
 */
export function openClock(mode: Clock["mode"], folder: DataFolder): Clock {
  const stood = readClock(folder);
  const now = realClock.now();
  // On a whole second: delays of SQS and times of schedules have no parts of one, so what is asked for in 30 minutes is
  // there after 30 minutes and not a moment later.
  if (mode === "virtual") return new VirtualClock(Math.ceil(Math.max(now, stood) / 1_000) * 1_000);
  if (stood > now) {
    throw new SetupProblem(
      `DATA_DIR ${folder.path} stands at ${new Date(stood).toISOString()}; start with CLOCK=virtual, or use another folder.`,
    );
  }
  return realClock;
}

/** Keeps the time of a virtual clock. */
export function saveClock(folder: DataFolder, now: number): void {
  folder.writeJson(clockFile, { now });
}

function readClock(folder: DataFolder): number {
  const value = folder.readJson(clockFile);
  return typeof value === "object" && value !== null && "now" in value ? Number(value.now) : 0;
}
