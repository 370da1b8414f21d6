import type { IgnoredRing, OperationsStore } from "../../ports/operations.ts";
import type { RingMessage } from "../../ports/queues.ts";
import { type RingOutcome, type RingPorts, ringWake } from "./ring-wake.ts";

/** `counted`: false when a ring that changed nothing could not be counted, which only the history misses. */
export type HeardRing = RingOutcome & { readonly counted: boolean };

/** {@link ringWake}, with a count of the rings that changed nothing, so that people can be told of them. */
export async function hearRing(
  ports: RingPorts & { readonly operations: Pick<OperationsStore, "ignoredRing"> },
  message: RingMessage,
): Promise<HeardRing> {
  const outcome = await ringWake(ports, message);
  const why = ignoredAs(outcome);
  if (why === null) return { ...outcome, counted: true };
  try {
    const { session_id, followup_id } = message;
    await ports.operations.ignoredRing(session_id, followup_id, { why, at: ports.clock.now() });
    return { ...outcome, counted: true };
  } catch {
    // The ring is done; it must not come back because it was not counted.
    return { ...outcome, counted: false };
  }
}

function ignoredAs({ kind }: RingOutcome): IgnoredRing | null {
  switch (kind) {
    case "early":
    case "already":
    case "closed":
    case "full":
      return kind;
    case "rung":
    case "dropped":
    case "unknown":
    case "gone":
      return null;
  }
}
