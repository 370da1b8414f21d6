import * as z from "zod";
import { type Ask, type Cell, defineCell } from "../../shared/agents/cell.ts";
import { type Agent, defineAgent } from "../../shared/agents/define-agent.ts";
import type { RunBudget } from "../../shared/contracts/budget.ts";
import { memoAgent } from "../support/memo-agent.ts";
import { simLimits } from "./deployment.ts";
import type { Outside } from "./outside.ts";
import { current, type Host } from "./process.ts";

/** What some words cannot be written down without, when the agents of a seed ask. */
const asked: Readonly<Record<string, Partial<Ask>>> = {
  dog: {},
  elk: { default: "red", expires_in_ms: 300_000, each_time: true },
  cat: { expires_in_ms: 240_000 },
};

/** A cell that asks for the colour of some words before it does its work. */
function asking(cell: Cell): Cell {
  return {
    ...cell,
    run: async (context, args, inputs) => {
      const of = asked[String(args["word"])];
      if (of === undefined || context.answers["colour"] !== undefined) return cell.run(context, args, inputs);
      const question = {
        name: "colour",
        text: `Which colour is the ${args["word"]}?`,
        schema: z.enum(["red", "blue"]),
      };
      return { need_input: [{ ...question, ...of }] };
    },
  };
}

/** A cell that does something outside for one of the words before it does its work. */
function effecting(cell: Cell, outside: Outside): Cell {
  return {
    ...cell,
    run: async (context, args, inputs) => {
      const { machine } = current();
      const word = String(args["word"]);
      if (word !== "bee") return cell.run(context, args, inputs);
      await context.once({
        name: "mail",
        probe: async (key) => outside.look(key),
        run: (key) =>
          machine.request({
            kind: "cell",
            what: `mail about ${word}`,
            act: async () => outside.send(`${context.run_id} ${word} ${turnOf(machine, context.run_id)}`, key),
            errors: { refused: () => new Error("the mail server says that it failed") },
          }),
      });
      return cell.run(context, args, inputs);
    },
  };
}

/** A session that is opened once more has nothing to do with the one before. */
const turnOf = ({ lives }: Host, runId: string): number => lives.turn(`S#${runId.split("_")[1]}`);

/** A cell in the hands of the machine: it takes its time, and may do its work and say that it failed. */
function held(cell: Cell): Cell {
  return {
    ...cell,
    run: async (context, args, inputs) => {
      const { machine } = current();
      await machine.pause(cellMs(machine));
      const made = await cell.run(context, args, inputs);
      return machine.request({
        kind: "cell",
        // Stored maps come back in any order.
        what: `cell ${cell.id} ${Object.entries(args).map(String).sort().join(" ")}`,
        act: async () => made,
        errors: { refused: () => new Error("the cell says that it failed") },
      });
    },
  };
}

function cellMs(machine: Host): number {
  if (machine.faults.strikes("cell_slow")) return machine.dice.between(16_000, 40_000);
  return machine.dice.between(50, 3_000);
}

const jot = defineCell({
  id: "jot",
  description: "Writes one word down.",
  input: z.strictObject({ word: z.string() }),
  run: async (_context, { word }) => ({ content: { word }, max_age_ms: 600_000 }),
});

const gather = defineCell({
  id: "gather",
  description: "Puts the words together.",
  input: z.strictObject({}),
  run: async (_context, _args, inputs) => ({
    content: {
      text: Object.values(inputs)
        .map((input) => z.object({ word: z.string() }).parse(input).word)
        .sort()
        .join(" "),
    },
  }),
});

/** Agents that wait for more of what was sent just now. */
export const debouncing: readonly string[] = ["jotter"];

/** The agents of the simulated deployment: a specialised one and a general one, which may wake each other. */
export function simAgents(of: {
  readonly ask: boolean;
  readonly outside: Outside;
  readonly budget: RunBudget;
}): readonly Agent[] {
  const { ask, outside, budget } = of;
  const simulated = (cell: Cell): Cell => held(effecting(ask ? asking(cell) : cell, outside));
  const memo = memoAgent([]);
  const { depth, pending } = simLimits("memo");
  const follow_ups = { ...memo.follow_ups, max_depth: depth, max_per_session: pending };
  const jotter: Agent = defineAgent({
    slug: "jotter",
    kind: "general",
    title: "Jotter",
    instructions: "You jot words down.",
    cells: [simulated(jot), simulated(gather)],
    can_call: ["memo"],
    budget,
    debounce: { quiet_ms: 1_500, max_wait_ms: 6_000 },
    follow_ups: {
      dialect: "schedule_followup",
      max_per_session: simLimits("jotter").pending,
      max_depth: simLimits("jotter").depth,
    },
    parts: () => [],
    render: (delivery) => z.object({ text: z.string() }).parse(delivery).text,
    evidence: async () => [],
  });
  return [{ ...memo, cells: memo.cells.map(simulated), can_call: ["jotter"], follow_ups, budget }, jotter];
}
