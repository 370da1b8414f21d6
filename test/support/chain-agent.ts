import * as z from "zod";
import { defineCell } from "../../shared/agents/cell.ts";
import { type Agent, defineAgent } from "../../shared/agents/define-agent.ts";
import { JsonObject } from "../../shared/contracts/json.ts";
import type { BeforeCell } from "./memo-session.ts";

const Brief = z.object({ length: z.number(), notes: z.record(z.string(), z.string()) });
const Note = z.strictObject({ op: z.literal("note"), step: z.number(), text: z.string() });
const Link = z.strictObject({ step: z.number(), note: z.string() });
const Text = z.object({ text: z.string() });

/** What the links of a chain were run with, in order. */
export type LinkRuns = { readonly step: number; readonly note: string; readonly before: string }[];

/**
 * An agent whose plan is a chain: each step writes its number and its note behind what the step before wrote. "note 7 x"
 * gives step 7 another note.
 */
export function chainAgent(length: number, runs: LinkRuns, before: BeforeCell = async () => undefined): Agent {
  const link = defineCell({
    id: "link",
    description: "Writes a number and a note.",
    input: Link as unknown as z.ZodType<z.infer<typeof Link>>,
    run: async (_context, args, inputs) => {
      const [earlier] = Object.values(inputs).map((input) => Text.parse(input).text);
      runs.push({ ...args, before: earlier ?? "" });
      await before("link", args);
      return {
        content: { text: [earlier, `${args.step}${args.note}`].filter((word) => word !== undefined).join(" ") },
      };
    },
  });
  return defineAgent({
    slug: "memo",
    kind: "specialised",
    title: "Chain",
    instructions: "You write a chain of numbers.",
    cells: [link],
    policy: {
      brief: JsonObject,
      initial: () => ({ length, notes: {} }),
      operation: Note as unknown as z.ZodType<JsonObject>,
      recognise: (message) =>
        [...message.matchAll(/note (\d+) (\w+)/g)].map(([, step, text]) => ({
          op: "note",
          step: Number(step),
          text: text ?? "",
        })),
      fallback: () => ({ op: "note", step: length, text: "?" }),
      apply: (brief, operation) => {
        const { step, text } = Note.parse(operation);
        return { length, notes: { ...Brief.parse(brief).notes, [step]: text } };
      },
      plan: (brief) =>
        Array.from({ length }, (_, index) => ({
          step_id: `link:${index + 1}`,
          cell_id: "link",
          title: `Link ${index + 1}`,
          args: { step: index + 1, note: Brief.parse(brief).notes[index + 1] ?? "" },
          depends_on: index === 0 ? [] : [`link:${index}`],
        })),
    },
    parts: () => [],
    render: (delivery) => Text.parse(delivery).text,
    evidence: async () => [],
  });
}
