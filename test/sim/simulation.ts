import type { Database } from "./database.ts";
import type { DeedCounts } from "./deeds.ts";
import { settingsOf } from "./deployment.ts";
import { Dice } from "./dice.ts";
import { type FaultCounts, Faults } from "./faults.ts";
import { checkWrite } from "./invariants/check.ts";
import { checkNeglect } from "./invariants/neglect.ts";
import { checkRest } from "./invariants/rest.ts";
import { Machine } from "./machine.ts";
import { Operator } from "./operator.ts";
import { Person } from "./person.ts";
import { Promises } from "./promises.ts";
import { Shadow } from "./shadow.ts";
import { SimBells } from "./sim-bells.ts";
import { SimFunctions } from "./sim-functions.ts";
import { simPorts } from "./sim-ports.ts";
import { SimQueue } from "./sim-queue.ts";
import { Trace } from "./trace.ts";
import { must, Violation } from "./violation.ts";

/** What one seed came to. */
export type Simulated = {
  readonly seed: number;
  /** Null when everything held. */
  readonly violation: Violation | null;
  readonly faults: FaultCounts;
  readonly deeds: DeedCounts;
  /** What happened, line by line. */
  readonly story: readonly string[];
  readonly digest: string;
  /** Requests that went to the table. */
  readonly steps: number;
};

const START = Date.UTC(2026, 6, 18, 8, 30);
const MINUTE = 60_000;
/** How long somebody who lags waits for others at a time: less than a lease, which would be another fault. */
const SOON_MS = 3_000;
/** Steps after which a seed that does not come to rest is stuck. */
const MAX_STEPS = 20_000;

/** Runs one seed. */
export async function simulate(database: Database, seed: number): Promise<Simulated> {
  const tableName = await database.createTable();
  const world = new SimulatedWorld(database, tableName, seed);
  let violation: Violation | null = null;
  try {
    await world.run();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error;
    world.machine.trace.say(world.machine.now, "", error.message);
  } finally {
    await database.deleteTable(tableName);
  }
  const { machine } = world;
  return {
    seed,
    violation,
    faults: machine.faults.counts,
    deeds: machine.deeds.counts,
    story: machine.trace.lines,
    digest: machine.trace.digest(),
    steps: world.steps,
  };
}

class SimulatedWorld {
  readonly machine: Machine;
  steps = 0;
  readonly #dice: Dice;
  readonly #queues;
  readonly #bells: SimBells;
  readonly #functions: SimFunctions;
  readonly #people: readonly (Person | Operator)[];
  readonly #promises = new Promises();
  readonly #stalls: number;
  /** Steps in which things may go wrong. */
  #wild: number;
  #nextSweep = START;

