import * as z from "zod";
import { JsonObject } from "../contracts/json.ts";
import { JsonObjectText } from "../contracts/json-text.ts";
import type { OutsideCall } from "./outside-call.ts";

/** The request headers in which the application names the conversation. The gateway must be told to pass them on. */
const gatewayHeaders = { owner: "x-followthrough-owner", session: "x-followthrough-session-id" } as const;

/** Between the target's name and the tool's. */
const DELIMITER = "___";

const Headers = z.record(z.string(), z.unknown());
const Custom = z.object({
  bedrockAgentCoreToolName: z.string().min(1),
  bedrockAgentCorePropagatedHeaders: z.union([Headers, z.string()]).optional(),
});
/** Node gets the client context as it was sent, in either spelling. */
const ClientContext = z.object({ custom: Custom.optional(), Custom: Custom.optional() });

/** The call that an AgentCore Gateway makes: the arguments are the event, all else is in the client context. Null: it is none. */
export function readGatewayCall(event: unknown, clientContext: unknown): OutsideCall | null {
  const context = ClientContext.safeParse(clientContext);
  const custom = context.success ? (context.data.custom ?? context.data.Custom) : undefined;
  const input = JsonObject.safeParse(event);
  if (custom === undefined || !input.success) return null;
  const headers = headersIn(custom.bedrockAgentCorePropagatedHeaders);
  const name = custom.bedrockAgentCoreToolName;
  const at = name.indexOf(DELIMITER);
  return {
    tool: at < 0 ? name : name.slice(at + DELIMITER.length),
    input: input.data,
    owner: headers.get(gatewayHeaders.owner) ?? null,
    session_id: headers.get(gatewayHeaders.session) ?? null,
  };
}

function headersIn(given: z.infer<typeof Custom>["bedrockAgentCorePropagatedHeaders"]): ReadonlyMap<string, string> {
  const headers = typeof given === "string" ? JsonObjectText.safeParse(given).data : given;
  const found = new Map<string, string>();
  for (const name of Object.keys(headers ?? {})) {
    const value: unknown = headers?.[name];
    if (typeof value === "string" && value !== "") found.set(name.toLowerCase(), value);
  }
  return found;
}
