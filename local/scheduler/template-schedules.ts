import type { Blueprint, ScheduleSpec } from "../template/blueprint.ts";
import { parseExpression } from "./expression.ts";
import { scheduleArn, scheduleKey } from "./schedule.ts";
import type { Entry, Scheduler } from "./scheduler.ts";

/** Until when a schedule would ring in vain, where that can be known; see `Entry.idleUntil`. */
export type IdleUntil = (schedule: ScheduleSpec) => Entry["idleUntil"];

/**
 * Arms the schedules that the template itself declares. They are not kept: the template says them again at the next
 * start, and a rate counts from then. @throws on an expression that is not valid.
 */
export function armTemplateSchedules(
  scheduler: Scheduler,
  blueprint: Blueprint,
  now: number,
  idleUntil: IdleUntil,
): void {
  for (const schedule of blueprint.schedules) {
    const expression = parseExpression(schedule.expression, schedule.timeZone);
    if (expression === undefined) throw new Error(`schedule ${schedule.name}: ${schedule.expression} is not valid`);
    if (!schedule.enabled || (expression.kind === "at" && expression.dueAt <= now)) continue;
    const key = scheduleKey(schedule.group, schedule.name);
    scheduler.arm({
      key,
      arn: scheduleArn(blueprint, key),
      expression,
      anchorMs: now,
      endMs: undefined,
      targetArn: schedule.targetArn,
      deadLetterArn: undefined,
      input: schedule.input ?? "{}",
      onCompleted: () => Promise.resolve(),
      idleUntil: idleUntil(schedule),
    });
  }
}
