import { createHash } from "node:crypto";

/** What happened in one seed, in order. The same seed gives the same lines. */
export class Trace {
  readonly lines: string[] = [];
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  /** Adds a line: what happened at `now`, to whom. */
  say(now: number, who: string, what: string): void {
    this.lines.push(`${stamp(now - this.#start)} ${who.padEnd(9)} ${what}`);
  }

  digest(): string {
    return createHash("sha256").update(this.lines.join("\n")).digest("hex");
  }
}

/** Milliseconds since the start as `1d 02:03:04.005`. */
function stamp(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  const time = new Date(ms % 86_400_000).toISOString().slice(11, 23);
  return days === 0 ? time : `${days}d ${time}`;
}
