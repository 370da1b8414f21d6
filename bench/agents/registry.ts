import type { Agent } from "../../shared/agents/define-agent.ts";
import { chain } from "./chain.ts";

/** The agents that are measured with: chains of 1, 3, 5 and 499 steps, which is 500 with the delivery. */
export const agents: readonly Agent[] = [chain(1), chain(3), chain(5), chain(499)];
