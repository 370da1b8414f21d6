import * as z from "zod";
import { defineCell } from "../../shared/agents/cell.ts";
import type { RunId, SessionId } from "../../shared/contracts/ids.ts";
import type { ModelReply, ModelRequest } from "../../shared/ports/model.ts";
import { acceptFollowUp } from "../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../shared/steps/runs/start-run.ts";
import type { TestTable } from "./dynoxide.ts";
import { callsTools, type ScriptedModel, scriptedModel } from "./scripted-model.ts";
import { agentLike, settings } from "./wakes.ts";
import { World } from "./world.ts";

const dialect = settings({ dialect: "schedule_followup" });
/** Under which keys it was looked up. */
export const lookUps: string[] = [];
const lookUp = defineCell({
  id: "look_up",
  description: "Looks something up.",
  input: z.strictObject({}),
  tool: true,
  run: async ({ idempotency_key }) => {
    lookUps.push(idempotency_key);
    return { content: { found: "the 2025 table" } };
  },
});
const notMine = () => {
  throw new Error("helper reads only what it made itself");
};
const agents = [
  { ...agentLike("memo", { can_call: ["helper"] }), cells: [...agentLike("memo").cells, lookUp] },
  agentLike("researcher_agent", { follow_ups: dialect, can_call: ["memo"] }),
  { ...agentLike("helper"), parts: notMine, render: notMine, evidence: notMine },
  agentLike("formatter_agent", { follow_ups: settings({ enabled: false }) }),
  agentLike("lead", { manager: true, can_call: ["memo", "helper"] }),
];

export const answers = (text = "Done.") => callsTools(["give_answer", { text, rests_on: [], supported: true }]);

/** Cancels what `id` names by then. */
export const cancels = (id: () => string): Partial<ModelReply> => ({
  get parts() {
    return callsTools(["cancel_follow_up", { id: id() }]).parts ?? [];
  },
});

/** A session with a delivery, and what goes on in it. */
export type Talk = {
  readonly world: World;
  readonly model: ScriptedModel;
  readonly run_id: RunId;
  readonly session_id: SessionId;
};

/** A session with a delivery, and a model that says in its turns what it is told to. */
export async function talkTo(
  table: TestTable,
  agent: string,
  ...replies: readonly Partial<ModelReply>[]
): Promise<Talk> {
  const model = scriptedModel(...replies);
  const world = new World(table, agents, model);
  talks += 1;
  const request = { owner: "ada", agent, input: "add one, add two", sources: [], channel: { thread: "A" } };
  const run = await startRun(world.ports, { ...request, on_busy: "enqueue", idempotency_key: `talk ${talks}` });
  if (run.kind !== "accepted") throw new Error(run.kind);
  await world.settle();
  return { world, model, run_id: run.run_id, session_id: run.session_id };
}
let talks = 0;

/** A person says something that is answered in a turn; what the tools answered in it. */
export async function say(world: World, run_id: RunId, text = "Please check back in 30 minutes.") {
  const message = { owner: "ada", run_id, text, attachments: [], on_busy: "revise" as const };
  const accepted = await acceptFollowUp(world.ports, message);
  await world.settle();
  if (accepted.kind !== "accepted") throw new Error(accepted.kind);
  return accepted;
}

/** What the tools answered, as the model was told, in order. */
export function results({ requests }: ScriptedModel): readonly { readonly ok: boolean; readonly value: unknown }[] {
  const last = new Map<string, { ok: boolean; value: unknown }>();
  for (const [index, request] of requests.entries())
    for (const { parts } of request.messages)
      for (const part of parts)
        if (part.type === "tool_result") last.set(`${index}`, { ok: part.ok, value: JSON.parse(part.text) as unknown });
  return [...last.values()];
}

export const toolNames = (request: ModelRequest | undefined) => request?.tools.map(({ name }) => name);
export const wordsOf = (request: ModelRequest | undefined) => JSON.stringify(request?.messages[0]);

/** The JSON in a block of what a turn was told. */
export function block(request: ModelRequest | undefined, tag: string): Record<string, unknown> {
  const [part] = request?.messages[0]?.parts ?? [];
  const text = part?.type === "text" ? part.text : "";
  const inside = new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(text)?.[1];
  return JSON.parse(inside ?? "null") as Record<string, unknown>;
}
