import type { Run, RunStatus } from "../contracts/records.ts";

/** Run states in which something still happens or is waited for. */
export const liveStatuses: readonly RunStatus[] = ["planned", "queued", "running", "awaiting_input"];

/** It ended without a result, so there is nothing that a question could be answered from later on. */
export const endedEmpty = ({ status, delivery_id }: Pick<Run, "status" | "delivery_id">): boolean =>
  delivery_id === undefined && !liveStatuses.includes(status);
