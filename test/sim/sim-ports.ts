import { DynamoAttentionStore } from "../../shared/adapters/dynamo/attention-store.ts";
import { DynamoDocumentStore } from "../../shared/adapters/dynamo/document-store.ts";
import { DynamoEffectStore } from "../../shared/adapters/dynamo/effect-store.ts";
import { DynamoImportStore } from "../../shared/adapters/dynamo/import-store.ts";
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
import type { Clock, Ids } from "../../shared/ports/clock.ts";
import type { DeadLetters } from "../../shared/ports/dead-letters.ts";
import type { DocumentStore } from "../../shared/ports/documents.ts";
import type { ImportStore } from "../../shared/ports/imports.ts";
import type { OperationsStore } from "../../shared/ports/operations.ts";
import type { Ports } from "../../shared/ports/ports.ts";
import type { Bells, Queues } from "../../shared/ports/queues.ts";
import type { Visibility } from "../../shared/ports/visibility.ts";
import type { Database } from "./database.ts";
import { Outside } from "./outside.ts";
import { current, type Host } from "./process.ts";
import { simAgents } from "./sim-agents.ts";
import type { SimBells } from "./sim-bells.ts";
import { simModel } from "./sim-model.ts";
import type { SimQueue } from "./sim-queue.ts";

/** The queues of the deployment. */
export type SimQueues = { readonly nudges: SimQueue; readonly tasks: SimQueue; readonly wakes: SimQueue };

/** What one seed's world is made of. */
type Surroundings = {
  readonly database: Database;
  readonly tableName: string;
  readonly machine: Host;
  readonly queues: SimQueues;
  readonly bells: SimBells;
};

/** Everything that a function may be given. */
export type SimPorts = Ports & {
  readonly operations: OperationsStore;
  readonly documents: DocumentStore;
  readonly imports: ImportStore;
  readonly deadLetters: DeadLetters;
  readonly allAgents: readonly Agent[];
};

/** The product's own stores over the real database, and everything else in the hands of the machine. */
export function simPorts({ database, tableName, machine, queues, bells }: Surroundings): SimPorts {
  const clock: Clock = {
    now: () => machine.clockNow(),
    pause: (ms, signal) => machine.pause(ms, signal),
    every: (ms, work) => machine.every(ms, work),
  };
  const chance = machine.dice.fork();
  const waiting = { random: () => chance.next(), patienceMs: limits.contendedMs };
  const table = new Table(database.client, tableName, clock, waiting);
  const allAgents = simAgents({
    ask: machine.dice.chance(0.5),
    outside: new Outside(),
    budget: machine.settings.budget,
  });
  return {
    clock,
    ids: simIds(),
    mailboxes: new DynamoMailboxStore(table),
    ledger: new DynamoLedger(table, clock),
    runs: new DynamoRunStore(table),
    sources: new DynamoSourceStore(table),
    effects: new DynamoEffectStore(table),
    memories: new DynamoMemoryStore(table),
    wakes: new DynamoWakeStore(table),
    reader: new DynamoReader(table),
    removals: new DynamoRemovalStore(table),
    attention: new DynamoAttentionStore(table),
    queues: heldQueues(machine, queues),
    bells: heldBells(machine, bells),
    model: simModel(machine, machine.dice.fork()),
    agents: { find: (slug) => allAgents.find((agent) => agent.slug === slug) },
    operations: new DynamoOperationsStore(table),
    documents: new DynamoDocumentStore(table),
    imports: new DynamoImportStore(table),
    deadLetters: heldDeadLetters(machine, queues),
    allAgents,
  };
}

/** A failure of a service that passes by itself, as the SDK throws it when its attempts are used up. */
const unavailable = (service: string) =>
  Object.assign(new Error(`${service} is down`), { name: "ServiceUnavailable", $fault: "server", $metadata: {} });

function heldQueues(machine: Host, { nudges, tasks, wakes }: SimQueues): Queues {
  const send = async (queue: SimQueue, messages: readonly object[], delaySeconds = 0) => {
    for (let from = 0; from < messages.length; from += 10) {
      const batch = messages.slice(from, from + 10);
      current().requests.queue += 1;
      await machine.request({
        kind: "queue",
        what: `send ${queue.name} ${batch.map(shortBody).join(" ")}${delaySeconds === 0 ? "" : ` in ${delaySeconds} s`}`,
        act: async () => {
          for (const message of batch) queue.send(JSON.stringify(message), machine.now + delaySeconds * 1000);
        },
        errors: { refused: () => unavailable("SQS") },
      });
    }
  };
  return {
    nudge: (messages, delay) => send(nudges, messages, delay),
    work: (messages, delay) => send(tasks, messages, delay),
    ring: (messages, delay) => send(wakes, messages, delay),
  };
}

const shortBody = (message: object): string =>
  Object.values(message)
    .map((value) => String(value).slice(-12))
    .join("/");

function heldBells(machine: Host, bells: SimBells): Bells {
  const ask = (what: string, act: () => void) =>
    machine.request({
      kind: "bell",
      what,
      act: async () => act(),
      errors: { refused: () => unavailable("Scheduler") },
    });
  return {
    set: (ring, at) => ask(`set bell ${ring.followup_id.slice(-5)}`, () => bells.set(ring, at, machine.now)),
    remove: (ring) => ask(`remove bell ${ring.followup_id.slice(-5)}`, () => bells.remove(ring)),
  };
}

function heldDeadLetters(machine: Host, queues: SimQueues): DeadLetters {
  return {
    look: async () => ({ messages: 0, sample: [] }),
    redrive: (queue, max) =>
      machine.request({
        kind: "queue",
        what: `redrive ${queue}`,
        act: async () => queues[queue].redrive(machine.now, max),
        errors: { refused: () => unavailable("SQS") },
      }),
  };
}

/** Changes when a message comes back to its queue. */
export function heldVisibility(machine: Host, queue: SimQueue): Visibility {
  return {
    comeBack: (receipt, seconds) =>
      machine.request({
        kind: "queue",
        what: `${queue.name} message comes back in ${seconds} s`,
        act: async () => {
          queue.comeBack(receipt, machine.now + seconds * 1000);
        },
        errors: { refused: () => unavailable("SQS") },
      }),
  };
}

/** Ids that count up, the same in every run; a process remembers the tokens that it made. */
function simIds(): Ids {
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  return {
    ulid: () => `01J${String(next()).padStart(23, "0")}`,
    token: () => {
      const process = current();
      const token = `${process.name}/${next()}`;
      process.tokens.add(token);
      return token;
    },
  };
}
