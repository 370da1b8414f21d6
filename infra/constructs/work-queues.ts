import { Duration } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type FunctionName, functionSizes } from "../functions.ts";
import type { ServiceFunction } from "./function.ts";
import { keepLogicalId } from "./keep-logical-id.ts";

/** How a worker takes messages from its queue. */
export interface Delivery {
  readonly batchSize: number;
  /** Most batches in work at the same time, 2 to 1,000. */
  readonly maxConcurrency: number;
}

/** A queue, the queue of what it gave up on, and the setting that carries its address. */
export interface WorkQueue {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly setting: "NUDGE_QUEUE_URL" | "TASK_QUEUE_URL" | "WAKE_QUEUE_URL";
}

/** Deliveries of a message before it is given up. The workers space them by changing the visibility time. */
const maxReceiveCount = 5;
/** Longer than the worker's own timeout, so that a message is not delivered again while it is still worked on. */
const visibilityMarginSeconds = 30;

/** The three queues between the functions: sessions to look at, tasks to run, wakes to ring. */
export class WorkQueues extends Construct {
  readonly nudges: WorkQueue;
  readonly tasks: WorkQueue;
  readonly wakes: WorkQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.nudges = this.#workQueue("Nudges", "fold", "NUDGE_QUEUE_URL");
    this.tasks = this.#workQueue("Tasks", "task", "TASK_QUEUE_URL");
    this.wakes = this.#workQueue("Wakes", "wake", "WAKE_QUEUE_URL");
  }

  /** Lets `grantee` ask for a session to be looked at. */
  grantNudge(grantee: ServiceFunction): void {
    grantSend(this.nudges, grantee);
  }

  /** Lets `grantee` hand out tasks that are ready. */
  grantDispatch(grantee: ServiceFunction): void {
    grantSend(this.tasks, grantee);
  }

  /** Lets `grantee` ring a wake that is due within SQS's 15 minutes. */
  grantRingSoon(grantee: ServiceFunction): void {
    grantSend(this.wakes, grantee);
  }

  /** Lets `grantee` look at what the queues gave up on, and take it back off there. */
  grantRedrive(grantee: ServiceFunction): void {
    for (const { deadLetters, setting } of [this.nudges, this.tasks, this.wakes]) {
      grantee.allow({
        actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
        resources: [deadLetters.queueArn],
      });
      grantee.setting(setting.replace("QUEUE", "DEAD_LETTERS"), deadLetters.queueUrl);
    }
  }

  /** Makes `worker` the reader of `from`; a batch may fail in part. */
  deliver(from: WorkQueue, worker: ServiceFunction, delivery: Delivery): void {
    worker.allow({
      actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility", "sqs:GetQueueAttributes"],
      resources: [from.queue.queueArn],
    });
    worker.setting(from.setting, from.queue.queueUrl);
    new EventSourceMapping(worker, "Work", {
      target: worker.lambda,
      eventSourceArn: from.queue.queueArn,
      batchSize: delivery.batchSize,
      maxConcurrency: delivery.maxConcurrency,
      reportBatchItemFailures: true,
    });
  }

  #workQueue(name: string, reader: FunctionName, setting: WorkQueue["setting"]): WorkQueue {
    const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    const deadLetters = new Queue(this, `${name}DeadLetters`, { ...safe, retentionPeriod: Duration.days(14) });
    const queue = new Queue(this, name, {
      ...safe,
      visibilityTimeout: Duration.seconds(functionSizes[reader].timeoutSeconds + visibilityMarginSeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
    keepLogicalId(queue, `${name}Queue`);
    keepLogicalId(deadLetters, `${name}DeadLetterQueue`);
    return { queue, deadLetters, setting };
  }
}

function grantSend(to: WorkQueue, grantee: ServiceFunction): void {
  grantee.allow({ actions: ["sqs:SendMessage"], resources: [to.queue.queueArn] });
  grantee.setting(to.setting, to.queue.queueUrl);
}
