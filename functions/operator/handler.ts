import { agents } from "#agents";
import { httpHandler } from "../../shared/runtime/http-handler.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { loggedBells } from "../../shared/runtime/logged-bells.ts";
import { connectOperator } from "../../shared/runtime/operator-ports.ts";
import { operatorEndpoints } from "./endpoints.ts";

const log = processLog({ function: "operator" });

/** Every route of operators. */
export const handler = httpHandler(operatorEndpoints(loggedBells(connectOperator(agents), log), log), log);
