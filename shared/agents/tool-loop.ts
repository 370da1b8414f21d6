import type { JsonObject } from "../contracts/json.ts";
import { limits } from "../contracts/limits.ts";
import { fingerprint } from "../domain/digest.ts";
import { clipBytes } from "../domain/text/clip-text.ts";
import { Fault } from "../errors/fault.ts";
import type { Model, ModelMessage, ModelReply, Part, Usage } from "../ports/model.ts";
import { addUsage, noUsage } from "./add-usage.ts";
import { callKey } from "./call-key.ts";
import { type Asked, askIfItFits } from "./too-long.ts";
import type { ToolOutcome, TurnTool } from "./turn-tool.ts";
import { withoutThoughts } from "./without-thoughts.ts";

export type Turn = {
  readonly model: Model;
  /** What the turn is for; shown in logs and counted. */
  readonly purpose: string;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** The same, shorter: used from then on, once, when the model finds the conversation too long. */
  readonly shorter?: readonly ModelMessage[];
  /** All tools of the turn, the one that ends it among them. */
  readonly tools: readonly TurnTool[];
  /** Name of the tool that ends the turn. Its `run` may refuse the input; then the model is asked again. */
  readonly end_tool: string;
  /** Stable over retries of the turn; the keys of its calls derive from it. */
  readonly turn_key: string;
  /** Model calls at most. In the last one the model is made to end the turn. */
  readonly max_rounds: number;
  /** Tokens of one answer at most. */
  readonly max_tokens: number;
  /** When it aborts no tool is run any more. */
  readonly signal: AbortSignal;
};

/** A call that was made in a turn, in order. */
export type TurnCall = {
  readonly name: string;
  readonly input: JsonObject;
  readonly key: string;
  readonly ok: boolean;
};

/**
 * `end_tool`: it was called and took `input`. `text`: the model said something and called nothing, also when it was asked to
 * call that tool, or in the last round. `budget`: neither.
 */
export type TurnEnd = { readonly usage: Usage; readonly calls: readonly TurnCall[] } & (
  | { readonly ended_by: "end_tool"; readonly input: JsonObject }
  | { readonly ended_by: "text"; readonly text: string }
  | { readonly ended_by: "budget" }
);

type ToolUse = Extract<Part, { type: "tool_use" }>;

/**
 * Lets the model work with tools until it ends the turn. All calls of one answer get their results in one message, and
 * a call that cannot be run gets an error that says what can be. Nothing the model says is taken as a failure of ours.
 * @throws Fault `model_refused_request` (reject) when the conversation no longer fits the model, `model_unusable`
 * (retry) when it was filtered, the signal's reason when it aborts before a tool is run, and whatever `model.call` and the tools throw.
 */
export async function runTurn(turn: Turn): Promise<TurnEnd> {
  const running = new RunningTurn(turn);
  for (let round = 1; round <= turn.max_rounds; round += 1) {
    const end = await running.round(round);
    if (end !== null) return { ...end, usage: running.usage, calls: running.calls };
  }
  return { ended_by: "budget", usage: running.usage, calls: running.calls };
}

class RunningTurn {
  usage: Usage = noUsage;
  readonly calls: TurnCall[] = [];
  readonly #turn: Turn;
  #messages: ModelMessage[];
  /** How many of the messages the turn began with. */
  #began: number;
  #askedToCall = false;
  #resultBytes: number = limits.toolResultBytes;
  readonly #seen = new Map<string, number>();

  constructor(turn: Turn) {
    this.#turn = turn;
    this.#messages = [...turn.messages];
    this.#began = turn.messages.length;
  }

  /** One model call and the tools it asks for; how the turn ended, or null when it goes on. */
  async round(round: number) {
    const reply = await this.#call(round === this.#turn.max_rounds);
    // Without content there is nothing to answer to: the same question again.
    if (reply.stop === "malformed") return null;
    const uses = reply.parts.filter((part) => part.type === "tool_use");
    // What was cut off is nothing whole, whether it calls or only says something.
    if (reply.stop === "max_tokens") return this.#askForLess(reply, uses);
    if (uses.length === 0) return this.#endWithText(reply, round === this.#turn.max_rounds);
    const { outcomes, end } = await this.#runAll(uses, round);
    if (end !== null) return { ended_by: "end_tool" as const, input: end };
    this.#answer(reply, outcomes);
    return null;
  }

