import type { Agent } from "../agents/define-agent.ts";
import type { AttentionStore } from "./attention.ts";
import type { Clock, Ids } from "./clock.ts";
import type { EffectStore } from "./effects.ts";
import type { MemoryStore } from "./memories.ts";
import type { Model } from "./model.ts";
import type { Bells, Queues } from "./queues.ts";
import type { Reader } from "./reader.ts";
import type { RemovalStore } from "./removal.ts";
import type { RunStore } from "./runs.ts";
import type { Ledger, MailboxStore, SourceStore } from "./stores.ts";
import type { WakeStore } from "./wakes.ts";

/** The agents of this deployment. */
export interface Agents {
  find(slug: string): Agent | undefined;
}

/** Everything outside that steps may use. A step names the part it needs. */
export type Ports = {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly mailboxes: MailboxStore;
  readonly ledger: Ledger;
  readonly runs: RunStore;
  readonly effects: EffectStore;
  readonly sources: SourceStore;
  readonly memories: MemoryStore;
  readonly wakes: WakeStore;
  readonly reader: Reader;
  readonly removals: RemovalStore;
  readonly attention: AttentionStore;
  readonly queues: Queues;
  readonly bells: Bells;
  readonly model: Model;
  readonly agents: Agents;
};
