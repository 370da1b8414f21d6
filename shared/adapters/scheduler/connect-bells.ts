import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { type BellSettings, SchedulerBells } from "./scheduler-bells.ts";

/** The deployed bells, with the credentials and the endpoint of the environment. */
export function connectBells(settings: BellSettings): SchedulerBells {
  const requestHandler = { connectionTimeout: 1_000, requestTimeout: 3_000 };
  return new SchedulerBells(new SchedulerClient({ maxAttempts: 3, requestHandler }), settings);
}
