import { findAgent } from "../../shared/runtime/find-agent.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { toolsHandler } from "../../shared/runtime/tools-handler.ts";
import { connectTools } from "../../shared/runtime/tools-ports.ts";
import { outsideTool } from "../../shared/steps/outside-tool.ts";

const ports = connectTools({ find: findAgent });

/** The scheduling tools for agents that run elsewhere. */
export const handler = toolsHandler(
  (call, key) => outsideTool(ports, call, key),
  processLog({ function: "agent-tools" }),
);
