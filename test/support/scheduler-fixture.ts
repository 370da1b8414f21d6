import { join } from "node:path";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { VirtualClock } from "../../local/clock/clock.ts";
import { ScheduleBook } from "../../local/scheduler/schedule-book.ts";
import { Scheduler } from "../../local/scheduler/scheduler.ts";
import type { SchedulerApiOptions } from "../../local/scheduler/scheduler-api.ts";
import { SchedulerServer } from "../../local/scheduler/scheduler-server.ts";
import { emptyFolder } from "./tiny-assembly.ts";

/** What was handed to a target, and when. */
export interface Delivered {
  readonly arn: string;
  readonly input: string;
  readonly at: string;
}

/** A scheduler on a clock that a test moves, with the real client in front. */
export interface SchedulerFixture {
  readonly client: SchedulerClient;
  /** What its API is made of, for one without HTTP in between. */
  readonly options: SchedulerApiOptions;
  readonly clock: VirtualClock;
  readonly delivered: readonly Delivered[];
  /** Targets named here refuse what they get. */
  readonly refusing: Set<string>;
  /** Moves the clock from ring to ring up to a time. */
  advanceTo(time: string): Promise<void>;
  /** Ends it the hard way and starts another one on the same file. */
  restart(): Promise<SchedulerFixture>;
  stop(): Promise<void>;
}

/** Starts a scheduler server at `start`; `folder` holds its file. */
export async function startScheduler(start: string, folder = emptyFolder()): Promise<SchedulerFixture> {
  const clock = new VirtualClock(Date.parse(start));
  const delivered: Delivered[] = [];
  const refusing = new Set<string>();
  const rings: Promise<void>[] = [];
  const book = await ScheduleBook.open(join(folder, "schedules.jsonl"));
  const scheduler = new Scheduler({
    clock,
    grain: "second",
    track: (ring) => {
      const ringing = ring();
      rings.push(ringing.catch(() => undefined));
      return ringing;
    },
    deliver: (arn, input) => {
      if (refusing.has(arn)) return Promise.reject(new Error("refused"));
      delivered.push({ arn, input, at: new Date(clock.now()).toISOString() });
      return Promise.resolve();
    },
    onTrouble: () => undefined,
  });
  const options = { book, scheduler, clock, region: "us-east-1", accountId: "000000000000" };
  const server = new SchedulerServer(options);
  const endpoint = await server.start();
  server.armAll();
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new SchedulerClient({ endpoint, region: "us-east-1", credentials });
  const stop = async () => {
    client.destroy();
    await scheduler.stop(0);
    await server.stop();
  };
  return {
    client,
    options,
    clock,
    delivered,
    refusing,
    advanceTo: async (time) => {
      const target = Date.parse(time);
      for (
        let due = await scheduler.nextDueAt();
        due !== undefined && due <= target;
        due = await scheduler.nextDueAt()
      ) {
        clock.set(due);
        await scheduler.release();
        await Promise.all(rings.splice(0));
      }
      clock.set(target);
    },
    restart: async () => {
      await stop();
      return await startScheduler(new Date(clock.now()).toISOString(), folder);
    },
    stop: async () => {
      await stop();
      await book.close();
    },
  };
}
