import { createHash, randomUUID } from "node:crypto";
import type { Agenda } from "../clock/agenda.ts";
import type { Clock } from "../clock/clock.ts";
import { messageOf } from "../problem.ts";
import { UnderWay } from "../process/under-way.ts";
import { type Expression, nextTime } from "./expression.ts";

/** Something that rings at given times. */
export interface Entry {
  readonly key: string;
  readonly arn: string;
  readonly expression: Expression;
  /** When a rate began to count, epoch milliseconds. */
  readonly anchorMs: number;
  /** Nothing rings after it. */
  readonly endMs: number | undefined;
  readonly targetArn: string;
  readonly deadLetterArn: string | undefined;
  readonly input: string;
  /** Called when a one-time entry has rung. */
  readonly onCompleted: () => Promise<void>;
  /** Only asked when the clock is virtual: no ring before this time has any effect. Undefined: none has. */
  readonly idleUntil?: (() => Promise<number | undefined>) | undefined;
}

/** What the scheduler needs of the rest of the stack. */
export interface SchedulerOptions {
  readonly clock: Clock;
  /** `minute`: rings somewhere within the minute that begins at the due time, like AWS. */
  readonly grain: "second" | "minute";
  /** Runs a ring; whoever waits for the stack to rest waits until it has ended, with what it leaves to be kept. */
  readonly track: (ring: () => Promise<void>) => Promise<void>;
  /** Hands `input` to the target. @throws when the target does not take it. */
  readonly deliver: (targetArn: string, input: string) => Promise<void>;
  readonly onTrouble: (sentence: string) => void;
}

interface Armed {
  readonly entry: Entry;
  /** The time its expression says. */
  readonly dueAt: number;
  /** When it rings, which the grain makes later. */
  readonly ringsAt: number;
}

/** Timers fire early when their delay exceeds 2^31 ms, so a long wait is cut into short ones. */
const longestTimerMs = 3_600_000;

/** Rings entries when they are due: one timer for all of them, or none at all when the clock is virtual. */
export class Scheduler implements Agenda {
  readonly #options: SchedulerOptions;
  readonly #armed = new Map<string, Armed>();
  readonly #gated = new Map<string, Entry>();
  readonly #rings = new UnderWay();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Begins to watch an entry. A one-time entry whose time has passed rings at once. */
  arm(entry: Entry): void {
    if (entry.idleUntil !== undefined && this.#options.clock.mode === "virtual") {
      this.#gated.set(entry.key, entry);
      return;
    }
    const { expression } = entry;
    const dueAt =
      expression.kind === "at" ? expression.dueAt : nextTime(expression, this.#options.clock.now(), entry.anchorMs);
    this.#armAt(entry, dueAt);
  }

  disarm(key: string): void {
    this.#armed.delete(key);
    this.#gated.delete(key);
  }

  async nextDueAt(): Promise<number | undefined> {
    for (const entry of this.#gated.values()) await this.#armGated(entry);
    return this.#earliest();
  }

  release(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    const now = this.#options.clock.now();
    const due = [...this.#armed.values()].filter(({ ringsAt }) => ringsAt <= now).sort((a, b) => a.ringsAt - b.ringsAt);
    for (const armed of due) {
      this.#armed.delete(armed.entry.key);
      const { track, onTrouble } = this.#options;
      const ring = this.#rings.add(track(() => this.#ring(armed)));
      ring.catch((error: unknown) => onTrouble(`schedule ${armed.entry.key}: ${messageOf(error)}`));
    }
    this.#setTimer();
    return Promise.resolve();
  }

  /**
   * Rings nothing any more, and waits for what rings now, at most `graceMs`: a ring that reached its target and is not
   * noted as rung would ring again at the next start.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#rings.end(graceMs);
  }

  /** Ticks before `idleUntil` are left out; the next one after it is armed like any other. */
  async #armGated(entry: Entry): Promise<void> {
    const idleUntil = await entry.idleUntil?.();
    this.#armed.delete(entry.key);
    if (idleUntil === undefined) return;
    const from = Math.max(this.#options.clock.now(), idleUntil - 1);
    this.#armAt(entry, nextTime(entry.expression, from, entry.anchorMs));
  }

  #armAt(entry: Entry, dueAt: number | undefined): void {
    if (dueAt === undefined || (entry.endMs !== undefined && dueAt > entry.endMs)) return;
    const ringsAt = dueAt + (this.#options.grain === "minute" ? grainOffsetMs(entry.key) : 0);
    this.#armed.set(entry.key, { entry, dueAt, ringsAt });
    if (ringsAt < this.#timerAt) this.#setTimer();
  }

  async #ring({ entry, dueAt }: Armed): Promise<void> {
    if (entry.expression.kind !== "at" && !this.#gated.has(entry.key)) {
      // Counted from now: rings missed while the machine slept are not made up for.
      this.#armAt(entry, nextTime(entry.expression, this.#options.clock.now(), entry.anchorMs));
    }
    await this.#deliver(entry, dueAt);
    if (entry.expression.kind === "at") await entry.onCompleted();
  }

  async #deliver(entry: Entry, dueAt: number): Promise<void> {
    const input = withContext(entry.input, entry.arn, dueAt);
    try {
      await this.#options.deliver(entry.targetArn, input);
    } catch (error) {
      this.#options.onTrouble(`schedule ${entry.key}: ${messageOf(error)}`);
      if (entry.deadLetterArn !== undefined)
        await this.#options.deliver(entry.deadLetterArn, input).catch(() => undefined);
    }
  }

  #earliest(): number | undefined {
    let earliest: number | undefined;
    for (const { ringsAt } of this.#armed.values()) earliest = Math.min(ringsAt, earliest ?? ringsAt);
    return earliest;
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
    const earliest = this.#earliest();
    if (this.#stopped || earliest === undefined || this.#options.clock.mode === "virtual") return;
    const waitMs = Math.max(0, earliest - this.#options.clock.now());
    this.#timerAt = earliest;
    this.#timer = setTimeout(() => void this.release(), Math.min(waitMs, longestTimerMs));
  }
}

/** The same for an entry each time, spread evenly over the minute. */
function grainOffsetMs(key: string): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) % 60_000;
}

/** Fills in the context attributes of EventBridge Scheduler. */
function withContext(input: string, arn: string, dueAt: number): string {
  if (!input.includes("<aws.scheduler.")) return input;
  return input
    .replaceAll("<aws.scheduler.scheduled-time>", new Date(dueAt).toISOString().replace(/\.\d+Z$/, "Z"))
    .replaceAll("<aws.scheduler.execution-id>", randomUUID())
    .replaceAll("<aws.scheduler.attempt-number>", "1")
    .replaceAll("<aws.scheduler.schedule-arn>", arn);
}
