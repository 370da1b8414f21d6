import { agents } from "#agents";
import type { Agent } from "../agents/define-agent.ts";

/** The agent of that name, among those that this deployment was made with. */
export function findAgent(slug: string): Agent | undefined {
  return agents.find((agent) => agent.slug === slug);
}
