import { describe, expect, test } from "vitest";
import { rulesAfter } from "../../../../shared/domain/routing/session-rules.ts";
import type { NewMemory } from "../../../../shared/domain/sessions/memory.ts";
import { rulesIn } from "../../../../shared/domain/sessions/recall.ts";

let ids = 0;
const at = {
  run: { session_id: "ses_01J00000000000000000000001" as const, turn: 1 },
  now: 5,
  newId: () => {
    ids += 1;
    return String(ids).padStart(26, "0");
  },
};
const said = (...texts: readonly string[]) => texts.map((text, index) => ({ event_id: `evt_${index}`, text }));
const set = (...texts: readonly string[]): readonly NewMemory[] => rulesAfter([], said(...texts), at).rules;

describe("the rules of a session", () => {
  test("are what the person said, word for word, with the message that said it", () => {
    const { rules, changed } = rulesAfter([], said("Make it a table. Never use supplier X!", "always in euros"), at);
    expect(rulesIn(rules)).toEqual(["Never use supplier X!", "always in euros"]);
    expect(changed).toEqual(rules);
    expect(rules[0]).toMatchObject({ kind: "preference", pinned: true, importance: 1, refs: ["evt_0"] });
  });

  test("are not set twice", () => {
    const known = set("Never use supplier X!");
    expect(rulesAfter(known, said("never use Supplier X", "thanks"), at).changed).toEqual([]);
  });

  test("are taken back one by one, by their words", () => {
    const known = set("Never use supplier X", "Never use supplier Y", "Always in euros");
    const { rules, changed } = rulesAfter(known, said("You may use supplier X again"), at);
    expect(rulesIn(rules)).toEqual(["Never use supplier Y", "Always in euros"]);
    expect(changed).toMatchObject([{ text: "Never use supplier X", withdrawn: true }]);
  });

  test("taking one of two back that came in one message leaves the other", () => {
    const known = set("Never use supplier X. Always in euros.");
    expect(rulesIn(rulesAfter(known, said("Forget the rule about euros"), at).rules)).toEqual([
      "Never use supplier X.",
    ]);
  });

  test("taking back what was never said changes nothing, unless there is only one", () => {
    const two = set("Never use supplier X", "Always in euros");
    expect(rulesAfter(two, said("You may use the whale data again"), at).changed).toEqual([]);
    expect(rulesIn(rulesAfter(set("Always in euros"), said("Forget that rule"), at).rules)).toEqual([]);
  });

  test("a rule that is taken back in the same moment was never one", () => {
    expect(rulesAfter([], said("Always in euros", "Forget that rule"), at)).toEqual({ rules: [], changed: [] });
  });

  test("one that was taken back can be set again", () => {
    const back = rulesAfter(set("Always in euros"), said("Forget that rule"), at).rules;
    expect(rulesIn(rulesAfter(back, said("always in euros"), at).rules)).toEqual(["always in euros"]);
  });
});
