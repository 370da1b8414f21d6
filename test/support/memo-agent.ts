import * as z from "zod";
import { type Cell, defineCell } from "../../shared/agents/cell.ts";
import { type Agent, defineAgent } from "../../shared/agents/define-agent.ts";
import type { Json } from "../../shared/contracts/json.ts";
import { JsonObject } from "../../shared/contracts/json.ts";
import type { PlanNode } from "../../shared/contracts/plan-records.ts";

const Brief = z.object({ words: z.array(z.string()), loud: z.boolean() });
const Operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), word: z.string() }),
  z.strictObject({ op: z.literal("remove"), word: z.string() }),
  z.strictObject({ op: z.literal("loud"), loud: z.boolean() }),
]);

const node = (step_id: string, cell_id: string, args: JsonObject, depends_on: readonly string[]): PlanNode => ({
  step_id,
  cell_id,
  title: step_id,
  args,
  depends_on,
});

/** What the memo agent's cells did, by cell and arguments, in order. */
export type CellRuns = { readonly cell: string; readonly args: JsonObject }[];

/**
 * A small specialised agent: a memo of words, one `write` step a word and one `join` step behind them. Messages are
 * "add WORD", "remove WORD", "louder". `before` runs before each cell, to hold it or to make it fail.
 */
export function memoAgent(
  runs: CellRuns,
  before: (cell: string, args: JsonObject) => Promise<void> = async () => undefined,
): Agent {
  const cell = (
    id: string,
    input: Cell["input"],
    make: (args: JsonObject, inputs: Readonly<Record<string, Json>>) => Json,
  ): Cell =>
    defineCell({
      id,
      description: `Does ${id}.`,
      input,
      run: async (_context, args, inputs) => {
        runs.push({ cell: id, args });
        await before(id, args);
        return { content: make(args, inputs) };
      },
    });
  return defineAgent({
    slug: "memo",
    kind: "specialised",
    title: "Memo",
    instructions: "You keep a memo of words.",
    cells: [
      cell("write", z.strictObject({ word: z.string() }), (args) => ({ word: String(args["word"]) })),
      cell("join", z.strictObject({ loud: z.boolean(), order: z.array(z.string()) }), (args, inputs) => {
        const order = z.array(z.string()).parse(args["order"]);
        const words = order.map((word) => z.object({ word: z.string() }).parse(inputs[`write:${word}`]).word);
        return { text: args["loud"] === true ? words.join(" ").toUpperCase() : words.join(" ") };
      }),
    ],
    policy: {
      brief: JsonObject,
      initial: () => ({ words: [], loud: false }),
      operation: Operation as unknown as z.ZodType<JsonObject>,
      recognise: (message) => recognise(message),
      fallback: (message) => ({ op: "add", word: message.toLowerCase().replaceAll(/[^a-z]/g, "") }),
      apply: (brief, operation) => apply(Brief.parse(brief), Operation.parse(operation)),
      plan: (brief) => {
        const { words, loud } = Brief.parse(brief);
        const steps = words.map((word) => node(`write:${word}`, "write", { word }, []));
        return [
          ...steps,
          node(
            "join",
            "join",
            { loud, order: words },
            steps.map((step) => step.step_id),
          ),
        ];
      },
    },
    parts: (delivery) => {
      const { text } = z.object({ text: z.string() }).parse(delivery);
      return text.split(" ").map((word, index) => ({
        id: `w_${index + 1}`,
        kind: "claim",
        ordinal: index + 1,
        label: word,
        text: word,
        within: null,
        rests_on: [],
      }));
    },
    render: (delivery) => z.object({ text: z.string() }).parse(delivery).text,
    evidence: async () => [],
  });
}

/** The memo agent's cells under a general agent: the model plans. */
export function generalMemo(): Agent {
  const { policy: _policy, ...rest } = memoAgent([]) as Extract<Agent, { kind: "specialised" }>;
  return { ...rest, kind: "general" };
}

function recognise(message: string): readonly JsonObject[] | null {
  const found = message.toLowerCase().matchAll(/\b(add|remove) ([a-z]+)|\b(louder|quieter)\b/g);
  const operations = [...found].map(
    ([, verb, word, volume]): JsonObject =>
      volume === undefined ? { op: verb ?? "add", word: word ?? "" } : { op: "loud", loud: volume === "louder" },
  );
  return operations.length > 0 ? operations : null;
}

function apply(brief: z.infer<typeof Brief>, operation: z.infer<typeof Operation>): JsonObject {
  switch (operation.op) {
    case "add":
      return { ...brief, words: [...new Set([...brief.words, operation.word])] };
    case "remove":
      return { ...brief, words: brief.words.filter((word) => word !== operation.word) };
    case "loud":
      return { ...brief, loud: operation.loud };
  }
}
