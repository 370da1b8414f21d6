/** A part of the stack in which something waits for a time to come. */
export interface Agenda {
  /** The earliest time at which something is due, in epoch milliseconds; undefined when nothing waits. */
  nextDueAt(): Promise<number | undefined>;
  /** Starts everything whose time has come. Called after the clock was moved. */
  release(): Promise<void>;
}
