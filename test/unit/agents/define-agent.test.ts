import { expect, test } from "vitest";
import { defineAgent } from "../../../shared/agents/define-agent.ts";
import { memoAgent } from "../../support/memo-agent.ts";

/** The memo agent with its first cell under another id. */
const renamed = (id: string) => {
  const { cells, ...memo } = memoAgent([]);
  const [first, ...others] = cells;
  const named = first === undefined ? others : [{ ...first, id }, ...others];
  return () => defineAgent({ ...memo, cells: named } as Parameters<typeof defineAgent>[0]);
};

test.each(["deliver", "form", "turn", "join"])("a cell cannot be called %s, since another one is", (id) => {
  expect(renamed(id)).toThrow(`agent "memo": cell id "${id}" is taken`);
});

test("a cell may be called anything else", () => {
  expect(renamed("returns")().cells.map((cell) => cell.id)).toEqual(["returns", "join"]);
});
