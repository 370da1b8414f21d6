import * as z from "zod";
import { defineCell } from "../../shared/agents/cell.ts";
import { type Agent, defineAgent } from "../../shared/agents/define-agent.ts";
import { JsonObject } from "../../shared/contracts/json.ts";

const Brief = z.object({ notes: z.record(z.string(), z.string()) });
const Note = z.strictObject({ op: z.literal("note"), step: z.number(), text: z.string() });
const Link = z.strictObject({ step: z.number(), note: z.string() });

/**
 * An agent without a model: its plan is a chain of `length` steps, and `note 2 x` gives step 2 another note, so that it
 * and everything behind it runs again. A step does nothing but write its note down.
 */
export function chain(length: number): Agent {
  const link = defineCell({
    id: "link",
    description: "Writes a number and a note.",
    input: Link as unknown as z.ZodType<z.infer<typeof Link>>,
    run: async (_context, args) => ({ content: { text: `${args.step} ${args.note}` } }),
  });
  return defineAgent({
    slug: `chain-${length}`,
    kind: "specialised",
    title: `Chain of ${length}`,
    instructions: "You write a chain of numbers.",
    cells: [link],
    policy: {
      brief: JsonObject,
      initial: () => ({ notes: {} }),
      operation: Note as unknown as z.ZodType<JsonObject>,
      recognise: (message) =>
        [...message.matchAll(/note (\d+) (\w+)/g)].map(([, step, text]) => ({
          op: "note",
          step: Number(step),
          text: text ?? "",
        })),
      fallback: () => ({ op: "note", step: 1, text: "?" }),
      apply: (brief, operation) => {
        const { step, text } = Note.parse(operation);
        return { notes: { ...Brief.parse(brief).notes, [step]: text } };
      },
      plan: (brief) => {
        const { notes } = Brief.parse(brief);
        return Array.from({ length }, (_, index) => ({
          step_id: `link:${index + 1}`,
          cell_id: "link",
          title: `Link ${index + 1}`,
          args: { step: index + 1, note: notes[index + 1] ?? "" },
          depends_on: index === 0 ? [] : [`link:${index}`],
        }));
      },
    },
    parts: () => [],
    render: (delivery) => z.object({ text: z.string() }).parse(delivery).text,
    evidence: async () => [],
  });
}
