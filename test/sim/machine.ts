import { Deeds } from "./deeds.ts";
import type { Settings } from "./deployment.ts";
import type { Dice } from "./dice.ts";
import type { FaultKind, Faults } from "./faults.ts";
import { Lives } from "./lives.ts";
import { current, type Host, type Point, Process, type Role, running } from "./process.ts";
import type { Change, Shadow, WireInput } from "./shadow.ts";
import type { Trace } from "./trace.ts";
import { Violation } from "./violation.ts";

/** How a process ended. */
export type End<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "died" };

type Standing = { readonly process: Process; readonly go: () => Promise<void> };
type Timer = {
  readonly id: number;
  readonly process: Process;
  at: number;
  readonly everyMs: number | null;
  fire(): void;
};

/** What is asked for seldom goes wrong more often, so that it goes wrong at all. */
const howOften: Readonly<Record<Point<unknown>["kind"], number>> = {
  read: 1,
  write: 1,
  transact: 1,
  queue: 1,
  bell: 25,
  model: 3,
  cell: 3,
};

const oftenInRoutes: Readonly<Record<string, number>> = {
  "POST /api/sessions/import": 3,
  "POST /api/sessions/{session_id}/archive": 12,
};

const faultsOf: Readonly<Record<Point<unknown>["kind"], readonly FaultKind[]>> = {
  read: ["crash_before_request", "lost_reply", "throttled", "table_down", "late_reply"],
  write: [
    "crash_before_request",
    "crash_after_request",
    "lost_reply",
    "throttled",
    "transaction_conflict",
    "late_reply",
  ],
  transact: [
    "crash_before_request",
    "crash_after_request",
    "lost_reply",
    "throttled",
    "table_down",
    "transaction_conflict",
    "transaction_throttled",
    "late_reply",
  ],
  queue: ["crash_before_request", "crash_after_request", "lost_reply", "queue_down", "late_reply"],
  bell: ["crash_before_request", "crash_after_request", "lost_reply", "scheduler_down", "late_reply"],
  model: ["crash_before_request", "crash_after_request", "model_unavailable"],
  cell: ["crash_before_request", "crash_after_request", "cell_succeeds_and_reports_failure"],
};

/** Attempts of the SDK, all of which an outage refuses. */
const ATTEMPTS = 3;

/**
 * The one scheduler of a seed: it holds every request of every process and decides which goes next and what goes wrong,
 * and it owns the time.
 */
export class Machine implements Host {
  now: number;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly trace: Trace;
  readonly shadow: Shadow;
  readonly deeds = new Deeds();
  readonly lives = new Lives();
  readonly settings: Settings;
  readonly bellSetAt: Host["bellSetAt"];
  /** Called after each write, with what it did. */
  onWrite: (by: Process, changes: readonly Change[]) => void = () => undefined;
  readonly #stickiness: number;
  readonly #lagging: number;
  readonly #maxSkewMs: number;
  readonly #alive = new Set<Process>();
  readonly #died = new Map<Process, () => void>();
  #standing: Standing[] = [];
  #timers: Timer[] = [];
  #last: Process | null = null;
  #steps = 0;
  #made = 0;
  #clocked = 0;
  #failure: Violation | null = null;
  readonly #done = new WeakSet<WireInput>();

  constructor(of: Pick<Machine, "now" | "dice" | "faults" | "trace" | "shadow" | "settings" | "bellSetAt">) {
    this.now = of.now;
    this.dice = of.dice;
    this.faults = of.faults;
    this.trace = of.trace;
    this.shadow = of.shadow;
    this.settings = of.settings;
    this.bellSetAt = of.bellSetAt;
    this.#stickiness = this.dice.pick([0, 0.5, 0.85]);
    this.#lagging = this.dice.pick([0, 0.05, 0.15]);
    this.#maxSkewMs = this.dice.pick([0, 0, 2_000, 5_000]);
  }

  /** Processes that go on. */
  get alive(): ReadonlySet<Process> {
    return this.#alive;
  }

