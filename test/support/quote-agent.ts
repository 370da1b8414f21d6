import * as z from "zod";
import { defineCell } from "../../shared/agents/cell.ts";
import { type Agent, defineAgent } from "../../shared/agents/define-agent.ts";
import { JsonObject } from "../../shared/contracts/json.ts";
import type { PlanNode } from "../../shared/contracts/plan-records.ts";
import { Fault } from "../../shared/errors/fault.ts";

const Brief = z.object({ items: z.array(z.string()) });
const Operation = z.strictObject({ op: z.literal("add"), item: z.string() });
const Quote = z.object({ item: z.string(), price: z.number() });
const List = z.object({ lines: z.array(z.string()), rules: z.array(z.string()) });

const node = (step_id: string, cell_id: string, args: JsonObject, depends_on: readonly string[] = []): PlanNode => ({
  step_id,
  cell_id,
  title: step_id,
  args,
  depends_on,
});

/** What the quote agent's cells did: the cell, and what it was called with. */
export type QuoteRuns = { readonly cell: string; readonly args: JsonObject }[];

/** How long a quote holds. */
export const quoteAgeMs = 3_600_000;

/**
 * A small specialised agent: a list of prices, one `quote` step an item, which holds for an hour, and a `list` step that
 * follows the person's rules. Messages are "add ITEM". An item "nothing" has no price. Eggs and milk are suggested while
 * they are missing.
 */
export function quoteAgent(runs: QuoteRuns): Agent {
  return defineAgent({
    slug: "quotes",
    kind: "specialised",
    title: "Quotes",
    instructions: "You keep a list of prices.",
    cells: [
      defineCell({
        id: "quote",
        description: "Asks for the price of an item.",
        input: z.strictObject({ item: z.string() }),
        run: async (context, { item }) => {
          runs.push({ cell: "quote", args: { item } });
          if (item === "nothing") throw new Fault("no_price", "reject", { item });
          return { content: { item, price: context.now % 1_000 }, max_age_ms: quoteAgeMs };
        },
      }),
      defineCell({
        id: "list",
        description: "Lists prices.",
        input: z.strictObject({ items: z.array(z.string()), rules: z.array(z.string()).optional() }),
        follows_rules: true,
        run: async (_context, args, inputs) => {
          runs.push({ cell: "list", args: JsonObject.parse(args) });
          const lines = args.items.map((item) => {
            const { price } = Quote.parse(inputs[`quote:${item}`]);
            return `${item} costs ${price}`;
          });
          return { content: { lines, rules: args.rules ?? [] } };
        },
      }),
    ],
    policy: {
      brief: JsonObject,
      initial: () => ({ items: [] }),
      operation: Operation as unknown as z.ZodType<JsonObject>,
      recognise: (message) => {
        const found = [...message.toLowerCase().matchAll(/\badd ([a-z]+)/g)];
        return found.length === 0 ? null : found.map(([, item = ""]) => ({ op: "add", item }));
      },
      fallback: (message) => ({ op: "add", item: message.toLowerCase().replaceAll(/[^a-z]/g, "") }),
      apply: (brief, operation) => {
        const { items } = Brief.parse(brief);
        return { items: [...new Set([...items, Operation.parse(operation).item])] };
      },
      suggest: ({ parts }, brief) => [
        ...parts.slice(0, 1).map(({ id }) => ({ text: "Where does point 1 come from?", anchor: id })),
        ...["eggs", "milk"]
          .filter((item) => !Brief.parse(brief).items.includes(item))
          .map((item) => ({ text: `Add ${item}`, anchor: null })),
      ],
      plan: (brief) => {
        const { items } = Brief.parse(brief);
        const quotes = items.map((item) => node(`quote:${item}`, "quote", { item }));
        return [
          ...quotes,
          node(
            "list",
            "list",
            { items },
            quotes.map(({ step_id }) => step_id),
          ),
        ];
      },
    },
    parts: (delivery) =>
      List.parse(delivery).lines.map((text, index) => ({
        id: `q_${index + 1}`,
        kind: "claim",
        ordinal: index + 1,
        label: `line ${index + 1}`,
        text,
        within: null,
        rests_on: [],
      })),
    render: (delivery) => `# Prices\n\n${List.parse(delivery).lines.join("\n")}`,
    evidence: async () => [],
  });
}
