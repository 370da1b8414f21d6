import { DynamoAttentionStore } from "../../shared/adapters/dynamo/attention-store.ts";
import { DynamoEffectStore } from "../../shared/adapters/dynamo/effect-store.ts";
import { DynamoLedger } from "../../shared/adapters/dynamo/ledger.ts";
import { DynamoMailboxStore } from "../../shared/adapters/dynamo/mailbox-store.ts";
import { DynamoMemoryStore } from "../../shared/adapters/dynamo/memory-store.ts";
import { DynamoOperationsStore } from "../../shared/adapters/dynamo/operations-store.ts";
import { DynamoReader } from "../../shared/adapters/dynamo/reader.ts";
import { DynamoRemovalStore } from "../../shared/adapters/dynamo/removal-store.ts";
import { DynamoRunStore } from "../../shared/adapters/dynamo/run-store.ts";
import { DynamoSourceStore } from "../../shared/adapters/dynamo/source-store.ts";
import { Table } from "../../shared/adapters/dynamo/table.ts";
import { DynamoWakeStore } from "../../shared/adapters/dynamo/wake-store.ts";
import type { Agent } from "../../shared/agents/define-agent.ts";
import { limits } from "../../shared/contracts/limits.ts";
import type { Model } from "../../shared/ports/model.ts";
import type { Ports } from "../../shared/ports/ports.ts";
import type { Nudge, RingMessage, TaskMessage } from "../../shared/ports/queues.ts";
import { fold } from "../../shared/steps/fold/fold.ts";
import type { StepMessage } from "../../shared/steps/runs/dispatch.ts";
import { sweep } from "../../shared/steps/sweep/sweep.ts";
import { workThrough } from "../../shared/steps/tasks/work-through.ts";
import { answerFollowUp } from "../../shared/steps/turns/answer-follow-up.ts";
import { hearRing } from "../../shared/steps/wakes/hear-ring.ts";
import type { TestTable } from "./dynoxide.ts";
import { countingIds, ManualClock } from "./manual-clock.ts";
import { seeded } from "./seeded.ts";

type Message =
  | { readonly queue: "nudges"; readonly body: Nudge }
  | { readonly queue: "tasks"; readonly body: TaskMessage }
  | { readonly queue: "wakes"; readonly body: RingMessage };

/** A message that is to be delivered at `at`. */
export type Pending = Message & { readonly at: number };

/**
 * The steps over the real stores and a real DynamoDB-compatible server, with the queues and bells in the test's hands:
 * nothing is delivered until the test says so, and it may be delivered twice, late or never.
 */
export class World {
  readonly clock = new ManualClock();
  readonly ids = countingIds();
  readonly pending: Pending[] = [];
  readonly bells = new Map<string, { readonly ring: RingMessage; readonly at: number }>();
  readonly ports: Ports;
  readonly table: Table;
  readonly agents: readonly Agent[];
  readonly operations: DynamoOperationsStore;
  /** Whether a worker goes on with what a step sets free, as it does with time left, or every step comes by the queue. */
  worksThrough = false;

  constructor(test: TestTable, agents: readonly Agent[], model: Model) {
    // Pauses take no time here, so those who meet go on meeting, and each needs more of them.
    const waiting = { random: seeded(1), patienceMs: 10 * limits.contendedMs };
    this.table = new Table(test.client, test.tableName, this.clock, waiting);
    this.agents = agents;
    this.operations = new DynamoOperationsStore(this.table);
    const put = (message: Message, delaySeconds = 0) =>
      this.pending.push({ ...message, at: this.clock.now() + delaySeconds * 1000 });
    this.ports = {
      clock: this.clock,
      ids: this.ids,
      mailboxes: new DynamoMailboxStore(this.table),
      ledger: new DynamoLedger(this.table, this.clock),
      runs: new DynamoRunStore(this.table),
      effects: new DynamoEffectStore(this.table),
      sources: new DynamoSourceStore(this.table),
      memories: new DynamoMemoryStore(this.table),
      wakes: new DynamoWakeStore(this.table),
      reader: new DynamoReader(this.table),
      removals: new DynamoRemovalStore(this.table),
      attention: new DynamoAttentionStore(this.table),
      queues: {
        nudge: async (nudges, delay) => {
          for (const body of nudges) put({ queue: "nudges", body }, delay);
        },
        work: async (tasks, delay) => {
          for (const body of tasks) put({ queue: "tasks", body }, delay);
        },
        ring: async (rings, delay) => {
          for (const body of rings) put({ queue: "wakes", body }, delay);
        },
      },
      bells: {
        set: async (ring, at) => {
          this.bells.set(ring.followup_id, { ring, at });
        },
        remove: async (ring) => {
          this.bells.delete(ring.followup_id);
        },
      },
      model,
      agents: { find: (slug) => agents.find((agent) => agent.slug === slug) },
    };
  }

  /** Takes the oldest message that is due off the queue; undefined when there is none. */
  take(queue?: Message["queue"]): Pending | undefined {
    const index = this.pending.findIndex(
      (message) => message.at <= this.clock.now() && (queue === undefined || message.queue === queue),
    );
    return index === -1 ? undefined : this.pending.splice(index, 1)[0];
  }

  /** Works on one message as its function would. */
  async deliver(message: Message): Promise<string> {
    switch (message.queue) {
      case "nudges":
        return (await fold(this.ports, message.body)).kind;
      case "tasks":
        return message.body.kind === "step"
          ? this.#work(message.body)
          : (await answerFollowUp(this.ports, message.body)).kind;
      case "wakes":
        return (await hearRing({ ...this.ports, operations: this.operations }, message.body)).kind;
    }
  }

  /** How the last step that was worked on ended. */
  async #work(message: StepMessage): Promise<string> {
    const told: string[] = [];
    const failed = (error: unknown): void => void told.push(`failed: ${String(error)}`);
    await workThrough(this.ports, message, {
      mayGoOn: () => this.worksThrough,
      worked: (kind) => told.push(kind),
      failed,
    });
    return told.at(-1) ?? "nothing";
  }

  /** Delivers everything that is due, one message after the other, until nothing is left. */
  async settle(): Promise<void> {
    for (let message = this.take(); message !== undefined; message = this.take()) await this.deliver(message);
  }

  /** Moves the time on, with everything that becomes due on the way in its order, the sweeper every minute included. */
  async advance(ms: number): Promise<void> {
    const until = this.clock.now() + ms;
    await this.settle();
    while (this.clock.now() < until) {
      const dues = [
        ...this.pending.map(({ at }) => at),
        ...[...this.bells.values()].map(({ at }) => at),
        nextMinute(this.clock.now()),
        until,
      ];
      const next = Math.min(...dues.filter((at) => at > this.clock.now()));
      this.clock.advance(next - this.clock.now());
      for (const [name, bell] of this.bells) {
        if (bell.at > this.clock.now()) continue;
        this.bells.delete(name);
        this.pending.push({ queue: "wakes", body: bell.ring, at: this.clock.now() });
      }
      if (this.clock.now() % 60_000 === 0) await sweep(this.ports, 0);
      await this.settle();
    }
  }
}

const nextMinute = (now: number): number => (Math.floor(now / 60_000) + 1) * 60_000;
