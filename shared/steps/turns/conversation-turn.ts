import * as z from "zod";
import { fencedJson, fencedText } from "../../agents/fence.ts";
import { TURN_RULES } from "../../agents/prompts.ts";
import { runTurn } from "../../agents/tool-loop.ts";
import { toToolSchema } from "../../agents/tool-schema.ts";
import { type TurnTool, turnTool } from "../../agents/turn-tool.ts";
import { JsonObject } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import type { Question } from "../../contracts/question.ts";
import type { Artifact } from "../../contracts/records.ts";
import type { Anchor } from "../../contracts/wake.ts";
import { resolveReferences } from "../../domain/references/reference.ts";
import { clipBytes } from "../../domain/text/clip-text.ts";
import { fitInput } from "../../domain/text/fit-input.ts";
import { Fault } from "../../errors/fault.ts";
import type { ModelMessage } from "../../ports/model.ts";
import type { Ports } from "../../ports/ports.ts";
import { withEarlier } from "../fold/earlier-versions.ts";
import { sourceReader, viewOf } from "../runs/run-context.ts";
import { cellContext, type Execution } from "../tasks/cell-context.ts";
import { recallMemory } from "../versions/recall-memory.ts";
import { schedulingTools } from "../wakes/scheduling-tools.ts";

const MAX_ROUNDS = 8;
const MAX_TOKENS = 2048;
/** Passages shown beside the parts of a delivery. */
const MAX_EVIDENCE = 40;
/** Of what the run was asked for first. */
const MAX_REQUEST_BYTES = 500;

/** What a turn says to the person, and what that rests on. `supported: false`: the artifacts do not hold what was asked. */
export type TurnAnswer = { readonly text: string; readonly rests_on: readonly string[]; readonly supported: boolean };

const GiveAnswer = z.strictObject({
  text: z.string().trim().min(1).meta({ description: "What the person reads, in their language." }),
  rests_on: z
    .array(z.string())
    .max(100)
    .default([])
    .meta({ description: "Ids of claims, rows, passages and sources that the answer rests on." }),
  supported: z
    .boolean()
    .default(true)
    .meta({ description: "false when neither the artifacts nor the tools hold what is asked." }),
});

/** A turn in which the model answers in the conversation, with its tools. */
export type ConversationTurn = Execution & {
  readonly owner: string;
  readonly delivery: Artifact | null;
  /** What is put to the model behind the artifacts: the person's message, or the note of a woken turn. */
  readonly say: string;
  /** The words that may point at parts of the delivery. */
  readonly message: string;
  readonly rules: readonly string[];
  readonly anchor: Anchor;
  readonly with_cells: boolean;
  /** What was said last, when the turn looks back further than its own message. */
  readonly recent?: readonly JsonObject[];
  /** A wake started it, not a person's message. */
  readonly is_woken: boolean;
  /** It is a step of a run's plan that a person's message started; absent otherwise. */
  readonly is_step?: true;
  /** Number of the newest event this turn knows of. */
  readonly since_seq: number;
  /** What the run waits for an answer to. A turn can explain it and nothing else: no tool answers a question. */
  readonly open_questions?: readonly Question[];
};

/** Lets the model answer, schedule and use the agent's tool cells. @throws Fault `turn_without_answer` (retry). */
export async function conversationTurn(ports: Ports, turn: ConversationTurn): Promise<TurnAnswer> {
  const by = {
    session_id: turn.run.session_id,
    owner: turn.owner,
    agent: turn.agent,
    run: turn.run,
    anchor: turn.anchor,
    is_woken: turn.is_woken,
    ...(turn.is_step === undefined ? {} : { is_step: turn.is_step }),
    since_seq: turn.since_seq,
    // Two woken turns with the same note have the same key within their runs.
    key: `${turn.run.turn}/${turn.key}`,
  };
  const tools = [...(await schedulingTools(ports, by)), ...(turn.with_cells ? cellTools(ports, turn) : []), giveAnswer];
  const shown = { artifacts: await artifactsOf(ports, turn), memory: await memoryOf(ports, turn) };
  const end = await runTurn({
    model: ports.model,
    purpose: "conversation_turn",
    system: [turn.agent.instructions, TURN_RULES, ...turn.rules].join("\n\n"),
    messages: firstMessages(turn, shown, limits.promptBytes),
    shorter: firstMessages(turn, shown, limits.promptBytes / 8),
    tools,
    end_tool: giveAnswer.spec.name,
    turn_key: turn.key,
    max_rounds: MAX_ROUNDS,
    max_tokens: MAX_TOKENS,
    signal: turn.signal,
  });
  if (end.ended_by === "end_tool") return GiveAnswer.parse(end.input);
  if (end.ended_by === "text" && end.text.trim() !== "")
    return { text: end.text.trim(), rests_on: [], supported: true };
  throw new Fault("turn_without_answer", "retry", { run: turn.run.turn });
}

