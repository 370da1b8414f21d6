import { defineCell } from "followthrough/agents/cell";
import { defineAgent } from "followthrough/agents/define-agent";
import * as z from "zod";

const Counts = z.object({ counts: z.array(z.object({ source: z.string(), words: z.int() })) });

const countWords = defineCell({
  id: "count_words",
  description: "Counts the words of every source. The only step that is needed.",
  input: z.strictObject({}),
  run: async ({ sources, readSource }) => {
    const counts = await Promise.all(
      sources.map(async ({ id, name }) => {
        const words = (await readSource(id)).split(/\s+/).filter((word) => word !== "");
        return { source: name, words: words.length };
      }),
    );
    return { content: { counts }, rests_on: sources.map(({ id }) => id) };
  },
});

/** The smallest agent there can be: one cell, and how its result is read. */
export const wordCounter = defineAgent({
  kind: "general",
  slug: "word-counter",
  title: "Word counter",
  instructions: "You count the words of texts.",
  cells: [countWords],
  parts: () => [],
  render: (delivery) =>
    Counts.parse(delivery)
      .counts.map(({ source, words }) => `- ${source}: ${words} words`)
      .join("\n"),
  evidence: async () => [],
});
