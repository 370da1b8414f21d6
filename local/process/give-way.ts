import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";

/** A third of the processor time of who does not give way, when both want all of it. */
const nice = 5;

/**
 * Lets the other threads of this machine go first. In AWS, a function that somebody waits for shares no processor with the
 * workers behind the queues; here it does. Does nothing where threads have no priority of their own, which only Linux gives
 * them.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), nice);
  } catch {
    // Without /proc, or without the right to: then all go at the same pace.
  }
}
