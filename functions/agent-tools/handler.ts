import { findAgent } from "../../shared/runtime/find-agent.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { loggedBells } from "../../shared/runtime/logged-bells.ts";
import { toolsHandler } from "../../shared/runtime/tools-handler.ts";
import { connectTools } from "../../shared/runtime/tools-ports.ts";
import { outsideTool } from "../../shared/steps/wakes/outside-tool.ts";

const log = processLog({ function: "agent-tools" });
const ports = loggedBells(connectTools({ find: findAgent }), log);

/** The scheduling tools for agents that run elsewhere. */
export const handler = toolsHandler((call, key) => outsideTool(ports, call, key), log);
