import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { WakeUp } from "../shared/contracts/wake-up.ts";

const AgentWakeUps = z.array(z.object({ agent: z.string().min(1), ...WakeUp.shape }));

/** A fixed time at which an agent starts work by itself. */
export type AgentWakeUp = z.infer<typeof AgentWakeUps>[number];

/** What is known of the agents without running them. */
export interface Described {
  readonly wakeUps: readonly AgentWakeUp[];
  /** The scheduling tools, as files in the formats that agents elsewhere are configured with. */
  readonly tools: { readonly bedrockFunctions: string; readonly gatewayTools: string } | undefined;
}

/** Name of the folder beside the bundles that holds it. */
export const describedFolder = "described";

/** Reads what was written with the bundles; nothing is known of agents whose bundles came without it. */
export function readDescribed(functionsDir: string): Described {
  const file = (name: string) => join(functionsDir, describedFolder, `${name}.json`);
  if (!existsSync(file("wake-ups"))) return { wakeUps: [], tools: undefined };
  return {
    wakeUps: AgentWakeUps.parse(JSON.parse(readFileSync(file("wake-ups"), "utf8"))),
    tools: { bedrockFunctions: file("bedrock-functions"), gatewayTools: file("gateway-tools") },
  };
}
