import * as z from "zod";

/** What to do with a message that comes while a run is going on. */
export const OnBusyChoice = z.enum(["revise", "enqueue", "reject", "rollback"]).meta({
  description:
    "While a run is going on: revise its plan, wait for its end, refuse, or undo what it has not delivered and start over. A new run never changes another: for it, revise waits like enqueue. Absent: as the agent says.",
});
