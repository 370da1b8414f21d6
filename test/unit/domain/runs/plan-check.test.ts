import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { checkPlan } from "../../../../shared/domain/runs/plan-check.ts";
import { nested } from "../../../support/hostile.ts";

const cells = new Map([["any", (args: JsonObject) => ({ ok: true as const, args })]]);
const planOf = (args: JsonObject) =>
  checkPlan([{ step_id: "one", cell_id: "any", title: "One", args, depends_on: [] }], cells);

test.each<[string, JsonObject]>([
  ["a number that is too large", { id: 2 ** 63 }],
  ["a member without a name", { of: [{ "": 1 }] }],
  ["more levels than the table has", { of: nested(20) }],
])("a plan whose arguments cannot be stored is bad, and says how they have to be: %s", (_, args) => {
  expect(planOf(args)).toEqual({
    kind: "bad",
    faults: [expect.stringMatching(/^step "one": arguments must have member names .*, and at most 20 levels$/)],
  });
});

test("arguments of twenty levels are stored", () => {
  expect(planOf({ of: nested(19) })).toMatchObject({ kind: "good" });
});
