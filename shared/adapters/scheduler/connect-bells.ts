import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { clientOptions } from "../aws/client-options.ts";
import { type BellSettings, SchedulerBells } from "./scheduler-bells.ts";

/** The deployed bells, with the credentials and the endpoint of the environment. */
export function connectBells(settings: BellSettings): SchedulerBells {
  return new SchedulerBells(new SchedulerClient(clientOptions(3_000)), settings);
}
