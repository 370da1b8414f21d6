import type { Agent } from "../shared/agents/define-agent.ts";
import { report } from "./report/report.ts";
import { researcher } from "./researcher/researcher.ts";

/** Every agent there is. An agent that is not listed here cannot be started or woken. */
export const agents: readonly Agent[] = [report, researcher];
