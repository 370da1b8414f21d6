import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { summaryMemory } from "../../../../shared/domain/sessions/memory.ts";
import { recall } from "../../../../shared/domain/sessions/recall.ts";
import { summaryAfter } from "../../../../shared/domain/sessions/session-summary.ts";

const summed = (lines: readonly { readonly turn: number; readonly asked: string; readonly made: string }[]) =>
  lines.reduce<string | null>(summaryAfter, null) ?? "";

describe("the summary of a session", () => {
  test("has a line for each run", () => {
    expect(
      summed([
        { turn: 1, asked: "Write about ferries", made: "Ferries: Key points" },
        { turn: 2, asked: "Now\nwhales", made: "Whales" },
      ]),
    ).toBe("Run 1: “Write about ferries” – Ferries: Key points\nRun 2: “Now whales” – Whales");
  });

  test("replaces the line of a run that delivered again", () => {
    const summary = summed([
      { turn: 1, asked: "Write about ferries", made: "Ferries: Key points" },
      { turn: 2, asked: "Whales", made: "Whales" },
      { turn: 1, asked: "Write about ferries", made: "Ferries: Key points; Risks" },
    ]);
    expect(summary.split("\n")).toEqual([
      "Run 2: “Whales” – Whales",
      "Run 1: “Write about ferries” – Ferries: Key points; Risks",
    ]);
  });

  test("puts what is old into one line, with its number", () => {
    const runs = Array.from({ length: 14 }, (_, index) => ({
      turn: index + 1,
      asked: `Ask ${index + 1}`,
      made: "Done",
    }));
    const lines = summed(runs).split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe("Before: 4 runs: Ask 1 · Ask 2 · Ask 3 · Ask 4");
    expect(lines[1]).toBe("Run 5: “Ask 5” – Done");
  });

  test("stays short after two thousand runs, and is the same every time", () => {
    const runs = Array.from({ length: 2_000 }, (_, index) => ({
      turn: index + 1,
      asked: `Please ${"write ".repeat(index % 90)}about ${index}`,
      made: "Report: ".padEnd(index % 500, "heading; "),
    }));
    const summary = summed(runs);
    expect(summary).toBe(summed(runs));
    expect([...summary].length).toBeLessThanOrEqual(2_900);
    expect(summary.split("\n")[0]).toMatch(/^Before: 199\d runs: /);
  });

  test.each([
    ["Latin", "Please write a long report about everything there is to know of "],
    ["Cyrillic", "Напиши подробный отчёт обо всём, что известно об этом "],
    ["Greek", "Γράψε μια μεγάλη αναφορά για όλα όσα γνωρίζουμε "],
    ["Chinese", "请写一份关于所有已知事实的详细报告"],
    ["emoji", "🐳🐋🦭🐟🐬🦈🐙🦑🐚🦀🦞🦐"],
  ])("of forty long runs in %s has the newest one whole, is kept whole and is recalled whole", (_, words) => {
    let text: string | null = null;
    let counted = 0;
    for (let turn = 1; turn <= 40; turn += 1) {
      text = summaryAfter(text, { turn, asked: `${turn} ${words.repeat(20)}`, made: words.repeat(20) });
      const lines = text.split("\n");
      const newest = [...(lines.at(-1) ?? "")];
      expect(newest.join("")).toMatch(new RegExp(`^Run ${turn}: “${turn} .*…” – .*…$`, "u"));
      expect(newest.length).toBeGreaterThan(280);
      const before = Number(/^Before: (\d+) /.exec(text)?.[1] ?? 0);
      expect(before + lines.filter((line) => line.startsWith("Run ")).length).toBe(turn);
      expect(before).toBeGreaterThanOrEqual(counted);
      counted = before;
      const kept = summaryMemory({ session_id: "ses_1", turn }, text, 1);
      expect(kept.text).toBe(text);
      expect(recall({ rules: [], summary: { ...kept, version: 1 }, notes: [] }, { about: "" }).summary).toBe(text);
    }
    expect(counted).toBeGreaterThanOrEqual(30);
  });

  test("whatever is asked, no line is broken and nothing grows without bound", () => {
    const line = fc.record({
      turn: fc.integer({ min: 1, max: 40 }),
      asked: fc.string({ unit: "grapheme", maxLength: 300 }),
      made: fc.string({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
        const summary = summed(lines);
        for (const one of summary.split("\n")) expect(one).toMatch(/^(?:Run \d+: “|Before: \d+ runs?: )/u);
        expect([...summary].length).toBeLessThanOrEqual(2_900);
        expect(summary.isWellFormed()).toBe(true);
      }),
    );
  });
});
