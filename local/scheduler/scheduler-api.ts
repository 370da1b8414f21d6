import * as z from "zod";
import type { Clock } from "../clock/clock.ts";
import { parseExpression } from "./expression.ts";
import { Definition, ScheduleName, type StoredSchedule, scheduleArn, scheduleKey } from "./schedule.ts";
import type { ScheduleBook } from "./schedule-book.ts";
import type { Scheduler } from "./scheduler.ts";
import { SchedulerError } from "./scheduler-error.ts";

/** What the API needs of the rest of the stack. */
export interface SchedulerApiOptions {
  readonly book: ScheduleBook;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly region: string;
  readonly accountId: string;
}

/** The calls of EventBridge Scheduler that concern schedules, in the shapes of its wire format. */
export class SchedulerApi {
  readonly #options: SchedulerApiOptions;

  constructor(options: SchedulerApiOptions) {
    this.#options = options;
  }

  /** Takes up every schedule of the book. Those whose time passed while nothing ran ring at once. */
  armAll(): void {
    for (const schedule of this.#options.book.all()) this.#arm(schedule);
  }

  /** @throws SchedulerError */
  async create(name: string, body: unknown): Promise<object> {
    const definition = this.#read(name, body);
    const key = scheduleKey(definition.GroupName, name);
    return await this.#options.book.inTurn(key, async () => {
      const known = this.#options.book.get(key);
      if (known !== undefined) {
        if (isReplay(known, definition)) return { ScheduleArn: this.#arn(key) };
        throw new SchedulerError("ConflictException", `Schedule ${name} already exists.`);
      }
      const now = this.#options.clock.now();
      await this.#put({ name, definition, createdAt: now, modifiedAt: now });
      return { ScheduleArn: this.#arn(key) };
    });
  }

  /** Replaces the whole definition. @throws SchedulerError */
  async update(name: string, body: unknown): Promise<object> {
    const definition = this.#read(name, body);
    const key = scheduleKey(definition.GroupName, name);
    return await this.#options.book.inTurn(key, async () => {
      const known = this.#get(key, name);
      await this.#put({ name, definition, createdAt: known.createdAt, modifiedAt: this.#options.clock.now() });
      return { ScheduleArn: this.#arn(key) };
    });
  }

  /** @throws SchedulerError */
  get(name: string, group: string): object {
    const key = scheduleKey(group, name);
    const { definition, createdAt, modifiedAt } = this.#get(key, name);
    const { ClientToken: _, ...shown } = definition;
    return {
      ...shown,
      Name: name,
      Arn: this.#arn(key),
      CreationDate: createdAt / 1_000,
      LastModificationDate: modifiedAt / 1_000,
    };
  }

