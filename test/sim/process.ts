import { AsyncLocalStorage } from "node:async_hooks";
import type { Deeds } from "./deeds.ts";
import type { Settings } from "./deployment.ts";
import type { Dice } from "./dice.ts";
import type { Faults } from "./faults.ts";
import type { Lives } from "./lives.ts";
import type { Shadow, WireInput } from "./shadow.ts";
import type { Trace } from "./trace.ts";

/** Which function a process is an invocation of. */
export type Role = "fold" | "task" | "wake" | "sweep" | "http";

/** A place where a process asks something of the world, and stands until the machine lets it go on. */
export type Point<T> = {
  readonly kind: "read" | "write" | "transact" | "queue" | "bell" | "model" | "cell";
  /** For the story. */
  readonly what: string;
  act(): Promise<T>;
  /** What the process is told when it goes wrong; what it has no error for does not go wrong. */
  readonly errors: {
    /** Its answer is lost: the SDK asks again when it gets this. Without it, the SDK has asked again already. */
    lost?(): Error;
    refused?(): Error;
    conflict?(): Error;
    /** A transaction is cancelled as too much for the moment. */
    throttled?(): Error;
  };
};

/** What decides about processes, as they and what they use see it: the machine. */
export interface Host {
  readonly now: number;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly deeds: Deeds;
  readonly trace: Trace;
  readonly shadow: Shadow;
  readonly lives: Lives;
  readonly settings: Settings;
  /** When the bell of a wake was set; null when there is none. */
  readonly bellSetAt: (followupId: string) => number | null;
  readonly alive: ReadonlySet<Process>;
  /** A process asks something; it goes on when the machine has let it, or never. */
  request<T>(point: Point<T>): Promise<T>;
  /** A write of the table succeeded. */
  wrote(by: Process, input: WireInput): Promise<void>;
  /** The clock of the process that asks. */
  clockNow(): number;
  /** Resolves when the time has come, or when `signal` aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `work` in its process every `ms` until it is stopped. */
  every(ms: number, work: () => void): () => void;
}

/** One invocation of a function: what it does is done in its name, and when it dies nothing of it goes on. */
export class Process {
  readonly machine: Host;
  /** Such as `fold#12`. */
  readonly name: string;
  readonly role: Role;
  /** For `http`: whose token came along. */
  readonly owner: string | null;
  /** For `http`: the route key of what was asked. */
  readonly route: string | null;
  /** For workers: how many messages it was given. */
  readonly messages: number;
  /** How far its clock is off, in milliseconds. */
  readonly skewMs: number;
  readonly startedAt: number;
  /** When the platform stops it. */
  readonly endsAt: number;
  /** Tokens of leases and claims that it made up. */
  readonly tokens = new Set<string>();
  /** Sessions whose lock it let go, with an entry that could have been taken. */
  readonly leftBehind = new Map<string, string>();
  /** Requests it made of the table, without those that the SDK repeats, and of the queues; and how many met a conflict. */
  readonly requests = { table: 0, queue: 0, conflicts: 0 };
  /** Writes that it made. */
  writes = 0;
  /** Whether its last write is one that it had made already: the SDK asked again. */
  repeats = false;
  state: "alive" | "ended" | "dead" = "alive";
  /** Until when it stands still, its timers too: a paused machine, a long collection of garbage. */
  frozenUntil = 0;
  /** Until which step of the machine others go before it, as long as there are others. */
  lagsUntil = 0;
  /** Attempts that are still to be refused: an outage, as one process sees it. */
  outage = 0;

  constructor(
    of: Pick<Process, "machine" | "name" | "role" | "owner" | "route" | "messages" | "skewMs" | "startedAt" | "endsAt">,
  ) {
    this.machine = of.machine;
    this.name = of.name;
    this.role = of.role;
    this.owner = of.owner;
    this.route = of.route;
    this.messages = of.messages;
    this.skewMs = of.skewMs;
    this.startedAt = of.startedAt;
    this.endsAt = of.endsAt;
  }
}

/** The process that the code at hand runs in; undefined for the simulator itself. */
export const running = new AsyncLocalStorage<Process>();

/** The process that asks. @throws when code of the product runs outside of one. */
export function current(): Process {
  const process = running.getStore();
  if (process === undefined) throw new Error("no process is running");
  return process;
}