  /** Requests that stand here and may go: those that are for it, and those that let others go first. */
  get standing(): { readonly prompt: number; readonly lagging: number } {
    const movable = this.#movable();
    const prompt = movable.filter(({ process }) => this.#isPrompt(process)).length;
    return { prompt, lagging: movable.length - prompt };
  }

  /** Starts a process and lets it run to its first request. `ended` is called once, also when it dies. */
  async start<T>(
    of: {
      readonly role: Role;
      readonly owner?: string;
      readonly route?: string;
      readonly messages?: number;
      readonly livesMs: number;
    },
    work: () => Promise<T>,
    ended: (end: End<T>, process: Process) => void,
  ): Promise<Process> {
    this.#made += 1;
    const isSkewed = this.#maxSkewMs > 0 && this.faults.strikes("clock_skew", 10);
    const skewMs = isSkewed ? this.dice.between(-this.#maxSkewMs, this.#maxSkewMs) : 0;
    const process = new Process({
      machine: this,
      name: `${of.role}#${this.#made}`,
      role: of.role,
      owner: of.owner ?? null,
      route: of.route ?? null,
      messages: of.messages ?? 0,
      skewMs,
      startedAt: this.now,
      endsAt: this.now + of.livesMs,
    });
    this.#alive.add(process);
    this.#died.set(process, () => ended({ kind: "died" }, process));
    const finish = (end: End<T>) => {
      if (process.state !== "alive") return;
      process.state = "ended";
      this.#alive.delete(process);
      this.#died.delete(process);
      ended(end, process);
    };
    running.run(process, () => {
      work().then(
        (value) => finish({ kind: "done", value }),
        (error: unknown) => finish({ kind: "failed", error }),
      );
    });
    await settle();
    return process;
  }

  /** A process asks something; it goes on when the machine has let it, or never. */
  request<T>(point: Point<T>): Promise<T> {
    const process = current();
    return new Promise((resolve, reject) => {
      if (process.state === "dead") return;
      const go = () => this.#perform(process, point, { resolve, reject });
      this.#standing.push({ process, go });
    });
  }

  /** Lets one of the standing requests go. */
  async step(): Promise<void> {
    const chosen = this.#choose();
    if (chosen === undefined) return;
    const { process } = chosen;
    this.#last = process;
    this.#steps += 1;
    if (this.dice.chance(this.#lagging)) {
      process.lagsUntil = this.#steps + this.dice.between(4, 40);
      return;
    }
    this.now += this.dice.between(1, 20);
    if (this.faults.strikes("process_frozen", 0.4)) {
      const ms = this.dice.pick([6_000, 16_000, 20_000, 40_000, 100_000]);
      process.frozenUntil = this.now + ms;
      return this.trace.say(this.now, process.name, `stands still for ${ms / 1000} s`);
    }
    this.#standing.splice(this.#standing.indexOf(chosen), 1);
    await chosen.go();
    await settle();
    this.check();
  }

  /** @throws what failed. */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** A write succeeded. */
  async wrote(by: Process, input: WireInput): Promise<void> {
    // The repeat of a transaction by the SDK carries the same token, and the database has done it already.
    by.repeats = this.#done.has(input);
    if (by.repeats && input.TransactItems !== undefined) return;
    this.#done.add(input);
    by.writes += 1;
    this.onWrite(by, await this.shadow.follow(input));
  }

  /** Something does not hold, found where nothing can be thrown: the seed ends after this step. */
  fail(violation: Violation): void {
    this.#failure ??= violation;
  }

  /** Ends a process at the spot: nothing of it goes on, and nobody hears of it. */
  kill(process: Process, why: string): void {
    if (process.state !== "alive") return;
    process.state = "dead";
    this.trace.say(this.now, process.name, `dies: ${why}`);
    this.#standing = this.#standing.filter((one) => one.process !== process);
    this.#timers = this.#timers.filter((one) => one.process !== process);
    this.#alive.delete(process);
    const tell = this.#died.get(process);
    this.#died.delete(process);
    tell?.();
  }

  /** The clock of the process that asks. */
  clockNow(): number {
    // Whole milliseconds, as the clock of a machine tells them.
    return Math.floor(this.now + (running.getStore()?.skewMs ?? 0));
  }

  /** Resolves when the time has come, or when `signal` aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#clock({ ms, everyMs: null, fire: resolve });
      signal?.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  }

  /** Calls `work` in its process every `ms` until it is stopped. */
  every(ms: number, work: () => void): () => void {
    return this.#clock({ ms, everyMs: ms, fire: work });
  }

  /** When the next timer of a process is due, or one that stands still goes on; null when nothing of it will be. */
  nextTimer(): number | null {
    const dues = [...this.#timers.map(dueAt), ...this.#standing.map(({ process }) => process.frozenUntil)];
    return dues.reduce<number | null>((first, at) => (first === null || at < first ? at : first), null);
  }

  /** Moves the time on, with every timer that becomes due on the way. */
  async advance(to: number): Promise<void> {
    for (let due = this.#due(to); due !== undefined; due = this.#due(to)) {
      this.now = Math.max(this.now, dueAt(due));
      if (due.everyMs === null) this.#timers.splice(this.#timers.indexOf(due), 1);
      else due.at = dueAt(due) + due.everyMs;
      const { process, fire } = due;
      running.run(process, fire);
      await settle();
    }
    this.now = Math.max(this.now, to);
    for (const process of this.#alive) {
      if (process.endsAt > this.now) continue;
      this.faults.happened("function_timed_out");
      this.kill(process, "the function timed out");
    }
  }

  #clock(of: { readonly ms: number; readonly everyMs: number | null; fire(): void }): () => void {
    const process = current();
    this.#clocked += 1;
    const timer: Timer = { id: this.#clocked, process, at: this.now + of.ms, everyMs: of.everyMs, fire: of.fire };
    if (process.state !== "dead") this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  #due(to: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      const at = dueAt(timer);
      if (at > to) continue;
      const isFirst = first === undefined || at < dueAt(first) || (at === dueAt(first) && timer.id < first.id);
      if (isFirst) first = timer;
    }
    return first;
  }

  #movable(): readonly Standing[] {
    return this.#standing.filter(({ process }) => process.frozenUntil <= this.now);
  }

  #isPrompt(process: Process): boolean {
    return process.lagsUntil <= this.#steps;
  }

  #choose(): Standing | undefined {
    const all = this.#movable();
    const prompt = all.filter(({ process }) => this.#isPrompt(process));
    const movable = prompt.length > 0 ? prompt : all;
    const same = movable.find((one) => one.process === this.#last);
    if (same !== undefined && this.dice.chance(this.#stickiness)) return same;
    return movable.length === 0 ? undefined : this.dice.pick(movable);
  }

  async #perform<T>(process: Process, point: Point<T>, { resolve, reject }: Settling<T>): Promise<void> {
    const fault = this.#faultAt(process, point);
    if (fault === "crash_before_request") return this.kill(process, `before ${point.what}`);
    const refusal = refusalOf(fault, point);
    if (refusal !== null) {
      if (fault === "transaction_conflict") process.requests.conflicts += 1;
      this.trace.say(this.now, process.name, `${point.what} -> ${refusal.name} (${fault})`);
      return reject(refusal);
    }
    const outcome = await outcomeOf(point, fault === "lost_reply" && point.errors.lost === undefined);
    this.trace.say(this.now, process.name, `${point.what} -> ${outcome.said}${fault === null ? "" : ` (${fault})`}`);
    if (fault === "crash_after_request") return this.kill(process, `after ${point.what}`);
    const unseen = unseenOf(fault, point);
    if (unseen !== null) return reject(unseen);
    const deliver = async () => (outcome.ok ? resolve(outcome.value) : reject(outcome.error));
    if (fault !== "late_reply") return deliver();
    this.#standing.push({ process, go: deliver });
  }

  #faultAt(process: Process, { kind }: Point<unknown>): FaultKind | null {
    const isTable = kind === "read" || kind === "write" || kind === "transact";
    if (process.outage > 0 && isTable) {
      process.outage -= 1;
      return "table_down";
    }
    const often = howOften[kind] * (oftenInRoutes[process.route ?? ""] ?? 1);
    const fault = this.faults.among(faultsOf[kind], often);
    if (fault === "table_down") process.outage = ATTEMPTS - 1;
    return fault;
  }
}

/** A process that stands still hears its timers when it goes on. */
const dueAt = ({ at, process }: Timer): number => Math.max(at, process.frozenUntil);

type Settling<T> = { readonly resolve: (value: T) => void; readonly reject: (error: Error) => void };

type Outcome<T> = { readonly said: string } & (
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Error }
);

async function outcomeOf<T>(point: Point<T>, twice: boolean): Promise<Outcome<T>> {
  try {
    if (twice) await point.act();
    return { ok: true, value: await point.act(), said: "done" };
  } catch (error) {
    if (error instanceof Violation || !(error instanceof Error)) throw error;
    return { ok: false, error, said: error.name };
  }
}

function refusalOf(fault: FaultKind | null, { errors }: Point<unknown>): Error | null {
  switch (fault) {
    case "throttled":
    case "table_down":
    case "queue_down":
    case "scheduler_down":
    case "model_unavailable":
      return errors.refused?.() ?? null;
    case "transaction_conflict":
      return errors.conflict?.() ?? null;
    case "transaction_throttled":
      return errors.throttled?.() ?? null;
    default:
      return null;
  }
}

/** What a process is told although what it asked for was done. */
function unseenOf(fault: FaultKind | null, { errors }: Point<unknown>): Error | null {
  if (fault === "lost_reply") return errors.lost?.() ?? null;
  return fault === "cell_succeeds_and_reports_failure" ? (errors.refused?.() ?? null) : null;
}

/** Everything that can go on without the world has gone on after this: the product waits for nothing but its ports. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
