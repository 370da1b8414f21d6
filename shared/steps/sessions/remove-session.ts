import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RemovalCause, RemovalReason } from "../../ports/removal.ts";

/** Looks of one call; what is left after them is for the next message, so that a session of any size is removed. */
const LOOKS_PER_CALL = 20;

/**
 * Takes a session out of everybody's reach and has the rest of it removed. `gone`: it was so already, which a repeat of a
 * request whose answer was lost finds.
 */
export async function deleteSession(
  ports: Pick<Ports, "removals" | "queues" | "clock">,
  which: { readonly session_id: SessionId; readonly owner: string },
  cause: Omit<RemovalCause, "now"> = { reason: "session_deleted" },
): Promise<"begun" | "gone" | "not_found" | "in_use"> {
  const outcome = await ports.removals.begin(which, { ...cause, now: ports.clock.now() });
  if (outcome === "begun" || outcome === "gone") await ports.queues.nudge([{ session_id: which.session_id }]);
  return outcome;
}

/** What a look behind a tombstone led to. `wakes`: those that were pending, which are dropped with the session. `more`: another message goes on. `unknown`: there is no tombstone, or nothing left to do behind it. */
export type RemovalOutcome =
  | {
      readonly kind: "removed" | "removing";
      readonly reason: RemovalReason;
      readonly rows: number;
      readonly wakes: readonly FollowupId[];
    }
  | { readonly kind: "unknown" };

/**
 * Removes what is left behind a tombstone: bells before the rows that tell of them, until nothing is left. A worker that
 * was in the middle of something may still write a claim or a note of what it did; nobody can read it, and a last look,
 * when whoever was running has ended, removes that too. A crash at any point leaves the tombstone to the sweeper.
 */
export async function removeRest(
  ports: Pick<Ports, "removals" | "bells" | "queues" | "clock">,
  session_id: SessionId,
): Promise<RemovalOutcome> {
  const tombstone = await ports.removals.tombstone(session_id);
  // What is there after the last look is a new session's: some have an id that is always the same.
  if (tombstone === null || tombstone.done_at !== undefined) return { kind: "unknown" };
  const { reason } = tombstone;
  // Whoever imports it may still be at it.
  const isEarly = reason === "import_unfinished" && ports.clock.now() < tombstone.at + limits.lastLookMs;
  if (isEarly) return { kind: "removing", reason, rows: 0, wakes: [] };
  let rows = 0;
  const wakes: FollowupId[] = [];
  for (let looks = 0; looks < LOOKS_PER_CALL; looks += 1) {
    if (!(await ports.removals.claim(session_id, tombstone))) return { kind: "unknown" };
    const left = await ports.removals.left(session_id);
    if (left.length === 0) {
      await rest(ports, session_id, tombstone.at);
      return { kind: "removed", reason, rows, wakes };
    }
    const belled = left.filter(({ rings }) => rings !== undefined);
    await ports.removals.remove(
      session_id,
      left.filter(({ rings }) => rings === undefined),
    );
    for (const { rings } of belled) {
      if (rings === undefined) continue;
      await ports.bells.remove({ session_id, followup_id: rings });
      wakes.push(rings);
    }
    await ports.removals.remove(session_id, belled);
    rows += left.length;
  }
  await ports.queues.nudge([{ session_id }]);
  return { kind: "removing", reason, rows, wakes };
}

/** Nothing is left now; whether that stays so is seen when nobody can be running any more who knew of the session. */
async function rest(
  { removals, clock }: Pick<Ports, "removals" | "clock">,
  session_id: SessionId,
  at: number,
): Promise<void> {
  const last = at + limits.lastLookMs;
  const now = clock.now();
  await removals.finish(session_id, now, now < last ? last : null);
}
