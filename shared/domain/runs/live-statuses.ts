import type { RunStatus } from "../../contracts/records.ts";

/** Run states in which something still happens or is waited for. */
export const liveStatuses: readonly RunStatus[] = ["planned", "queued", "running", "awaiting_input"];