  async #call(last: boolean): Promise<ModelReply> {
    const { purpose } = this.#turn;
    const first = await this.#ask(last);
    if (first === "too_long") this.#shorten();
    const reply = first === "too_long" ? await this.#ask(last) : first;
    if (reply === "too_long") throw new Fault("model_refused_request", "reject", { purpose, reason: "input_too_long" });
    if (reply.stop === "filtered") throw new Fault("model_unusable", "retry", { purpose, reason: "filtered" });
    return reply;
  }

  #ask(last: boolean): Promise<Asked> {
    const { model, purpose, system, tools, end_tool: endTool, max_tokens } = this.#turn;
    return askIfItFits(async () => {
      const reply = await model.call({
        purpose,
        system,
        // Made to end the turn, the model is asked in another way than it thought about.
        messages: last ? withoutThoughts(this.#messages) : this.#messages,
        tools: tools.map((tool) => tool.spec),
        ...(last ? { force_tool: endTool } : {}),
        max_tokens,
      });
      this.usage = addUsage(this.usage, reply.usage);
      return reply;
    });
  }

  /** What tools returned gives way to its beginning, and what the turn began with to its shorter form. Nothing grows back. */
  #shorten(): void {
    const { messages, shorter = messages } = this.#turn;
    const later = withoutThoughts(this.#messages.slice(this.#began));
    this.#began = shorter.length;
    this.#messages = [...shorter, ...later.map(({ role, parts }) => ({ role, parts: parts.map(shortResult) }))];
    this.#resultBytes = SHORT_RESULT;
  }

  #askForLess(reply: ModelReply, uses: readonly ToolUse[]): null {
    if (uses.length === 0) {
      this.#say(reply, `Your answer was cut off, and nobody has read it. Call ${this.#turn.end_tool} and be shorter.`);
      return null;
    }
    const cut = "Your answer was cut off, so this call was not made. Call again and be shorter.";
    this.#answer(
      reply,
      uses.map(() => ({ ok: false, text: cut })),
    );
    return null;
  }

  /** Only the tool that ends the turn says what else is to be known of an answer, so it is asked for once. */
  #endWithText(reply: ModelReply, last: boolean) {
    const text = textOf(reply);
    if (text.trim() === "") return null;
    if (last || this.#askedToCall) return { ended_by: "text" as const, text };
    this.#askedToCall = true;
    this.#say(reply, `Nobody reads what you write outside ${this.#turn.end_tool}. Give your answer by calling it.`);
    return null;
  }

  /** Adds a reply without calls, and what is said to it. */
  #say(reply: ModelReply, text: string): void {
    if (textOf(reply).trim() !== "") this.#messages.push({ role: "assistant", parts: reply.parts });
    this.#messages.push({ role: "user", parts: [{ type: "text", text }] });
  }

  /** Runs the calls in their order; the one that ends the turn comes last and counts only if nothing before it failed. */
  async #runAll(uses: readonly ToolUse[], round: number) {
    const outcomes = new Map<ToolUse, ToolOutcome>();
    const ending = uses.filter((use) => use.name === this.#turn.end_tool);
    for (const use of uses) {
      if (!ending.includes(use)) outcomes.set(use, await this.#run(use, round));
    }
    let end: JsonObject | null = null;
    for (const use of ending) {
      const failed = [...outcomes.values()].some(({ ok }) => !ok);
      const outcome = failed ? notEnded : await this.#run(use, round);
      outcomes.set(use, outcome);
      if (outcome.ok) end ??= use.input;
    }
    return { outcomes: uses.map((use) => outcomes.get(use) ?? notEnded), end };
  }

  async #run(use: ToolUse, round: number): Promise<ToolOutcome> {
    const tool = this.#turn.tools.find(({ spec }) => spec.name === use.name);
    if (tool === undefined) {
      const known = this.#turn.tools.map(({ spec }) => spec.name).join(", ");
      return { ok: false, text: `There is no tool ${use.name}. The tools are: ${known}.` };
    }
    this.#turn.signal.throwIfAborted();
    const key = this.#keyOf(use);
    const outcome = await tool.run(use.input, { key, round });
    this.calls.push({ name: use.name, input: use.input, key, ok: outcome.ok });
    return outcome;
  }

  #keyOf(use: ToolUse): string {
    const same = fingerprint([use.name, use.input]);
    const occurrence = this.#seen.get(same) ?? 0;
    this.#seen.set(same, occurrence + 1);
    return callKey(this.#turn.turn_key, { tool: use.name, input: use.input, occurrence });
  }

  /** Adds the reply and the results of all its calls, each exactly once. */
  #answer(reply: ModelReply, outcomes: readonly ToolOutcome[]): void {
    const uses = reply.parts.filter((part) => part.type === "tool_use");
    const results = uses.map((use, index): Part => {
      const outcome = outcomes[index] ?? notEnded;
      return { type: "tool_result", id: use.id, ok: outcome.ok, text: clipResult(outcome.text, this.#resultBytes) };
    });
    this.#messages.push({ role: "assistant", parts: reply.parts }, { role: "user", parts: results });
  }
}

const notEnded: ToolOutcome = {
  ok: false,
  text: "Not taken, because another call of the same answer failed. Read its error, then answer with what is true now.",
};

const textOf = ({ parts }: ModelReply): string =>
  parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");

/** What is left of a result once a conversation was too long. Bytes. */
const SHORT_RESULT = 2048;

function clipResult(text: string, max: number): string {
  const kept = clipBytes(text, max);
  return kept === text ? text : `${kept}\n[The result is longer. This is its beginning.]`;
}

const shortResult = (part: Part): Part =>
  part.type === "tool_result" ? { ...part, text: clipResult(part.text, SHORT_RESULT) } : part;
