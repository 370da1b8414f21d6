import type { Wake } from "../../contracts/wake.ts";
import type { Ports } from "../../ports/ports.ts";

/** Takes back the bell of a wake that has ended. False when that failed, which is harmless: it rings for a closed row. */
export async function removeBell(ports: Pick<Ports, "bells">, wake: Wake): Promise<boolean> {
  try {
    await ports.bells.remove({ session_id: wake.session_id, followup_id: wake.followup_id });
    return true;
  } catch {
    // What was ended stays ended, whatever Scheduler says.
    return false;
  }
}
