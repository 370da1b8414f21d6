import type { Agent } from "../../agents/define-agent.ts";
import type { FollowUpPolicy } from "./follow-up-policy.ts";
import { generalPolicy } from "./general-policy.ts";
import { specialisedPolicy } from "./specialised-policy.ts";

/** How this agent takes what a person says. */
export function policyOf(agent: Agent): FollowUpPolicy {
  return agent.kind === "specialised" ? specialisedPolicy(agent) : generalPolicy(agent);
}
