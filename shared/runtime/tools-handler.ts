import type { Context } from "aws-lambda";
import type { ToolOutcome } from "../agents/turn-tool.ts";
import { SessionId } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import { JsonObjectText } from "../contracts/json-text.ts";
import { Fault } from "../errors/fault.ts";
import { BedrockEvent, type BedrockReply, bedrockReply, readBedrockCall, toolFailed } from "../tools/bedrock-call.ts";
import { readGatewayCall } from "../tools/gateway-call.ts";
import { offeredTools } from "../tools/offered-tools.ts";
import type { OutsideCall } from "../tools/outside-call.ts";
import { errorDetails, type Log, type LogDetails } from "./log.ts";

/** A Lambda function that agents elsewhere call as a tool. */
export type ToolsHandler = (event: unknown, context?: Partial<Context>) => Promise<BedrockReply | JsonObject>;

type Run = (call: OutsideCall, key: string) => Promise<ToolOutcome>;

/**
 * Tools for Bedrock Agents and for AgentCore Gateway behind one function; the event says who asks. What fails is
 * answered so, without internals. @throws Fault `tool_event_unknown` (reject) for an event that is neither.
 */
export function toolsHandler(run: Run, log: Log): ToolsHandler {
  return async (event, context) => {
    const key = context?.awsRequestId ?? "";
    const bedrock = BedrockEvent.safeParse(event);
    if (bedrock.success) {
      const answered = await answer(run, readBedrockCall(bedrock.data), key, log);
      return bedrockReply(bedrock.data, answered.kind === "failed" ? null : answered.outcome);
    }
    const call = readGatewayCall(event, context?.clientContext);
    if (call === null) throw new Fault("tool_event_unknown", "reject");
    const answered = await answer(run, call, key, log);
    const body = answered.kind === "failed" ? null : JsonObjectText.safeParse(answered.outcome.text);
    return body?.data ?? { error: toolFailed };
  };
}

type Answered = { readonly kind: "answered"; readonly outcome: ToolOutcome } | { readonly kind: "failed" };

async function answer(run: Run, call: OutsideCall, key: string, log: Log): Promise<Answered> {
  const named = namesIn(call);
  try {
    const outcome = await run(call, key);
    log.info("tool_called", { ...named, ok: outcome.ok });
    return { kind: "answered", outcome };
  } catch (error) {
    log.error("tool_failed", { ...named, ...errorDetails(error) });
    return { kind: "failed" };
  }
}

/** The tool and the session, where there can be such ones: whatever else a caller writes there is not logged. */
function namesIn({ tool, session_id }: OutsideCall): LogDetails {
  return {
    tool: offeredTools.some(({ name }) => name === tool) ? tool : null,
    session_id: SessionId.safeParse(session_id).data ?? null,
  };
}
