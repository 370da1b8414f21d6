import { readdirSync, readFileSync } from "node:fs";

/** A tick of /proc's CPU times; 100 a second on every Linux that Node.js runs on. */
const tickMs = 10;

/** The process of that name among all that a process started, directly or not; undefined when there is none. */
export function descendant(pid: number, name: string): number | undefined {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim().split(" ");
    for (const child of children.filter(Boolean).map(Number)) {
      if (readFileSync(`/proc/${child}/comm`, "utf8").trim() === name) return child;
      const found = descendant(child, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** CPU time of a process so far, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Memory of a process in bytes. */
export function rssOf(pid: number): number {
  const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) * 1_024;
}
