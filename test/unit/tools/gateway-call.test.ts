import { expect, test } from "vitest";
import { readGatewayCall } from "../../../shared/tools/gateway-call.ts";

const headers = { "X-Followthrough-Owner": "ada", "x-followthrough-session-id": "ses_1", other: "x" };
const context = (more: object = {}) => ({
  bedrockAgentCoreMessageVersion: "1.0",
  bedrockAgentCoreToolName: "tools___schedule_follow_up",
  bedrockAgentCorePropagatedHeaders: headers,
  ...more,
});
const input = { description: "Look again.", in: "2h" };
const call = { tool: "schedule_follow_up", input, owner: "ada", session_id: "ses_1" };

test.each([
  { form: "custom", clientContext: { custom: context() } },
  { form: "Custom", clientContext: { Custom: context() } },
  {
    form: "headers as text",
    clientContext: { custom: context({ bedrockAgentCorePropagatedHeaders: JSON.stringify(headers) }) },
  },
  { form: "a tool without a target", clientContext: { custom: context({ bedrockAgentCoreToolName: call.tool }) } },
])("a call is read from the client context: $form", ({ clientContext }) => {
  expect(readGatewayCall(input, clientContext)).toEqual(call);
});

test("only the first delimiter ends the target's name", () => {
  const clientContext = { custom: context({ bedrockAgentCoreToolName: "a___b___c" }) };
  expect(readGatewayCall(input, clientContext)?.tool).toBe("b___c");
});

test("the conversation is not taken from the arguments", () => {
  const clientContext = { custom: context({ bedrockAgentCorePropagatedHeaders: undefined }) };
  const said = { ...input, owner: "eve", session_id: "ses_2", "x-followthrough-owner": "eve" };
  expect(readGatewayCall(said, clientContext)).toEqual({ ...call, input: said, owner: null, session_id: null });
});

test.each([
  { name: "headers that are no JSON", given: "x=1" },
  { name: "headers that are no text", given: { "x-followthrough-owner": ["ada"], "x-followthrough-session-id": "" } },
])("$name name no conversation", ({ given }) => {
  const clientContext = { custom: context({ bedrockAgentCorePropagatedHeaders: given }) };
  expect(readGatewayCall(input, clientContext)).toMatchObject({ owner: null, session_id: null });
});

test.each([undefined, {}, { custom: {} }, { custom: { bedrockAgentCoreToolName: "" } }])(
  "without a tool's name it is no call of a gateway: %o",
  (clientContext) => {
    expect(readGatewayCall(input, clientContext)).toBeNull();
  },
);
