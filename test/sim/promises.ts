import { must } from "./violation.ts";

/** A request with an idempotency key, and what it was promised the first time. */
export type Promised = { readonly event_id: string; readonly seq: number };

/** An entry as it was acknowledged, with the key that it was sent with, and when. */
export type Accepted = Promised & {
  readonly session_id: string;
  readonly key: string | null;
  readonly at: number;
};

/** How long a key is good for at least: ten minutes, less what clocks may be apart and an answer may take. */
export const KEY_MS = 540_000;

/**
 * What people were told, kept outside of the system: the ledger that the store is held against. Keys are those of the
 * requests; what was acknowledged once must be there, once.
 */
export class Promises {
  /** Entries that were acknowledged. */
  readonly accepted = new Map<string, { readonly session_id: string; readonly seq: number }>();
  /** Entries whose withdrawal was acknowledged. */
  readonly withdrawn = new Set<string>();
  /** Edits that were acknowledged, by entry. */
  readonly edits = new Map<string, number>();
  /** Wakes whose cancellation was acknowledged. */
  readonly cancelled: { readonly session_id: string; readonly followup_id: string }[] = [];
  /** Sessions whose archiving was acknowledged. */
  readonly archived = new Set<string>();
  /** Sessions that were made of documents, by whose they are and the key. */
  readonly #imports = new Map<string, string>();
  /** Runs that agents are to start by themselves at fixed times. */
  wakeUps = 0;
  /** Of these, as many as the queue may have given up on: then an alarm tells the operators. */
  wakeUpsGivenUp = 0;
  readonly #byKey = new Map<string, Promised & { readonly at: number }>();

  /** `at`: when it was answered, in epoch milliseconds. */
  accept(entry: Accepted): void {
    const { event_id, seq, session_id, key, at } = entry;
    this.accepted.set(event_id, { session_id, seq });
    if (key === null) return;
    const first = this.#byKey.get(key);
    const isSame = first?.event_id === event_id && first.seq === seq;
    // A key is good from its first answer on, so a repeat after its time may still get that one and does not prolong it.
    if (isSame) return;
    must(1, first === undefined || at - first.at >= KEY_MS, () => {
      return `the key ${key} was answered with ${event_id} (${seq}) after ${first?.event_id} (${first?.seq})`;
    });
    this.#byKey.set(key, { event_id, seq, at });
  }

  edit(event_id: string): void {
    this.edits.set(event_id, (this.edits.get(event_id) ?? 0) + 1);
  }

  /** A document was made a session under a key; whether it had been before. */
  imported(owner: string, key: string, session_id: string): boolean {
    const first = this.#imports.get(`${owner} ${key}`);
    must(1, first === undefined || first === session_id, () => `${key} was imported as ${first} and as ${session_id}`);
    this.#imports.set(`${owner} ${key}`, session_id);
    return first !== undefined;
  }
}
