import { isJsonObject, parseJson } from "../json.ts";
import type { Blueprint, FunctionSpec, ScheduleSpec } from "./blueprint.ts";

/** The schedule that looks after what is overdue, and the function behind it. */
export interface Sweep {
  readonly schedule: ScheduleSpec;
  readonly function: FunctionSpec;
  /** How far ahead of now it looks, from its input. */
  readonly aheadMs: number;
}

/** Finds the sweep: the schedule of a function whose input says how many seconds to look ahead. */
export function findSweep(blueprint: Blueprint): Sweep | undefined {
  for (const schedule of blueprint.schedules) {
    const target = blueprint.functions.find(({ arn }) => arn === schedule.targetArn);
    const input = schedule.input === undefined ? undefined : parseJson(schedule.input);
    const ahead = isJsonObject(input) ? input["ahead_seconds"] : undefined;
    if (target !== undefined && typeof ahead === "number")
      return { schedule, function: target, aheadMs: ahead * 1_000 };
  }
  return undefined;
}
