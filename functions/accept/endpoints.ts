import type { AcceptPorts } from "../../shared/runtime/accept-ports.ts";
import type { Endpoint } from "../../shared/runtime/endpoint.ts";
import type { Log } from "../../shared/runtime/log.ts";
import { nudgingAtBest } from "../../shared/runtime/nudging-at-best.ts";
import { postMessage } from "./post-message.ts";

/** The route of this function, by route key. */
export function acceptEndpoints(given: AcceptPorts, log: Log): Readonly<Record<string, Endpoint>> {
  const ports = nudgingAtBest(given, log);
  return { "POST /api/runs/{run_id}/messages": postMessage(ports) };
}
