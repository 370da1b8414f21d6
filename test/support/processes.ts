import { readdirSync, readFileSync } from "node:fs";

/** Processes that have `argument` on their command line, by their number. */
export function processesWith(argument: string): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => argumentsOf(id).includes(argument)).map(Number);
}

function argumentsOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
