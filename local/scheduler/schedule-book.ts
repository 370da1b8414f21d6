import * as z from "zod";
import { DurableLog } from "../process/durable-log.ts";
import { StoredGroup, StoredSchedule, scheduleKey } from "./schedule.ts";
import { Turns } from "./turns.ts";

const Line = z.discriminatedUnion("op", [
  z.object({ op: z.literal("put"), schedule: StoredSchedule }),
  z.object({ op: z.literal("remove"), key: z.string() }),
  z.object({ op: z.literal("put_group"), group: StoredGroup }),
  z.object({ op: z.literal("remove_group"), name: z.string() }),
]);

type Line = z.infer<typeof Line>;

/** What the lines so far come to. */
interface Contents {
  readonly schedules: Map<string, StoredSchedule>;
  readonly groups: Map<string, StoredGroup>;
}

/**
 * All schedules and groups that were made through the API. A change counts, and is on the disk, once its call resolves;
 * until then everybody reads what was there before it, and so they do for good when the disk does not take it.
 */
export class ScheduleBook {
  readonly #contents: Contents;
  readonly #log: DurableLog;
  readonly #turns = new Turns();

  private constructor(contents: Contents, log: DurableLog) {
    this.#contents = contents;
    this.#log = log;
  }

  /** Reads the book and writes it anew without what was removed. @throws when the file is not such a book. */
  static async open(path: string): Promise<ScheduleBook> {
    const contents: Contents = { schedules: new Map(), groups: new Map() };
    for (const raw of DurableLog.read(path)) apply(contents, Line.parse(raw));
    const log = await DurableLog.rewrite(path, [
      ...[...contents.groups.values()].map((group) => ({ op: "put_group", group })),
      ...[...contents.schedules.values()].map((schedule) => ({ op: "put", schedule })),
    ]);
    return new ScheduleBook(contents, log);
  }

  /**
   * Runs `change` when the changes before it of the same schedule, named by its key, or of the same group, named by its
   * name, have ended: what it reads of that one is then still so when its own line is written.
   */
  inTurn<Result>(keyOrGroup: string, change: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(keyOrGroup, change);
  }

  get(key: string): StoredSchedule | undefined {
    return this.#contents.schedules.get(key);
  }

  all(): readonly StoredSchedule[] {
    return [...this.#contents.schedules.values()];
  }

  /** Adds or replaces a schedule. It has no effect when its group was removed meanwhile. */
  put(schedule: StoredSchedule): Promise<void> {
    return this.#change({ op: "put", schedule });
  }

  remove(key: string): Promise<void> {
    return this.#change({ op: "remove", key });
  }

  group(name: string): StoredGroup | undefined {
    return name === "default" ? { name, createdAt: 0 } : this.#contents.groups.get(name);
  }

  groups(): readonly StoredGroup[] {
    return [{ name: "default", createdAt: 0 }, ...this.#contents.groups.values()];
  }

  putGroup(group: StoredGroup): Promise<void> {
    return this.#change({ op: "put_group", group });
  }

  /** Removes a group and every schedule in it, and gives the keys of those. */
  async removeGroup(name: string): Promise<readonly string[]> {
    const line: Line = { op: "remove_group", name };
    await this.#log.append(line);
    const inside = keysIn(this.#contents, name);
    apply(this.#contents, line);
    return inside;
  }

  async close(): Promise<void> {
    await this.#log.close();
  }

  /** Lines reach the disk in the order they are added in, and take effect in the same order. */
  async #change(line: Line): Promise<void> {
    await this.#log.append(line);
    apply(this.#contents, line);
  }
}

function apply({ schedules, groups }: Contents, line: Line): void {
  switch (line.op) {
    case "put": {
      const { name, definition } = line.schedule;
      const { GroupName } = definition;
      if (GroupName === "default" || groups.has(GroupName)) schedules.set(scheduleKey(GroupName, name), line.schedule);
      return;
    }
    case "remove":
      schedules.delete(line.key);
      return;
    case "put_group":
      groups.set(line.group.name, line.group);
      return;
    case "remove_group":
      for (const key of keysIn({ schedules, groups }, line.name)) schedules.delete(key);
      groups.delete(line.name);
  }
}

function keysIn({ schedules }: Contents, group: string): string[] {
  return [...schedules].filter(([, { definition }]) => definition.GroupName === group).map(([key]) => key);
}
