import { httpHandler } from "../../shared/runtime/http-handler.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { connectRead } from "../../shared/runtime/read-ports.ts";
import { readEndpoints } from "./endpoints.ts";

/** Every GET route of an owner. */
export const handler = httpHandler(readEndpoints(connectRead()), processLog({ function: "http-read" }));