/** What a turn looks at. */
type Shown = { readonly artifacts: JsonObject; readonly memory: JsonObject };

/** What is left out first of what is too long for a prompt. What the person wants to hold always is not. */
const artifactsGiveWay = [
  { field: "evidence", from: "end" },
  { field: "parts", from: "end" },
  { field: "sources", from: "start" },
] as const;
const memoryGivesWay = [
  { field: "notes", from: "end" },
  { field: "conversation", from: "start" },
  { field: "summary", from: "end" },
] as const;

/**
 * How a turn begins, within about `maxBytes`: a message up to half of it, by its beginning, memory up to an eighth, and the
 * artifacts get what is left.
 */
function firstMessages(turn: ConversationTurn, shown: Shown, maxBytes: number): readonly ModelMessage[] {
  const isLong = !turn.is_woken && Buffer.byteLength(turn.message, "utf8") > maxBytes / 2;
  const said = isLong ? messageBlock(clipBytes(turn.message, maxBytes / 2)) : turn.say;
  const memory = fencedJson("memory", fitInput(shown.memory, memoryGivesWay, maxBytes / 8));
  const left = maxBytes - Buffer.byteLength(said + memory, "utf8");
  const artifacts = fencedJson("artifacts", fitInput(shown.artifacts, artifactsGiveWay, left));
  return [{ role: "user", parts: [{ type: "text", text: [artifacts, memory, said].join("\n") }] }];
}

const giveAnswer: TurnTool = turnTool({
  name: "give_answer",
  description: "Gives your answer to the person and ends the turn. Call it exactly once, after every other tool.",
  input: GiveAnswer,
  run: async () => ({ ok: true, text: "given" }),
});

/** The agent's cells that are offered as tools. */
function cellTools(ports: Ports, turn: ConversationTurn): readonly TurnTool[] {
  return turn.agent.cells
    .filter((cell) => cell.tool)
    .map((cell) => ({
      spec: { name: cell.id, description: cell.description, input: toToolSchema(cell.input) },
      run: async (input, call) => {
        const parsed = cell.input.safeParse(input);
        if (!parsed.success) return { ok: false, text: z.prettifyError(parsed.error) };
        const context = cellContext(ports, { ...turn, key: call.key });
        const result = await cell.run(context, parsed.data, {});
        if (result.need_input === undefined) return { ok: true, text: JSON.stringify(result.content) };
        const asked = result.need_input.map(({ text: question }) => question).join(" ");
        return { ok: false, text: `Only the person can tell this; ask for it in your answer: ${asked}` };
      },
    }));
}

/** What is remembered and matters for the message; what was said last comes behind it. */
async function memoryOf(ports: Ports, { run, message, delivery, recent }: ConversationTurn): Promise<JsonObject> {
  const shown = delivery === null ? {} : { delivered_turn: delivery.turn };
  const told = await recallMemory(ports, run, { about: message.slice(0, 2_000), ...shown });
  return recent === undefined ? told : { ...told, conversation: recent };
}

/** What was delivered, part by part, and the words that the parts pointed at rest on. */
async function artifactsOf(ports: Ports, turn: ConversationTurn): Promise<JsonObject> {
  const { agent, run, sources, delivery } = turn;
  const view = await withEarlier(ports, { agent, run, view: viewOf(agent, delivery) }, [turn.message]);
  const pointed = resolveReferences(turn.message, view.parts, view.earlier).parts;
  const focus = pointed.length > 0 ? pointed : view.parts;
  const ids = [...new Set(focus.flatMap((part) => part.rests_on))].slice(0, MAX_EVIDENCE);
  const evidence =
    ids.length === 0 ? [] : await agent.evidence(ids, sources, sourceReader(ports, run.session_id, sources));
  return JsonObject.parse({
    now: new Date(ports.clock.now()).toISOString(),
    request: clipBytes(run.input_text, MAX_REQUEST_BYTES),
    delivery_id: delivery?.id ?? null,
    as_of: delivery === null ? null : new Date(delivery.as_of).toISOString(),
    parts: [...view.parts, ...pointed.filter((part) => !view.parts.includes(part))],
    ...(view.earlier === undefined ? {} : { earlier_versions: view.earlier.versions }),
    points_at: pointed.map((part) => part.id),
    evidence,
    sources: sources.map(({ id, name, media_type, bytes }) => ({ id, name, media_type, bytes })),
    ...(turn.open_questions === undefined ? {} : { open_questions: turn.open_questions.map(shownQuestion) }),
  });
}

const shownQuestion = ({ id, name, text, schema, expires_at, default: otherwise }: Question): JsonObject => ({
  id,
  name,
  text,
  schema,
  expires_at: expires_at === undefined ? null : new Date(expires_at).toISOString(),
  ...(otherwise === undefined ? {} : { default: otherwise }),
});

/** A person's message, fenced: it is what to answer, and data. */
export const messageBlock = (text: string): string => fencedText("message", text);
