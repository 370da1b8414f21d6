import type { Dice } from "./dice.ts";

/** What can go wrong between requests, where AWS has it. Each is counted when it really happened. */
export const faultKinds = [
  /** The process dies with the request not made, or made and its answer not seen. */
  "crash_before_request",
  "crash_after_request",
  /** The answer is lost, and the SDK asks again. */
  "lost_reply",
  /** One attempt, or all that the SDK makes. */
  "throttled",
  "table_down",
  "transaction_conflict",
  /** A partition takes no more, and that cancels a transaction: the SDK does not try it again. */
  "transaction_throttled",
  /** The answer comes after others have gone on. */
  "late_reply",
  "queue_down",
  "scheduler_down",
  "message_twice",
  "message_late",
  "message_out_of_order",
  "message_again_while_worked_on",
  "bell_early",
  "bell_late",
  "bell_twice",
  "bell_never",
  "lease_taken_from_the_living",
  "claim_taken_from_the_living",
  "function_timed_out",
  "process_frozen",
  "clock_skew",
  "model_slow",
  "model_unusable",
  "model_unavailable",
  "cell_slow",
  "cell_succeeds_and_reports_failure",
  "client_gives_up",
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Faults after which the sweeper may have to put things right; after the others everything goes on by itself. */
const harmful: readonly FaultKind[] = [
  "crash_before_request",
  "crash_after_request",
  "lost_reply",
  "throttled",
  "table_down",
  "queue_down",
  "scheduler_down",
  "bell_late",
  "bell_never",
  "function_timed_out",
  "process_frozen",
  "lease_taken_from_the_living",
  // The second worker finds the session held and is content, and takes the first one's message with it.
  "message_again_while_worked_on",
];

/** How often each fault happened. */
export type FaultCounts = Readonly<Record<FaultKind, number>>;

export const noFaults = (): Record<FaultKind, number> =>
  Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;

/**
 * The faults of one seed. Each seed has its own mix: kinds that it never has, and a rate of its own for the others, so
 * that rare combinations come about as well as quiet runs.
 */
export class Faults {
  readonly counts = noFaults();
  readonly #dice: Dice;
  readonly #weights: Readonly<Record<FaultKind, number>>;
  readonly #rate: number;
  #stopped = false;
  #mended = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#rate = dice.weighted([
      [0, 2],
      [0.02, 4],
      [0.05, 5],
      [0.12, 3],
    ]);
    this.#weights = Object.fromEntries(
      faultKinds.map((kind) => [kind, dice.chance(0.4) ? 0 : 0.25 + 1.5 * dice.next()]),
    ) as Record<FaultKind, number>;
  }

  /** Whether anything happened that only the sweeper may put right, and that is not mended. */
  get didHarm(): boolean {
    return this.#harm() > this.#mended;
  }

  /** Everything is at rest as if nothing had happened: what happened until now is no excuse any more. */
  mended(): void {
    this.#mended = this.#harm();
  }

  #harm(): number {
    return harmful.reduce((sum, kind) => sum + this.counts[kind], 0);
  }

  /** From now on nothing goes wrong any more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Counts one that happened by itself, because of others. */
  happened(kind: FaultKind): void {
    this.counts[kind] += 1;
  }

  /** Whether this one happens here, `often` times as likely as usual; it is counted if so. */
  strikes(kind: FaultKind, often = 1): boolean {
    if (this.#stopped || !this.#dice.chance(this.#rate * this.#weights[kind] * often)) return false;
    this.counts[kind] += 1;
    return true;
  }

  /** One of these, or none; `often` times as likely as usual. */
  among(kinds: readonly FaultKind[], often: number): FaultKind | null {
    if (this.#stopped || this.#rate === 0) return null;
    const weights = kinds.map((kind) => this.#weights[kind]);
    let left = this.#dice.next();
    for (const [index, kind] of kinds.entries()) {
      left -= ((weights[index] ?? 0) * this.#rate * often) / 3;
      if (left >= 0) continue;
      this.counts[kind] += 1;
      return kind;
    }
    return null;
  }
}
