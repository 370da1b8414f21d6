import { type Run, terminalStatuses } from "../../contracts/records.ts";

/** It ended without a result, so there is nothing that a question could be answered from later on. */
export const endedEmpty = ({ status, delivery_id }: Pick<Run, "status" | "delivery_id">): boolean =>
  delivery_id === undefined && terminalStatuses.includes(status);