  constructor(database: Database, tableName: string, seed: number) {
    const dice = new Dice(seed);
    const faults = new Faults(dice.fork());
    const shadow = new Shadow(database, tableName);
    const settings = settingsOf(dice.fork());
    const bellSetAt = (followupId: string) => this.#bells.setAt(followupId);
    const trace = new Trace(START);
    this.machine = new Machine({ now: START, dice: dice.fork(), faults, trace, shadow, settings, bellSetAt });
    const visibilityMs = dice.pick([20_000, 90_000, 330_000, 330_000]);
    const queue = (name: string) => new SimQueue({ name, visibilityMs, dice: dice.fork(), faults });
    this.#queues = { nudges: queue("nudges"), tasks: queue("tasks"), wakes: queue("wakes") };
    this.#bells = new SimBells(dice.fork(), faults);
    const ports = simPorts({ database, tableName, machine: this.machine, queues: this.#queues, bells: this.#bells });
    this.#functions = new SimFunctions(this.machine, ports, this.#queues);
    this.#dice = dice.fork();
    this.#stalls = this.#dice.pick([0, 0.005, 0.02]);
    this.#wild = this.#dice.pick([100, 250, 500, 900]);
    const place = { machine: this.machine, functions: this.#functions, promises: this.#promises };
    const ada = new Person({ ...place, acts: this.#dice.between(2, 7) }, "ada");
    const eve = new Person({ ...place, acts: this.#dice.pick([0, 0, 2, 6]) }, "eve", ada);
    const olga = new Operator({ ...place, acts: this.#dice.pick([0, 1, 2, 4]) }, ada);
    this.#people = [ada, eve, olga];
    this.machine.onWrite = (by, changes) => {
      checkWrite(this.machine, by, changes);
      ada.notice(changes);
    };
    this.#scheduleWakeUps();
  }

  async run(): Promise<void> {
    while (await this.#turn()) {
      this.steps += 1;
      this.machine.check();
      if (this.#wild > 0 && --this.#wild === 0) this.#calmDown();
      must(8, this.steps < MAX_STEPS, () => `nothing came to rest within ${MAX_STEPS} steps`);
    }
    this.#promises.wakeUpsGivenUp = this.#queues.wakes.deadLetters;
    checkRest(this.machine, this.#promises);
    // Each item was read back when it was written; that nothing is missed is looked at now and then.
    const wrong = this.#dice.chance(0.2) ? await this.machine.shadow.differences() : [];
    must(0, wrong.length === 0, () => `the simulator lost track of ${wrong.join(", ")}`);
  }

  /** What an agent does at fixed times, by itself: the schedule of its deployment puts a message on the queue. */
  #scheduleWakeUps(): void {
    // One that rings while its session expires is lost with it, as decided.
    const count = this.machine.settings.keepMs === null ? this.#dice.pick([0, 0, 0, 0, 2]) : 0;
    for (let ring = 1; ring <= count; ring += 1) {
      const at = START + ring * this.#dice.between(60_000, 600_000);
      const message = {
        kind: "wake_up",
        agent: "memo",
        name: "daily",
        input: "add bee",
        scheduled_time: `ring ${ring}`,
      };
      this.#promises.wakeUps += 1;
      this.#queues.wakes.send(JSON.stringify(message), at);
    }
  }

  #calmDown(): void {
    this.machine.trace.say(this.machine.now, "", "from here on nothing goes wrong any more");
    this.machine.faults.stop();
  }

  /** One thing that happens. False when nothing is left to happen. */
  async #turn(): Promise<boolean> {
    const { machine } = this;
    const ready = this.#functions.ready();
    const people = this.#people.filter(({ next }) => next !== null && next <= machine.now);
    const { prompt, lagging } = machine.standing;
    if (prompt === 0 && ready.length === 0 && people.length === 0) {
      if (lagging === 0) return this.#waitForNext();
      if (await this.#comeBetween()) return true;
    }
    if (this.#wild > 0 && this.#dice.chance(this.#stalls)) {
      await this.#pass(machine.now + this.#dice.pick([2_000, 6_000, 16_000, 21_000, 95_000]));
      return true;
    }
    const kind = this.#dice.weighted([
      ["step", Math.min(prompt, 4) * 3 + (lagging > 0 ? 0.2 : 0)],
      ["receive", ready.length === 0 ? 0 : 3],
      ["person", people.length === 0 ? 0 : 2],
    ]);
    if (kind === "step") await machine.step();
    else if (kind === "receive") await this.#functions.receive(this.#dice.pick(ready));
    else await this.#dice.pick(people).act();
    return true;
  }

  /** Lets the time pass until something is due. */
  async #waitForNext(): Promise<boolean> {
    this.#checkNeglect();
    const next = this.#nextDue();
    if (next === null) return false;
    await this.#pass(next);
    return true;
  }

  /** Whoever lags does so until others come, if any come soon: what races with them is not there yet. */
  async #comeBetween(): Promise<boolean> {
    if (!this.#dice.chance(0.7)) return false;
    const next = this.#nextDue();
    if (next === null || next <= this.machine.now || next > this.machine.now + SOON_MS) return false;
    await this.#pass(next);
    return true;
  }

  /** When something is due; null when nothing ever will be. */
  #nextDue(): number | null {
    const dues = [
      this.machine.nextTimer(),
      this.#queues.nudges.next(),
      this.#queues.tasks.next(),
      this.#queues.wakes.next(),
      this.#bells.next(),
      this.#sweepDue(),
      ...this.#people.map(({ next }) => next),
    ].filter((at) => at !== null);
    if (dues.length === 0) return null;
    // What is due already waits for a free worker, which one of the others will be.
    const ahead = dues.filter((at) => at > this.machine.now);
    return ahead.length === 0 ? this.machine.now : Math.min(...ahead);
  }

  /** As long as nothing harmful has happened, nothing is left to the sweeper: it is there for what dies. */
  #checkNeglect(): void {
    const { machine } = this;
    const { nudges, tasks, wakes } = this.#queues;
    const isIdle = machine.alive.size === 0 && nudges.next() === null && tasks.next() === null;
    if (!machine.faults.didHarm) {
      checkNeglect(machine, { hasNudge: (session) => nudges.mentions(session), isIdle });
    } else if (isIdle && wakes.next() === null && machine.shadow.firstAttention() === null) {
      machine.faults.mended();
    }
  }

  async #pass(to: number): Promise<void> {
    await this.machine.advance(to);
    for (const ring of this.#bells.ring(this.machine.now)) {
      this.machine.trace.say(this.machine.now, "bell", `rings for ${ring.followup_id.slice(-5)}`);
      this.#queues.wakes.send(JSON.stringify(ring), this.machine.now);
    }
    const due = this.#sweepDue();
    if (due === null || due > this.machine.now) return;
    this.#nextSweep = (Math.floor(this.machine.now / MINUTE) + 1) * MINUTE;
    await this.#functions.sweep();
  }

  /** The next minute at which the sweeper finds something; those at which it finds nothing are left out. */
  #sweepDue(): number | null {
    const { shadow, settings } = this.machine;
    const idle = settings.keepMs === null ? null : shadow.firstIdle();
    const dues = [shadow.firstAttention(), idle === null ? null : idle + (settings.keepMs ?? 0)];
    const first = Math.min(...dues.filter((due) => due !== null));
    return first === Number.POSITIVE_INFINITY
      ? null
      : Math.max(this.#nextSweep, (Math.floor(first / MINUTE) + 1) * MINUTE);
  }
}
