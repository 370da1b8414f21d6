import type { DynamoClient } from "./dynamodb/dynamo-client.ts";
import type { Dynoxide } from "./dynamodb/dynoxide.ts";
import type { AsyncInvoker } from "./functions/async-invoker.ts";
import type { FunctionHost } from "./functions/function-host.ts";
import type { Front } from "./http/front.ts";
import type { BedrockService } from "./process/bedrock-service.ts";
import type { DataFolder } from "./process/data-folder.ts";
import type { ScheduleBook } from "./scheduler/schedule-book.ts";
import type { Scheduler } from "./scheduler/scheduler.ts";
import type { SchedulerServer } from "./scheduler/scheduler-server.ts";
import type { QueueService } from "./sqs/queue-service.ts";

/** How long a stopping stack lets requests finish, and then rings and events that nobody waits for. */
const graceMs = 2_000;

/** Everything a stack has started so far, so that it can be ended whichever part failed to start. */
export class StackParts {
  folder: DataFolder | undefined;
  front: Front | undefined;
  scheduler: Scheduler | undefined;
  asyncInvoker: AsyncInvoker | undefined;
  queues: QueueService | undefined;
  readonly hosts = new Map<string, FunctionHost>();
  schedulerServer: SchedulerServer | undefined;
  book: ScheduleBook | undefined;
  bedrock: BedrockService | undefined;
  dynamo: DynamoClient | undefined;
  dynoxide: Dynoxide | undefined;
  #stopped: Promise<void> | undefined;

  /** Ends what uses something before what is used. Calling it again waits for the first call. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    await this.front?.close(graceMs);
    await Promise.all([this.scheduler?.stop(graceMs), this.asyncInvoker?.stop(graceMs)]);
    await this.queues?.stop();
    await Promise.all([...this.hosts.values()].map((host) => host.stop()));
    await this.schedulerServer?.stop();
    await Promise.all([this.book?.close(), this.bedrock?.stop()]);
    this.dynamo?.close();
    await this.dynoxide?.stop();
    this.folder?.close();
  }
}
