/** Says what the deployment has to know of its agents, as JSON. The build runs it, so that the stack need not run agents. */
import { agents } from "#agents";
import { bedrockFunctions } from "../tools/bedrock-functions.ts";
import { gatewayTools } from "../tools/gateway-tools.ts";

const described = {
  "wake-ups": agents.flatMap(({ slug, wake_up }) => wake_up.map((wakeUp) => ({ agent: slug, ...wakeUp }))),
  "bedrock-functions": bedrockFunctions(),
  "gateway-tools": gatewayTools(),
};
process.stdout.write(JSON.stringify(described));
