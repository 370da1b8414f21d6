import * as z from "zod";
import type { Cell } from "../../agents/cell.ts";
import type { Agent } from "../../agents/define-agent.ts";
import { FORM, formArgs } from "../../agents/form-cell.ts";
import { promiseArgs } from "../../agents/promise-cell.ts";
import { TURN, turnArgs } from "../../agents/turn-cell.ts";
import type { CellCheck } from "../../domain/runs/plan-check.ts";
import { PROMISE } from "../../domain/runs/promise-step.ts";

/** How the arguments of each cell of an agent are checked, the built-in ones included. */
export function cellChecks(agent: Agent): ReadonlyMap<string, CellCheck> {
  const checks = agent.cells.map((cell): [string, CellCheck] => [cell.id, checkWith(cell.input)]);
  return new Map([
    ...checks,
    [TURN, checkWith(turnArgs)],
    [FORM, checkWith(formArgs)],
    [PROMISE, checkWith(promiseArgs)],
  ]);
}

const checkWith =
  (schema: Cell["input"]): CellCheck =>
  (args) => {
    const parsed = schema.safeParse(args);
    return parsed.success ? { ok: true, args: parsed.data } : { ok: false, why: z.prettifyError(parsed.error) };
  };
