import type { Agent } from "followthrough/agents/define-agent";
import { report } from "followthrough/agents/report";
import { wordCounter } from "./word-counter.ts";

/** Every agent of this app: its own, and one that comes with the package. */
export const agents: readonly Agent[] = [wordCounter, report];
