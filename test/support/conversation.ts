import { fencedJson, fencedText } from "../../shared/agents/fence.ts";
import { runTurn } from "../../shared/agents/tool-loop.ts";
import type { TurnTool } from "../../shared/agents/turn-tool.ts";
import type { JsonObject } from "../../shared/contracts/json.ts";
import type { ToolSpec } from "../../shared/ports/model.ts";
import { localModel } from "./local-model.ts";

/** What a tool is asked in a conversation, and what the turn answers. */
export type Conversed = {
  readonly asked: readonly (readonly [tool: string, input: JsonObject])[];
  readonly text: string;
  readonly rests_on: readonly string[];
  readonly supported: boolean;
};

const specs: Readonly<Record<string, ToolSpec>> = {
  schedule_follow_up: toolSpec(
    "schedule_follow_up",
    "Saves a follow-up.",
    ["description", "in", "at", "context"],
    ["description"],
  ),
  schedule_followup: toolSpec(
    "schedule_followup",
    "Schedules a continuation.",
    ["reason", "when", "context", "target"],
    ["reason"],
  ),
  list_follow_ups: toolSpec("list_follow_ups", "Lists pending follow-ups.", [], []),
  cancel_follow_up: toolSpec("cancel_follow_up", "Cancels a follow-up.", ["id"], ["id"]),
  search_sources: toolSpec("search_sources", "Searches the run's sources for words.", ["query", "limit"], ["query"]),
  table_metrics: toolSpec(
    "table_metrics",
    "Computes a statistic over a table.",
    ["source_id", "statistic", "columns"],
    ["source_id"],
  ),
  give_answer: toolSpec("give_answer", "Gives the answer.", ["text", "rests_on", "supported"], ["text"]),
};

function toolSpec(name: string, description: string, keys: readonly string[], required: readonly string[]): ToolSpec {
  const properties = Object.fromEntries(
    keys.map((key) => [key, { type: key === "rests_on" || key === "columns" ? "array" : "string" }]),
  );
  return { name, description, input: { type: "object", properties, required } };
}

/** Has one turn with the local model. `tools` maps each offered tool to what it answers. */
export async function converse(turn: {
  readonly artifacts: JsonObject;
  readonly message?: string;
  readonly wake?: JsonObject;
  readonly tools?: Readonly<Record<string, (input: JsonObject) => { readonly ok: boolean; readonly text: string }>>;
}): Promise<Conversed> {
  const asked: (readonly [string, JsonObject])[] = [];
  const offered = Object.entries(turn.tools ?? {}).map(([name, answer]): TurnTool => {
    const run = async (input: JsonObject) => {
      asked.push([name, input]);
      return answer(input);
    };
    return { spec: specs[name] ?? toolSpec(name, name, [], []), run };
  });
  const giveAnswer: TurnTool = {
    spec: specs["give_answer"] ?? toolSpec("give_answer", "", [], []),
    run: async () => ({ ok: true, text: "given" }),
  };
  const say = turn.wake === undefined ? fencedText("message", turn.message ?? "") : fencedJson("wake", turn.wake);
  const end = await runTurn({
    model: localModel,
    purpose: "test",
    system: "Answer from the artifacts.",
    messages: [{ role: "user", parts: [{ type: "text", text: `${fencedJson("artifacts", turn.artifacts)}\n${say}` }] }],
    tools: [...offered, giveAnswer],
    end_tool: "give_answer",
    turn_key: "turn",
    max_rounds: 6,
    max_tokens: 2000,
    signal: new AbortController().signal,
  });
  if (end.ended_by !== "end_tool") throw new Error(`The turn ended by ${end.ended_by}.`);
  const { text, rests_on, supported } = end.input;
  return {
    asked,
    text: typeof text === "string" ? text : "",
    rests_on: Array.isArray(rests_on) ? rests_on.filter((id) => typeof id === "string") : [],
    supported: supported === true,
  };
}
