import { describe, expect, test } from "vitest";
import { afterDelivery, afterRevision, suggestionsOf } from "../../../../shared/domain/runs/suggestions.ts";
import { someParts } from "../../../support/report-view.ts";

const on = { parts: someParts, agent_kind: "specialised", asked: [] } as const;
const proposed = (...texts: readonly string[]) => texts.map((text) => ({ text, anchor: null }));
const open = (...texts: readonly string[]) =>
  texts.map((text) => ({ text, route: "revise_run" as const, anchor: null }));

describe("suggestions", () => {
  test("carry the route that the rules give them and a part that is there", () => {
    expect(
      suggestionsOf(
        [
          { text: "Where does point 2 come from?", anchor: "c_00000002" },
          { text: "Make it\na table", anchor: "c_gone" },
        ],
        on,
      ),
    ).toEqual([
      { text: "Where does point 2 come from?", route: "direct_answer", anchor: "c_00000002" },
      { text: "Make it a table", route: "revise_run", anchor: null },
    ]);
  });

  test("leave out what no rule can route, what says the same and what was asked", () => {
    const texts = proposed("What is the weather in Rome?", "Make it a table", "make it a table!", "Make it shorter");
    expect(suggestionsOf(texts, { ...on, asked: ["make it shorter"] }).map(({ text }) => text)).toEqual([
      "Make it a table",
    ]);
  });

  test("are four at most, and short", () => {
    const texts = proposed(...[1, 2, 3, 4, 5, 6].map((n) => `Expand point ${n}`), `Make it a table ${"x".repeat(300)}`);
    expect(suggestionsOf(texts, on)).toHaveLength(4);
    expect(suggestionsOf(proposed(`Make it a table ${"x".repeat(300)}`), on)).toEqual([]);
  });

  test("of a general agent say when they start another run", () => {
    expect(suggestionsOf(proposed("New task: compare cars"), { ...on, agent_kind: "general" })).toMatchObject([
      { route: "new_run" },
    ]);
  });
});

describe("after a revision", () => {
  test("what was asked, and what makes no sense any more, is marked with its version", () => {
    const before = open("Expand point 1", "Make it a table", "Make it shorter");
    const by = { asked: ["expand point 1"], still: proposed("Make it shorter", "Expand point 1") };
    expect(afterRevision(before, 2, by)).toEqual([
      { ...before[0], withdrawn_by: 2 },
      { ...before[1], withdrawn_by: 2 },
      before[2],
    ]);
  });

  test("of a general agent only what was asked is", () => {
    const before = open("Expand point 1", "Make it a table");
    expect(
      afterRevision(before, 2, { asked: ["Make it a table"], still: null }).map((one) => "withdrawn_by" in one),
    ).toEqual([false, true]);
  });

  test("what was withdrawn before keeps its version", () => {
    const before = [
      { ...open("Make it a table")[0], text: "x", route: "revise_run" as const, anchor: null, withdrawn_by: 2 },
    ];
    expect(afterRevision(before, 3, { asked: [], still: [] })).toEqual(before);
  });
});

describe("with a new delivery", () => {
  test("come the new ones; open ones it does not make again are withdrawn and stand behind", () => {
    const [table, shorter] = open("Make it a table", "Make it shorter");
    if (!(table && shorter)) throw new Error("two");
    expect(afterDelivery([table, shorter], open("Make it a table", "Expand point 2"), 3)).toEqual([
      ...open("Make it a table", "Expand point 2"),
      { ...shorter, withdrawn_by: 3 },
    ]);
  });

  test("only the last withdrawn ones are shown", () => {
    const before = open(...Array.from({ length: 12 }, (_, index) => `Expand point ${index}`));
    expect(afterDelivery(before, [], 2).map(({ text }) => text)).toEqual(
      [6, 7, 8, 9, 10, 11].map((n) => `Expand point ${n}`),
    );
  });
});