  /** @throws SchedulerError */
  async remove(name: string, group: string): Promise<object> {
    const key = scheduleKey(group, name);
    return await this.#options.book.inTurn(key, async () => {
      this.#get(key, name);
      await this.#options.book.remove(key);
      this.#options.scheduler.disarm(key);
      return {};
    });
  }

  list(query: URLSearchParams): object {
    const [group, prefix, state] = ["ScheduleGroup", "NamePrefix", "State"].map((name) => query.get(name));
    const limit = Number(query.get("MaxResults") ?? 100);
    const after = query.get("NextToken") ?? "";
    const found = this.#options.book
      .all()
      .filter(({ definition }) => (group ?? definition.GroupName) === definition.GroupName)
      .filter(
        ({ name, definition }) => name.startsWith(prefix ?? "") && (state ?? definition.State) === definition.State,
      )
      .map((schedule) => ({ schedule, key: scheduleKey(schedule.definition.GroupName, schedule.name) }))
      .filter(({ key }) => key > after)
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const page = found.slice(0, limit);
    return {
      Schedules: page.map(({ schedule, key }) => ({
        Name: schedule.name,
        Arn: this.#arn(key),
        GroupName: schedule.definition.GroupName,
        State: schedule.definition.State,
        Target: { Arn: schedule.definition.Target.Arn },
        CreationDate: schedule.createdAt / 1_000,
        LastModificationDate: schedule.modifiedAt / 1_000,
      })),
      ...(found.length > page.length ? { NextToken: page.at(-1)?.key } : {}),
    };
  }

  /** Removes a group with everything in it. @throws SchedulerError */
  async removeGroup(name: string): Promise<object> {
    const { book, scheduler } = this.#options;
    if (name === "default") throw new SchedulerError("ValidationException", "The default group cannot be deleted.");
    return await book.inTurn(name, async () => {
      if (book.group(name) === undefined) throw missingGroup(name);
      for (const key of await book.removeGroup(name)) scheduler.disarm(key);
      return {};
    });
  }

  #read(name: string, body: unknown): Definition {
    const parsed = z.object({ name: ScheduleName, definition: Definition }).safeParse({ name, definition: body });
    if (!parsed.success) throw new SchedulerError("ValidationException", z.prettifyError(parsed.error));
    const { definition } = parsed.data;
    const expression = parseExpression(definition.ScheduleExpression, definition.ScheduleExpressionTimezone);
    if (expression === undefined) {
      throw new SchedulerError("ValidationException", `Invalid Schedule Expression ${definition.ScheduleExpression}.`);
    }
    if (expression.kind === "at" && expression.dueAt <= this.#options.clock.now()) {
      throw new SchedulerError("ValidationException", "The time of a one-time schedule must lie in the future.");
    }
    if (this.#options.book.group(definition.GroupName) === undefined) throw missingGroup(definition.GroupName);
    return definition;
  }

  #get(key: string, name: string): StoredSchedule {
    const schedule = this.#options.book.get(key);
    if (schedule === undefined)
      throw new SchedulerError("ResourceNotFoundException", `Schedule ${name} does not exist.`);
    return schedule;
  }

  async #put(schedule: StoredSchedule): Promise<void> {
    const { book } = this.#options;
    const { GroupName } = schedule.definition;
    await book.put(schedule);
    // This is its turn, so only its group can have been removed, and it with the group.
    if (book.get(scheduleKey(GroupName, schedule.name)) !== schedule) throw missingGroup(GroupName);
    this.#arm(schedule);
  }

  #arm(schedule: StoredSchedule): void {
    const { definition, completedAt } = schedule;
    const key = scheduleKey(definition.GroupName, schedule.name);
    this.#options.scheduler.disarm(key);
    const expression = parseExpression(definition.ScheduleExpression, definition.ScheduleExpressionTimezone);
    if (expression === undefined || definition.State === "DISABLED" || completedAt !== undefined) return;
    this.#options.scheduler.arm({
      key,
      arn: this.#arn(key),
      expression,
      anchorMs: definition.StartDate === undefined ? schedule.createdAt : definition.StartDate * 1_000,
      endMs: definition.EndDate === undefined ? undefined : definition.EndDate * 1_000,
      targetArn: definition.Target.Arn,
      deadLetterArn: definition.Target.DeadLetterConfig?.Arn,
      input: definition.Target.Input ?? defaultInput(this.#arn(key)),
      onCompleted: () => this.#completed(schedule),
    });
  }

  async #completed(schedule: StoredSchedule): Promise<void> {
    const { book, clock } = this.#options;
    const key = scheduleKey(schedule.definition.GroupName, schedule.name);
    await book.inTurn(key, async () => {
      // It was replaced or removed while it rang: what stands there now is another schedule.
      if (book.get(key) !== schedule) return;
      if (schedule.definition.ActionAfterCompletion === "DELETE") await book.remove(key);
      else await book.put({ ...schedule, completedAt: clock.now() });
    });
  }

  #arn(key: string): string {
    return scheduleArn(this.#options, key);
  }
}

/** The error for a group that was never made. */
export function missingGroup(name: string): SchedulerError {
  return new SchedulerError("ResourceNotFoundException", `Schedule group ${name} does not exist.`);
}

/** The same request again, as the SDK sends it when the reply was lost. */
function isReplay(known: StoredSchedule, definition: Definition): boolean {
  const token = definition.ClientToken;
  return token !== undefined && JSON.stringify(known.definition) === JSON.stringify(definition);
}

/** What a target gets when its schedule has no input. */
function defaultInput(arn: string): string {
  const time = "<aws.scheduler.scheduled-time>";
  return JSON.stringify({
    version: "0",
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    time,
    resources: [arn],
  });
}
