import { expect, test } from "vitest";
import type { Json } from "../../../../shared/contracts/json.ts";
import { limits } from "../../../../shared/contracts/limits.ts";
import { fits } from "../../../../shared/steps/fold/match-entry.ts";
import { nested } from "../../../support/hostile.ts";

test.each<[string, Json, RegExp]>([
  ["too much", "x".repeat(limits.answerBytes), /at most 4096 bytes; send longer material as an attachment/],
  ["a number that is too large", { id: 2 ** 63 }, /numbers of at most 9007199254740991/],
  ["a member without a name", [{ "": 1 }], /member names of 1 to 200 characters/],
  ["more levels than the table has", nested(21), /at most 20 levels/],
])("an answer that cannot be stored is refused although the schema takes it: %s", (_, value, why) => {
  expect(fits({}, value)).toEqual({ ok: false, why: expect.stringMatching(why) });
});

test("one that can is as good as its schema says", () => {
  expect(fits({}, nested(20))).toEqual({ ok: true });
  expect(fits({ type: "integer" }, 3)).toEqual({ ok: true });
  expect(fits({ type: "integer" }, "three")).toMatchObject({ ok: false });
});
