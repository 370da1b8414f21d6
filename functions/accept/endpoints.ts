import type { AcceptPorts } from "../../shared/runtime/accept-ports.ts";
import type { Endpoint } from "../../shared/runtime/endpoint.ts";
import { postMessage } from "./post-message.ts";

/** The route of this function, by route key. */
export function acceptEndpoints(ports: AcceptPorts): Readonly<Record<string, Endpoint>> {
  return { "POST /api/runs/{run_id}/messages": postMessage(ports) };
}
