import type { Agent } from "../../agents/define-agent.ts";
import { FORM, formVersion } from "../../agents/form-cell.ts";
import { promiseVersion } from "../../agents/promise-cell.ts";
import { TURN, turnVersion } from "../../agents/turn-cell.ts";
import { PROMISE } from "../../domain/runs/promise-step.ts";

/** Version of a cell, part of what its work is named after. */
export function cellVersion(agent: Agent, cellId: string): number {
  if (cellId === TURN) return turnVersion;
  if (cellId === FORM) return formVersion;
  if (cellId === PROMISE) return promiseVersion;
  return agent.cells.find((cell) => cell.id === cellId)?.version ?? 0;
}
