import { findAgent } from "../../shared/runtime/find-agent.ts";
import { httpHandler } from "../../shared/runtime/http-handler.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { connectWrite } from "../../shared/runtime/write-ports.ts";
import { writeEndpoints } from "./endpoints.ts";

const ports = connectWrite({ find: findAgent });
const log = processLog({ function: "http-write" });

/** Every route that changes something, but for the follow-up, which has a function of its own. */
export const handler = httpHandler(writeEndpoints(ports, log), log);
