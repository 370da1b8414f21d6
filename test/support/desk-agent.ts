import * as z from "zod";
import { type Ask, type CellContext, defineCell, type Effect } from "../../shared/agents/cell.ts";
import { type Agent, defineAgent } from "../../shared/agents/define-agent.ts";
import { JsonObject } from "../../shared/contracts/json.ts";
import type { PlanNode } from "../../shared/contracts/plan-records.ts";
import { canonicalJson } from "../../shared/domain/digest.ts";

const HOUR = 3_600_000;

/** What a desk's `ask` cell asks, by the name of the matter. */
const matters: Readonly<Record<string, readonly Ask[]>> = {
  count: [{ name: "count", text: "How many copies?", schema: z.int().min(1).max(100) }],
  age: [{ name: "age", text: "How old is it, in years?", schema: z.int().min(0).max(200) }],
  color: [{ name: "color", text: "Which color?", schema: z.enum(["red", "green", "blue"]) }],
  topic: [{ name: "topic", text: "What is it about?", schema: z.string().min(1).max(200) }],
  mail: [{ name: "mail", text: "Where does it go?", schema: z.email() }],
  delete: [{ name: "agree", text: "Delete the old report?", schema: z.boolean(), each_time: true }],
  size: [
    { name: "size", text: "Which size?", schema: z.enum(["small", "large"]), default: "small", expires_in_ms: HOUR },
  ],
  deadline: [{ name: "deadline", text: "By when?", schema: z.iso.date(), expires_in_ms: HOUR }],
  both: [
    { name: "width", text: "How wide?", schema: z.int() },
    { name: "height", text: "How high?", schema: z.int() },
  ],
  trip: [
    { name: "day", text: "On which day?", schema: z.iso.date() },
    { name: "sure", text: "Are you sure?", schema: z.boolean() },
  ],
};

const Brief = z.object({ words: z.array(z.string()), matters: z.array(z.string()), title: z.string().nullable() });
const Operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("add"), word: z.string() }),
  z.strictObject({ op: z.literal("ask"), matter: z.string() }),
  z.strictObject({ op: z.literal("drop"), matter: z.string() }),
  z.strictObject({ op: z.literal("untitle") }),
]);

/** What happened at the desk. */
export type Desk = {
  /** Cells that were run, with what they were given. */
  readonly runs: { readonly cell: string; readonly args: JsonObject; readonly answers: JsonObject }[];
  /** E-mails by idempotency key, as a mail service keeps them: one for each key, whatever is asked of it. */
  readonly mails: Map<string, string>;
  /** Reports that were deleted. */
  readonly deleted: string[];
  /** Letters that were posted, by the key they were posted under; the post keeps no track of what it had before. */
  readonly posted: string[];
  /** How a letter is posted by the steps on the matter "post". */
  post: Omit<Effect, "name">;
  /** Runs before each cell, to hold it or to make it fail. */
  before: (cell: string, args: JsonObject) => Promise<void>;
};

/** A desk where nothing has happened. */
export const newDesk = (): Desk => ({
  runs: [],
  mails: new Map(),
  deleted: [],
  posted: [],
  post: { run: async () => null },
  before: async () => undefined,
});

const node = (step_id: string, cell_id: string, args: JsonObject, depends_on: readonly string[] = []): PlanNode => ({
  step_id,
  cell_id,
  title: step_id,
  args,
  depends_on,
});

/**
 * An agent that asks. "add WORD" writes a word, "ask MATTER" asks one of the questions above or, as "ask numberX", for a
 * number of that name, "drop MATTER" does not,
 * "untitled" lets the form ask for a title; `sheet` puts everything together. `version` is that of its cells.
 */
