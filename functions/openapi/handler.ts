import { httpHandler } from "../../shared/runtime/http-handler.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { openApiEndpoints } from "./endpoints.ts";

/** The description of the interface, put in by the build so that the function does not carry what makes it. */
declare const __OPENAPI__: string;

/** The one route that needs no token. */
export const handler = httpHandler(openApiEndpoints(__OPENAPI__), processLog({ function: "openapi" }));
