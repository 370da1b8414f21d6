import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

function processesOn(path: string): number[] {
  try {
    return readdirSync("/proc").flatMap((name) =>
      /^\d+$/.test(name) && commandOf(name).includes(path) ? [Number(name)] : [],
    );
  } catch {
    // Only Linux has /proc, and only Linux has the database binary.
    return [];
  }
}

function commandOf(pid: string): string[] {
  try {
    const parts = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return parts.some((part) => part.endsWith("/dynoxide")) ? parts : [];
  } catch {
    return [];
  }
}

/**
 * Ends database processes that a killed stack left on this file. The caller holds the lock of the data folder, so none
 * of them belongs to a living stack; two on one file would corrupt it.
 */
export async function endOrphans(databaseFile: string): Promise<void> {
  for (const pid of processesOn(databaseFile)) kill(pid);
  while (processesOn(databaseFile).length > 0) await wait(5);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
