import { TURN } from "../../agents/turn-cell.ts";
import type { Artifact, Run } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import { readDelivery } from "./run-context.ts";

/** A delivery and the run that made it. */
export type Result = { readonly run: Run; readonly delivery: Artifact | null };

/**
 * The result that a conversation with a run is about: what the run delivered. A woken turn makes none, it only says
 * something; then it is the result of the run that scheduled it, and so on back to the start of its chain. Whoever
 * scheduled it came before it, whatever an imported document says.
 */
export async function readResult(ports: Pick<Ports, "runs">, run: Run): Promise<Result> {
  let at = run;
  for (;;) {
    const delivery = await readDelivery(ports, at);
    if (at.wake === undefined || (delivery !== null && delivery.cell_id !== TURN)) return { run: at, delivery };
    const by = await ports.runs.readRun({ session_id: at.session_id, turn: at.wake.scheduled_by_turn });
    if (by === null || by.turn >= at.turn) return { run: at, delivery: null };
    at = by;
  }
}

/**
 * The delivery that a message to a run is about: its own, or that of {@link readResult} where the same agent made it, for
 * only that agent can read it.
 */
export async function readSubject(ports: Pick<Ports, "runs">, run: Run): Promise<Artifact | null> {
  const result = await readResult(ports, run);
  return result.run.agent === run.agent && result.delivery !== null ? result.delivery : readDelivery(ports, run);
}
