import { readdirSync, readFileSync } from "node:fs";

/** A process: its number and the program it runs. */
export interface Process {
  readonly pid: number;
  readonly program: string;
}

/** Processes that have `argument` on their command line. */
export function processesWith(argument: string): Process[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    const [program = "", ...rest] = commandOf(id);
    return rest.includes(argument) ? [{ pid: Number(id), program }] : [];
  });
}

function commandOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
