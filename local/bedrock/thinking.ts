import { createHash } from "node:crypto";
import { capabilitiesOf } from "../../shared/adapters/bedrock/capabilities.ts";
import { thinkingTypeOf } from "../../shared/adapters/bedrock/thinking.ts";
import { BedrockError } from "./bedrock-error.ts";
import type { ConverseBody, Thought } from "./converse-body.ts";

/** Tokens that thinking takes here; real models take what they like. */
const tokensAhead = 1000;
const tokensBetweenTools = 50;

/**
 * What the model thinks before it answers this request. One that thinks unless it is told not to does so ahead, and shows
 * none of it; told to think between tools, it notes something when their results are there.
 */
export function thoughtOf(body: ConverseBody, modelId: string): Thought | undefined {
  const type = thinkingTypeOf(body);
  const isAhead = type === "adaptive" || (type === undefined && capabilitiesOf(modelId).thinking !== "never");
  if (isAhead) return sealed(body, "", tokensAhead);
  const hasResults = body.messages.at(-1)?.content.some((block) => block.toolResult !== undefined) === true;
  if (type !== "between_tools" || !hasResults) return;
  return sealed(body, "The tools have answered; what they say is taken into account.", tokensBetweenTools);
}

const sealed = (body: ConverseBody, text: string, tokens: number): Thought => ({
  text,
  signature: sealOf(body, body.messages.length, text),
  tokens,
});

/** @throws BedrockError when a thought is given back that was changed, or stands behind something else than it was about. */
export function checkThoughts(body: ConverseBody): void {
  for (const [at, { content }] of body.messages.entries()) {
    for (const [index, { reasoningContent }] of content.entries()) {
      const said = reasoningContent?.reasoningText;
      if (reasoningContent !== undefined && said?.signature !== sealOf(body, at, said?.text ?? "")) {
        const where = `messages.${at}.content.${index}`;
        const message = `${where}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation.`;
        throw new BedrockError("ValidationException", message);
      }
    }
  }
}

/** The seal on a text that was thought about everything before this message. */
function sealOf(body: ConverseBody, at: number, text: string): string {
  const system = (body.system ?? []).flatMap((block) => block.text ?? []);
  const under = [system, body.toolConfig?.tools ?? [], body.messages.slice(0, at), text];
  return createHash("sha256").update(JSON.stringify(under)).digest("base64");
}
