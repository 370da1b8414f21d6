import type { SQSBatchResponse, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { acceptEndpoints } from "../../functions/accept/endpoints.ts";
import { readEndpoints } from "../../functions/http-read/endpoints.ts";
import { writeEndpoints } from "../../functions/http-write/endpoints.ts";
import { operatorEndpoints } from "../../functions/operator/endpoints.ts";
import { limits } from "../../shared/contracts/limits.ts";
import { NudgeMessage, RingQueueMessage, TaskQueueMessage } from "../../shared/contracts/queue-messages.ts";
import { WakeUpMessage } from "../../shared/contracts/wake-up.ts";
import { httpHandler } from "../../shared/runtime/http-handler.ts";
import { errorDetails, type Log, type LogDetails } from "../../shared/runtime/log.ts";
import { type QueueHandler, queueHandler } from "../../shared/runtime/queue-handler.ts";
import { fold } from "../../shared/steps/fold/fold.ts";
import { sweep } from "../../shared/steps/sweep/sweep.ts";
import { sweepIdle } from "../../shared/steps/sweep/sweep-idle.ts";
import { type Working, workThrough } from "../../shared/steps/tasks/work-through.ts";
import { answerFollowUp } from "../../shared/steps/turns/answer-follow-up.ts";
import { hearRing } from "../../shared/steps/wakes/hear-ring.ts";
import { startWakeUp } from "../../shared/steps/wakes/start-wake-up.ts";
import { send, type TestAnswer, type TestRequest } from "../support/http.ts";
import { wakeUpOwner } from "./deployment.ts";
import { pkOf } from "./lives.ts";
import type { Machine } from "./machine.ts";
import { current, type Process, running } from "./process.ts";
import { heldVisibility, type SimPorts, type SimQueues } from "./sim-ports.ts";
import type { Received, SimQueue } from "./sim-queue.ts";
import { isBlunder, Violation } from "./violation.ts";

/** Milliseconds after which the platform stops a function, as deployed; it may be shorter for a seed. */
const lives = { accept: 10_000, http: 29_000, worker: 300_000, wake: 60_000, sweep: 60_000 } as const;
/** How long a worker takes on more, as deployed. */
const goesOnMs = { task: lives.worker - limits.stepMs - limits.stepMarginMs, fold: lives.worker - limits.foldTakeMs };
/** Workers of one queue at a time. */
const WORKERS = 3;

type WorkerName = "fold" | "task" | "wake";
type Worker = { readonly name: WorkerName; readonly queue: SimQueue; readonly handler: QueueHandler; busy: number };

/** The functions of the deployment, each invocation a process of its own. */
export class SimFunctions {
  readonly #machine: Machine;
  readonly #ports: SimPorts;
  readonly #workers: readonly Worker[];
  readonly #http: ReturnType<typeof httpHandler>;
  /** Messages that are being worked on, by id. */
  readonly #atWork = new Map<string, number>();

  constructor(machine: Machine, ports: SimPorts, queues: SimQueues) {
    const log = storyLog(machine);
    this.#machine = machine;
    this.#ports = ports;
    this.#workers = workersOf({ machine, ports, queues, log });
    this.#http = httpHandler(
      {
        ...acceptEndpoints(ports, log),
        ...readEndpoints(ports),
        ...writeEndpoints(ports, log),
        ...operatorEndpoints({ ...ports, agents: ports.allAgents }, log),
      },
      log,
    );
  }

  /** Queues with something to receive and a worker to receive it. */
  ready(): readonly WorkerName[] {
    const free = this.#workers.filter(({ busy, queue }) => busy < WORKERS && queue.isReady(this.#machine.now));
    return free.map(({ name }) => name);
  }

  /** Gives a batch to a new invocation of this function. */
  async receive(name: WorkerName): Promise<void> {
    const worker = this.#workers.find((one) => one.name === name);
    if (worker === undefined) return;
    const batch = worker.queue.receive(this.#machine.now, this.#machine.dice.pick([1, 1, 2, 3]));
    if (batch.length === 0) return;
    worker.busy += 1;
    for (const { id } of batch) this.#countAtWork(`${name}/${id}`, 1);
    const livesMs = name === "wake" ? lives.wake : lives.worker;
    this.#machine.trace.say(this.#machine.now, name, `receives ${batch.map(({ body }) => body).join(" ")}`);
    await this.#machine.start(
      { role: name, livesMs, messages: batch.length },
      () => worker.handler({ Records: batch.map(toRecord) }),
      (end) => {
        worker.busy -= 1;
        for (const { id } of batch) this.#countAtWork(`${name}/${id}`, -1);
        if (end.kind === "done") acknowledge(worker.queue, batch, end.value);
      },
    );
  }

  /** The sweeper's minute. */
  async sweep(): Promise<void> {
    await this.#machine.start(
      { role: "sweep", livesMs: lives.sweep },
      async () => {
        await sweep(this.#ports, 0);
        const { keepMs } = this.#machine.settings;
        if (keepMs !== null) await sweepIdle(this.#ports, keepMs);
      },
      (end) => {
        const name = end.kind === "failed" && end.error instanceof Error ? end.error.name : "";
        if (isBlunder(name)) this.#machine.fail(new Violation(0, `the sweep ended with ${name}`));
      },
    );
  }

  /** An HTTP request. `answered` gets the answer, or null when the function died. */
  async call(request: TestRequest, answered: (answer: TestAnswer | null) => void): Promise<void> {
    const livesMs = request.route === "POST /api/runs/{run_id}/messages" ? lives.accept : lives.http;
    // An operator may touch whatever session.
    const owner = request.scope === undefined && request.owner != null ? { owner: request.owner } : {};
    const who = { role: "http" as const, livesMs, route: request.route, ...owner };
    await this.#machine.start(
      who,
      () => send(this.#http, request),
      (end, process) => {
        const status = end.kind === "done" ? end.value.status : end.kind;
        this.#machine.trace.say(this.#machine.now, process.name, `${request.owner}: ${request.route} -> ${status}`);
        if (livesMs === lives.accept && isShort(request)) checkAcceptCost(this.#machine, process);
        if (end.kind === "done") checkRefusal(this.#machine, request, end.value.status, process);
        answered(end.kind === "done" ? end.value : null);
      },
    );
  }

  #countAtWork(id: string, by: number): void {
    const now = (this.#atWork.get(id) ?? 0) + by;
    this.#atWork.set(id, now);
    if (by > 0 && now > 1) this.#machine.faults.happened("message_again_while_worked_on");
  }
}

/** What fits the mailbox itself and brings nothing along. */
function isShort({ body }: TestRequest): boolean {
  const json = JSON.stringify(body);
  return json.length < 2_000 && !json.includes("attachments");
}

/** A short follow-up costs one request of the table and one of a queue, however the session looks. */
function checkAcceptCost(machine: Machine, { name, requests }: Process): void {
  const { table, queue, conflicts } = requests;
  if (table - conflicts <= 1 && queue <= 1) return;
  machine.fail(new Violation(10, `${name} accepts with ${table} requests of the table and ${queue} of a queue`));
}

/** A fold that is done leaves nothing behind that could be taken. */
function checkLetGo(machine: Machine, sessionId: string): void {
  const { name, leftBehind } = current();
  const left = leftBehind.get(pkOf(sessionId));
  if (left !== undefined) machine.fail(new Violation(8, `${name} lets go of the lock although ${left} could be taken`));
}

/** A retry that is refused changes nothing. */
function checkRefusal(machine: Machine, { route }: TestRequest, status: number, { name, writes }: Process): void {
  if (route !== "POST /api/runs/{run_id}/retry" || status < 400 || status >= 500 || writes === 0) return;
  machine.fail(new Violation(2, `${name} refuses a retry with ${status} and writes ${writes} times`));
}

function workersOf(of: {
  readonly machine: Machine;
  readonly ports: SimPorts;
  readonly queues: SimQueues;
  readonly log: Log;
}): readonly Worker[] {
  const { machine, ports, queues, log } = of;
  const common = (queue: SimQueue) => ({ visibility: heldVisibility(machine, queue), log, concurrency: 10 });
  return [
    {
      name: "fold",
      queue: queues.nudges,
      busy: 0,
      handler: queueHandler({
        ...common(queues.nudges),
        message: NudgeMessage,
        run: async (nudge) => {
          const until = machine.now + lives.worker;
          const { kind } = await fold(ports, nudge, whileYoung(machine, goesOnMs.fold), () => until - machine.now);
          tell(machine, "folds", kind);
          if (kind === "folded") checkLetGo(machine, nudge.session_id);
          machine.deeds.happened("expiry_came_too_late", kind === "in_use");
        },
      }),
    },
    {
      name: "task",
      queue: queues.tasks,
      busy: 0,
      handler: queueHandler({
        ...common(queues.tasks),
        message: TaskQueueMessage,
        run: async (message) => {
          if (message.kind === "answer") tell(machine, message.kind, (await answerFollowUp(ports, message)).kind);
          else await workThrough(ports, message, goingOn(machine, log));
        },
      }),
    },
    {
      name: "wake",
      queue: queues.wakes,
      busy: 0,
      handler: queueHandler({
        ...common(queues.wakes),
        message: z.union([WakeUpMessage, RingQueueMessage]),
        run: async (message) => {
          if ("kind" in message) tell(machine, "wakes up", (await startWakeUp(ports, wakeUpOwner, message)).kind);
          else tell(machine, "rings", (await hearRing(ports, message)).kind);
        },
      }),
    },
  ];
}

/** A worker goes on with what comes next while it is young, and not always: then others may come in between. */
function whileYoung(machine: Machine, goesOn: number): () => boolean {
  const until = machine.now + goesOn;
  return () => machine.now < until && machine.dice.chance(0.7);
}

function goingOn(machine: Machine, log: Log): Working {
  return {
    mayGoOn: whileYoung(machine, goesOnMs.task),
    worked: (kind) => tell(machine, "step", kind),
    failed: (error) => log.warn("message_failed", errorDetails(error)),
  };
}

const tell = (machine: Machine, what: string, outcome: string): void =>
  machine.trace.say(machine.now, running.getStore()?.name ?? "?", `${what}: ${outcome}`);

function acknowledge(queue: SimQueue, batch: readonly Received[], { batchItemFailures }: SQSBatchResponse): void {
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  for (const { id, receipt } of batch) if (!failed.has(String(id))) queue.delete(receipt);
}

function toRecord({ id, receipt, body, receives }: Received): SQSRecord {
  return {
    messageId: String(id),
    receiptHandle: receipt,
    body,
    attributes: { ApproximateReceiveCount: String(receives) },
  } as SQSRecord;
}

/** A log that goes into the story; what only a mistake in the code can log ends the seed. */
function storyLog(machine: Machine): Log {
  const line = (code: string, details: LogDetails = {}) => {
    const error = String(details["error"] ?? "");
    const words = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
    // Where an error came from is not the same in every run.
    const told = words.filter((word) => !/^(?:cause_)?where=/.test(word));
    machine.trace.say(machine.now, running.getStore()?.name ?? "?", `logs ${code} ${told.join(" ")}`);
    const isMistake = isBlunder(error) || code === "message_unreadable" || details["fault"] === "commit_contended";
    if (isMistake) machine.fail(new Violation(0, `${code} ${words.join(" ")}`));
  };
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: line,
    error: line,
    with: () => log,
  };
  return log;
}
