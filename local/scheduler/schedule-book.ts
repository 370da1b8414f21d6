import * as z from "zod";
import { DurableLog } from "../process/durable-log.ts";
import { StoredGroup, StoredSchedule, scheduleKey } from "./schedule.ts";

const Line = z.discriminatedUnion("op", [
  z.object({ op: z.literal("put"), schedule: StoredSchedule }),
  z.object({ op: z.literal("remove"), key: z.string() }),
  z.object({ op: z.literal("put_group"), group: StoredGroup }),
  z.object({ op: z.literal("remove_group"), name: z.string() }),
]);

/** All schedules and groups that were made through the API. A change counts, and is on the disk, once its call resolves. */
export class ScheduleBook {
  readonly #schedules: Map<string, StoredSchedule>;
  readonly #groups: Map<string, StoredGroup>;
  readonly #log: DurableLog;

  private constructor(schedules: Map<string, StoredSchedule>, groups: Map<string, StoredGroup>, log: DurableLog) {
    this.#schedules = schedules;
    this.#groups = groups;
    this.#log = log;
  }

  /** Reads the book and writes it anew without what was removed. @throws when the file is not such a book. */
  static async open(path: string): Promise<ScheduleBook> {
    const schedules = new Map<string, StoredSchedule>();
    const groups = new Map<string, StoredGroup>();
    for (const raw of DurableLog.read(path)) {
      const line = Line.parse(raw);
      if (line.op === "put")
        schedules.set(scheduleKey(line.schedule.definition.GroupName, line.schedule.name), line.schedule);
      else if (line.op === "remove") schedules.delete(line.key);
      else if (line.op === "put_group") groups.set(line.group.name, line.group);
      else groups.delete(line.name);
    }
    const log = await DurableLog.rewrite(path, [
      ...[...groups.values()].map((group) => ({ op: "put_group", group })),
      ...[...schedules.values()].map((schedule) => ({ op: "put", schedule })),
    ]);
    return new ScheduleBook(schedules, groups, log);
  }

  get(key: string): StoredSchedule | undefined {
    return this.#schedules.get(key);
  }

  all(): readonly StoredSchedule[] {
    return [...this.#schedules.values()];
  }

  async put(schedule: StoredSchedule): Promise<void> {
    this.#schedules.set(scheduleKey(schedule.definition.GroupName, schedule.name), schedule);
    await this.#log.append({ op: "put", schedule });
  }

  async remove(key: string): Promise<void> {
    this.#schedules.delete(key);
    await this.#log.append({ op: "remove", key });
  }

  group(name: string): StoredGroup | undefined {
    return name === "default" ? { name, createdAt: 0 } : this.#groups.get(name);
  }

  groups(): readonly StoredGroup[] {
    return [{ name: "default", createdAt: 0 }, ...this.#groups.values()];
  }

  async putGroup(group: StoredGroup): Promise<void> {
    this.#groups.set(group.name, group);
    await this.#log.append({ op: "put_group", group });
  }

  /** Removes a group and every schedule in it. */
  async removeGroup(name: string): Promise<void> {
    this.#groups.delete(name);
    const inside = this.all().filter(({ definition }) => definition.GroupName === name);
    await Promise.all(inside.map((schedule) => this.remove(scheduleKey(name, schedule.name))));
    await this.#log.append({ op: "remove_group", name });
  }

  /** Waits until every change so far is on the disk. */
  async flushed(): Promise<void> {
    await this.#log.flushed();
  }

  async close(): Promise<void> {
    await this.#log.close();
  }
}
