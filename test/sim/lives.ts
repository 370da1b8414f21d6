import type { Change, Partition } from "./shadow.ts";

/** A session as it was when it was taken out of everybody's reach. */
export type Ended = {
  readonly pk: string;
  readonly at: number;
  readonly mailbox: {
    readonly owner: string;
    readonly seq: number;
    readonly entries: Readonly<Record<string, unknown>>;
  };
  readonly rows: Partition;
};

/** In which way a write changes whether a session is there. */
export type Life = "absent" | "opens" | "goes_on" | "ends";

/** Partition key of a session. */
export const pkOf = (sessionId: string): string => `S#${sessionId.slice("ses_".length)}`;

/**
 * What the simulator knows of the lives of sessions, by partition key: when they were used, opened and removed, and what
 * they were. Sessions with an id that is derived may live more than once.
 */
export class Lives {
  readonly ended: Ended[] = [];
  /** Versions of runs whose budget is used up: since when, and how often each process asked the model after that. */
  readonly spent = new Map<string, { readonly at: number; readonly asked: Map<string, number> }>();
  /** Who took the last row away of what was removed. */
  readonly removers = new Map<string, { readonly state: string }>();
  readonly #used = new Map<string, number>();
  readonly #turns = new Map<string, number>();
  readonly #isThere = new Set<string>();
  readonly #writes = new Map<string, number>();
  readonly #imported = new Map<string, Partition>();
  readonly #failed = new Map<string, { from: number; to: number }>();

  /** A write into a session. `now`: the session as it is after it. */
  wrote(
    pk: string,
    changes: readonly Change[],
    life: Life,
    at: { readonly now: Partition; readonly ms: number },
  ): void {
    this.#writes.set(pk, this.writes(pk) + 1);
    if (life === "opens" || life === "ends") this.#turns.set(pk, this.turn(pk) + 1);
    if (life === "opens") this.#isThere.add(pk);
    if (life === "ends") this.#end(pk, changes, at);
    if (life === "opens" && changes.some(({ sk, after }) => sk === "GONE" && after === null))
      this.#imported.set(pk, at.now.copy());
    if (life === "opens" || changes.some(isUse)) this.#used.set(pk, at.ms);
    for (const { sk, before, after } of changes) if (sk.startsWith("RUN#")) this.#follow(pk + sk, before, after, at.ms);
  }

  isThere(pk: string): boolean {
    return this.#isThere.has(pk);
  }

  /** It was there, and is not any more. */
  isGone(pk: string): boolean {
    return this.#turns.has(pk) && !this.#isThere.has(pk);
  }

  /** Counts how often it came and went. */
  turn(pk: string): number {
    return this.#turns.get(pk) ?? 0;
  }

  /** Counts the writes into it. */
  writes(pk: string): number {
    return this.#writes.get(pk) ?? 0;
  }

  /** When something was accepted or happened in it last. */
  usedAt(pk: string): number {
    return this.#used.get(pk) ?? 0;
  }

  /** How it was ended last. */
  end(pk: string): Ended | undefined {
    return this.ended.findLast((one) => one.pk === pk);
  }

  /** A session as it was when it was opened from a document. */
  importedAs(pk: string): Partition | undefined {
    return this.#imported.get(pk);
  }

  /** Whether the run was failed at some time since then. */
  wasFailed(pk: string, runSk: string, since: number): boolean {
    return (this.#failed.get(pk + runSk)?.to ?? -1) >= since;
  }

  /** Whether the run was something else than failed at some time since then. */
  wasNotFailed(pk: string, runSk: string, since: number): boolean {
    const failed = this.#failed.get(pk + runSk);
    return failed === undefined || failed.to !== Number.POSITIVE_INFINITY || failed.from >= since;
  }

  #end(pk: string, changes: readonly Change[], { now, ms }: { readonly now: Partition; readonly ms: number }): void {
    const rows = now.copy();
    for (const { sk, before } of changes) rows.set(sk, before);
    this.ended.push({ pk, at: ms, mailbox: rows.get("MAILBOX") as unknown as Ended["mailbox"], rows });
    this.#isThere.delete(pk);
    // One that is opened under its id again has budgets of its own.
    for (const key of this.spent.keys()) if (key.startsWith(pk)) this.spent.delete(key);
  }

  #follow(key: string, before: Change["before"], after: Change["after"], ms: number): void {
    const was = before?.["status"] === "failed";
    const is = after?.["status"] === "failed";
    if (is && !was) this.#failed.set(key, { from: ms, to: Number.POSITIVE_INFINITY });
    const failed = this.#failed.get(key);
    if (was && !is && failed !== undefined) failed.to = ms;
  }
}

/** Something that is accepted or happens; that somebody looks is no use. */
function isUse({ sk, before, after }: Change): boolean {
  if (sk.startsWith("EVT#")) return before === null && after !== null;
  return (
    sk === "MAILBOX" && before !== null && after !== null && Number(after["accepted"]) > Number(before["accepted"])
  );
}
