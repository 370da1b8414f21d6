import { isJsonObject, parseJson } from "../json.ts";
import type { Blueprint, FunctionSpec, ScheduleSpec } from "./blueprint.ts";

/** The schedule that looks after what is overdue, and the function behind it. */
export interface Sweep {
  readonly schedule: ScheduleSpec;
  readonly function: FunctionSpec;
  /** How far ahead of now it looks, from its input. */
  readonly aheadMs: number;
  /** How long a session may lie unused until its time is over, in milliseconds; null when it may for ever. */
  readonly keepMs: number | null;
}

/** Finds the sweep: the schedule of a function whose input says how many seconds to look ahead. */
export function findSweep(blueprint: Blueprint): Sweep | undefined {
  for (const schedule of blueprint.schedules) {
    const target = blueprint.functions.find(({ arn }) => arn === schedule.targetArn);
    const input = schedule.input === undefined ? undefined : parseJson(schedule.input);
    const ahead = isJsonObject(input) ? input["ahead_seconds"] : undefined;
    if (target !== undefined && typeof ahead === "number")
      return { schedule, function: target, aheadMs: ahead * 1_000, keepMs: keepMsOf(target) };
  }
  return undefined;
}

function keepMsOf({ env }: FunctionSpec): number | null {
  const days = Number(env["SESSION_DAYS"] ?? 0);
  return days > 0 ? days * 86_400_000 : null;
}