export function deskAgent(desk: Desk, version = 1): Agent {
  const note = async (cell: string, args: JsonObject, { answers }: CellContext) => {
    desk.runs.push({ cell, args, answers });
    await desk.before(cell, args);
  };
  return defineAgent({
    slug: "desk",
    kind: "specialised",
    title: "Desk",
    instructions: "You keep a sheet.",
    cells: [
      defineCell({
        id: "write",
        description: "Writes a word.",
        input: z.strictObject({ word: z.string() }),
        version,
        run: async (context, args) => {
          await note("write", args, context);
          return { content: { word: args.word } };
        },
      }),
      defineCell({
        id: "ask",
        description: "Asks about a matter.",
        input: z.strictObject({ matter: z.string() }),
        version,
        run: async (context, args) => {
          await note("ask", args, context);
          desk.mails.set(context.idempotency_key, `About ${args.matter}`);
          if (args.matter === "post") {
            const receipt = await context.once({ name: "letter", ...desk.post });
            if (!Object.hasOwn(context.answers, "count")) return { need_input: matters["count"] ?? [] };
            return { content: { receipt, ...context.answers } };
          }
          if (args.matter === "endless") {
            const step = Object.keys(context.answers).length;
            return { need_input: [{ name: `n${step}`, text: `And number ${step}?`, schema: z.int() }] };
          }
          const asked = args.matter.startsWith("number")
            ? [{ name: args.matter, text: `What is ${args.matter}?`, schema: z.int() }]
            : (matters[args.matter] ?? []);
          const open = asked.filter(({ name }) => !Object.hasOwn(context.answers, name));
          if (open.length > 0) return { need_input: open };
          if (context.answers["agree"] === true) desk.deleted.push("old report");
          return { content: { ...context.answers } };
        },
      }),
      defineCell({
        id: "sheet",
        description: "Puts everything together.",
        input: z.strictObject({ title: z.string() }),
        version,
        run: async (context, args, inputs) => {
          await note("sheet", args, context);
          const lines = Object.entries(inputs).map(([step, made]) => `${step} ${canonicalJson(made)}`);
          return { content: { text: [args.title, ...lines].join("\n") } };
        },
      }),
    ],
    policy: {
      brief: JsonObject,
      initial: () => ({ words: [], matters: [], title: "Sheet" }),
      operation: Operation as unknown as z.ZodType<JsonObject>,
      recognise: (message) => recognise(message),
      fallback: (message) => ({ op: "add", word: message.toLowerCase().replaceAll(/[^a-z]/g, "") }),
      apply: (brief, operation) => apply(Brief.parse(brief), Operation.parse(operation)),
      plan: (brief) => planOf(Brief.parse(brief)),
      form: {
        missing: (brief) =>
          Brief.parse(brief).title === null
            ? [{ name: "title", text: "What is it called?", schema: z.string().min(1).max(100) }]
            : [],
        fill: (brief, answers) => ({ ...brief, ...answers }),
      },
    },
    parts: () => [],
    render: (delivery) => z.object({ text: z.string() }).parse(delivery).text,
    evidence: async () => [],
  });
}

function planOf({ words, matters: asked, title }: z.infer<typeof Brief>): readonly PlanNode[] {
  const steps = [
    ...words.map((word) => node(`write:${word}`, "write", { word })),
    ...asked.map((matter) => node(`ask:${matter}`, "ask", { matter })),
  ];
  const sheet = node(
    "sheet",
    "sheet",
    { title: title ?? "" },
    steps.map(({ step_id }) => step_id),
  );
  return [...steps, sheet];
}

function recognise(message: string): readonly JsonObject[] | null {
  const found = message.toLowerCase().matchAll(/\b(add|ask|drop) ([a-z]+)|\b(untitled)\b/g);
  const operations = [...found].map(([, verb, word = "", untitled]): JsonObject => {
    if (untitled !== undefined) return { op: "untitle" };
    return verb === "add" ? { op: "add", word } : { op: verb ?? "ask", matter: word };
  });
  return operations.length > 0 ? operations : null;
}

function apply(brief: z.infer<typeof Brief>, operation: z.infer<typeof Operation>): JsonObject {
  switch (operation.op) {
    case "add":
      return { ...brief, words: [...new Set([...brief.words, operation.word])] };
    case "ask":
      return { ...brief, matters: [...new Set([...brief.matters, operation.matter])] };
    case "drop":
      return { ...brief, matters: brief.matters.filter((matter) => matter !== operation.matter) };
    case "untitle":
      return { ...brief, title: null };
  }
}
