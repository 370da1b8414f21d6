import { connectAccept } from "../../shared/runtime/accept-ports.ts";
import { httpHandler } from "../../shared/runtime/http-handler.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { acceptEndpoints } from "./endpoints.ts";

const log = processLog({ function: "accept" });

/** The follow-up, in a function of its own: it has the least rights and the least to load. */
export const handler = httpHandler(acceptEndpoints(connectAccept(), log), log);
