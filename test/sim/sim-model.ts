import type { JsonObject } from "../../shared/contracts/json.ts";
import { Fault } from "../../shared/errors/fault.ts";
import type { Model, ModelReply, ModelRequest, Part } from "../../shared/ports/model.ts";
import type { Dice } from "./dice.ts";
import type { Host } from "./process.ts";
import { simWords } from "./words.ts";

const usage = { input_tokens: 1, output_tokens: 1, calls: 1 };

/**
 * A model in the hands of the machine. It answers what it is asked, differently each time, as models do; sometimes late,
 * sometimes with what cannot be used, sometimes not at all.
 */
export function simModel(machine: Host, dice: Dice): Model {
  return {
    call: async (request) => {
      const isSlow = machine.faults.strikes("model_slow", 2);
      await machine.pause(isSlow ? dice.between(16_000, 45_000) : dice.between(100, 4_000));
      return machine.request({
        kind: "model",
        what: `model ${request.purpose}`,
        act: async () => (machine.faults.strikes("model_unusable", 3) ? unusable(dice) : reply(request, dice)),
        errors: { refused: () => new Fault("model_unavailable", "retry") },
      });
    },
  };
}

function unusable(dice: Dice): ModelReply {
  const parts: readonly Part[] = dice.pick([
    [],
    [{ type: "text", text: "I am not sure." }],
    [{ type: "tool_use", id: "bad", name: "no_such_tool", input: { so: "what" } }],
  ]);
  return { parts, stop: dice.pick(["end", "max_tokens", "malformed", "filtered"]), usage };
}

function reply(request: ModelRequest, dice: Dice): ModelReply {
  const calls = callsFor(request, dice);
  const parts = calls.map(([name, input], index): Part => ({ type: "tool_use", id: `t${index}`, name, input }));
  return { parts, stop: "tool_use", usage };
}

type Calls = readonly (readonly [name: string, input: JsonObject])[];

function callsFor(request: ModelRequest, dice: Dice): Calls {
  switch (request.purpose) {
    case "route_follow_up":
      return [
        ["route_follow_up", { route: dice.pick(["direct_answer", "revise_run", "new_run"]), reason: "so it seems" }],
      ];
    case "choose_operations":
      return [["choose_operations", { operations: [{ op: "add", word: dice.pick(simWords) }] }]];
    case "make_plan":
      return [["make_plan", { nodes: planOf(request) }]];
    case "read_answers":
      return [["read_answers", { answers: readAnswers(request, dice) }]];
    case "conversation_turn":
      return turnCalls(request, dice);
    default:
      return [[request.force_tool ?? "unknown", {}]];
  }
}

/** What the message may have answered, as far as it can tell. */
function readAnswers(request: ModelRequest, dice: Dice): JsonObject[] {
  const { questions = [] } = inputOf(request) as { readonly questions?: readonly { readonly id: string }[] };
  return dice.chance(0.5) ? [] : questions.slice(0, 1).map(({ id }) => ({ id, value: dice.pick(["red", "green"]) }));
}

const inputOf = (request: ModelRequest): JsonObject =>
  JSON.parse(/<input>\n([\s\S]*)\n<\/input>/.exec(textOf(request))?.[1] ?? "{}") as JsonObject;

/** The words that the request names, each jotted down, and gathered. */
function planOf(request: ModelRequest): JsonObject[] {
  const input = inputOf(request);
  const said = [input["objective"], ...(Array.isArray(input["follow_ups"]) ? input["follow_ups"] : [])].join(" ");
  const words = [...new Set([...said.matchAll(/add ([a-z]+)/g)].map(([, word]) => word ?? ""))];
  const named = words.length > 0 ? words : ["nothing"];
  const step = (word: string) => ({
    step_id: `jot:${word}`,
    cell_id: "jot",
    title: `Jot ${word}`,
    args: { word },
    depends_on: [],
  });
  const gathered = {
    step_id: "gather",
    cell_id: "gather",
    title: "Gather",
    args: {},
    depends_on: named.map((word) => `jot:${word}`),
  };
  return [...named.map(step), gathered];
}

const textOf = (request: ModelRequest): string =>
  request.messages.flatMap(({ parts }) => parts.map((part) => ("text" in part ? part.text : ""))).join("\n");

/** Schedules, lists and cancels a little, then answers. */
function turnCalls(request: ModelRequest, dice: Dice): Calls {
  const round = request.messages.length;
  const mayGoOn = round < 5 && request.force_tool === undefined;
  const wantsTime = round === 1 && /check back|remind|look again/.test(textOf(request));
  if (mayGoOn && (wantsTime || dice.chance(0.2))) {
    const more = dice.chance(0.25) ? [scheduleCall(request, dice)] : [];
    return [dice.chance(0.85) ? scheduleCall(request, dice) : cancelCall(request, dice), ...more];
  }
  return [["give_answer", { text: `Because of ${dice.pick(simWords)}.`, rests_on: [], supported: dice.chance(0.85) }]];
}

function scheduleCall({ tools }: ModelRequest, dice: Dice): Calls[number] {
  const delay = dice.pick(["1m", "2m", "5m", "20m", "1h", "2h30m"]);
  const description = `Look at ${dice.pick(simWords)} once more, ${dice.between(1, 99)}.`;
  const common = {
    ...(dice.chance(0.3) ? { dedup_key: dice.pick(["a", "b"]) } : {}),
    ...(dice.chance(0.15) ? { unless: "user_replied" } : {}),
    ...(dice.chance(0.15) ? { late_policy: dice.pick(["drop", "fire_within: 5m"]) } : {}),
    ...(dice.chance(0.2) ? { target: dice.pick(["jotter", "memo"]) } : {}),
  };
  const dialect = tools.some(({ name }) => name === "schedule_followup");
  return dialect
    ? ["schedule_followup", { reason: description, when: dice.chance(0.3) ? "now" : `+${delay}`, ...common }]
    : ["schedule_follow_up", { description, in: delay, ...common }];
}

/** Cancels one that an earlier result named, else asks what there is. */
function cancelCall(request: ModelRequest, dice: Dice): Calls[number] {
  const ids = [...new Set(textOf(request).match(/fu_[0-9A-Z]{26}/g) ?? [])];
  return ids.length === 0 ? ["list_follow_ups", {}] : ["cancel_follow_up", { id: dice.pick(ids) }];
}
