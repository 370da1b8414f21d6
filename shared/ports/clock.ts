import type { Millis } from "../contracts/records.ts";

/** The only source of time. */
export interface Clock {
  now(): Millis;
  /** Resolves after `ms` of real time, at once when `signal` aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `work` every `ms` until the returned function is called. */
  every(ms: number, work: () => void): () => void;
}

/** The only source of randomness. */
export interface Ids {
  /** 26 characters of Crockford base 32, time-ordered. */
  ulid(): string;
  /** A token nobody can guess, for leases and claims. */
  token(): string;
}
