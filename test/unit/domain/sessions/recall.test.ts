import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Memory } from "../../../../shared/contracts/records.ts";
import { type Remembered, recall, recallTokens, tokensOf } from "../../../../shared/domain/sessions/recall.ts";

const session_id = "ses_01J00000000000000000000001";

function aMemory(more: Partial<Memory> = {}): Memory {
  return {
    id: `mem_${more.version ?? 1}`,
    session_id,
    source_run_id: "run_01J00000000000000000000001_1",
    kind: "delivery",
    text: "Ferries carried more people in spring.",
    importance: 0.7,
    version: 1,
    created_at: 0,
    refs: [],
    ...more,
  };
}

const aRule = (text: string, version: number, more: Partial<Memory> = {}): Memory =>
  aMemory({ id: `con_${version}`, kind: "preference", pinned: true, importance: 1, text, version, ...more });

const given = (more: Partial<Remembered> = {}): Remembered => ({ rules: [], summary: null, notes: [], ...more });

describe("rules", () => {
  const rules = [
    aRule("Never use supplier X", 1),
    aRule("always in euros", 2),
    aRule("only on Mondays", 3, { withdrawn: true }),
  ];

  test("are given word for word, the later one last, without those that were taken back", () => {
    expect(recall(given({ rules }), { about: "anything" }).rules).toEqual(["Never use supplier X", "always in euros"]);
  });

  test("are given whole even when nothing else has room", () => {
    const recalled = recall(given({ rules, summary: aMemory({ text: "x".repeat(400) }) }), {
      about: "ferries",
      tokens: 0,
    });
    expect(recalled).toMatchObject({ rules: ["Never use supplier X", "always in euros"], summary: null, notes: [] });
  });
});

describe("notes", () => {
  test("come only when they speak of what the turn is about", () => {
    const notes = [aMemory({ version: 1 }), aMemory({ version: 2, text: "Whales migrate in autumn." })];
    expect(
      recall(given({ notes }), { about: "How many ferries were there?" }).notes.map(({ version }) => version),
    ).toEqual([1]);
    expect(recall(given({ notes }), { about: "thanks" }).notes).toEqual([]);
  });

  test("come by relevance, importance and recency together", () => {
    const notes = [
      aMemory({ version: 1, text: "Ferries in spring and tickets.", importance: 0.7 }),
      aMemory({ version: 2, text: "Ferries.", importance: 0.1 }),
      aMemory({ version: 3, text: "Ferries in spring and tickets.", importance: 0.7 }),
    ];
    const order = recall(given({ notes }), { about: "ferries in spring: tickets" }).notes.map(({ version }) => version);
    expect(order).toEqual([3, 1, 2]);
  });

  test("find words without their accents and endings", () => {
    const notes = [aMemory({ text: "Die Gebühren für Fähren steigen." })];
    expect(recall(given({ notes }), { about: "Wie hoch ist die GEBÜHR? fahren" }).notes).toHaveLength(1);
  });

  test("leave out the delivery that the turn has before its eyes", () => {
    const notes = [aMemory(), aMemory({ version: 2, kind: "error", text: "The ferries step failed." })];
    const recalled = recall(given({ notes }), { about: "ferries", delivered_by: "run_01J00000000000000000000001_1" });
    expect(recalled.notes.map(({ kind }) => kind)).toEqual(["error"]);
  });
});

test("whatever is remembered, the recalled notes and summary fit the budget", () => {
  const words = fc.array(fc.constantFrom("ferry", "ticket", "spring", "água", "船", "😀"), {
    minLength: 1,
    maxLength: 400,
  });
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), words, fc.nat(2_000), (texts, about, tokens) => {
      const notes = texts.map((text, index) => aMemory({ version: index + 1, text: text.join(" ") }));
      const recalled = recall(given({ notes, summary: aMemory({ text: "ferry ".repeat(50) }) }), {
        about: about.join(" "),
        tokens,
      });
      const spent = [recalled.summary ?? "", ...recalled.notes.map(({ text }) => text)].reduce(
        (sum, text) => sum + tokensOf(text),
        0,
      );
      expect(spent).toBeLessThanOrEqual(tokens);
      for (const { text } of recalled.notes) expect(text.isWellFormed()).toBe(true);
    }),
  );
  expect(recallTokens).toBe(1_200);
});
