/** The thread of the queues: a fauxqs server on a port of its own, and the pollers that feed functions from it. */
import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { installVirtualDate } from "../clock/virtual-date.ts";
import type { MappingSpec, QueueSpec } from "../template/blueprint.ts";
import { type FauxqsServer, makeFauxqs } from "./fauxqs-store.ts";
import type { QueueCommand, QueueReport, QueueState, QueueThreadSetup } from "./messages.ts";
import { Poller } from "./poller.ts";

const setup: QueueThreadSetup = workerData;
if (setup.clockCell !== undefined) installVirtualDate(setup.clockCell);

const accountId = "000000000000";
const port = parentPort;
if (port === null) throw new Error("queue-thread.ts runs as a thread only");

const waitingBatches = new Map<number, (payload: string | undefined) => void>();
let pollers: readonly Poller[] = [];
let nextBatchId = 1;

function report(message: QueueReport): void {
  port?.postMessage(message);
}

function invoke(functionName: string, event: string): Promise<string | undefined> {
  const batchId = nextBatchId++;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  waitingBatches.set(batchId, resolve);
  report({ type: "batch", batchId, functionName, event });
  return promise;
}

function configure(
  server: FauxqsServer,
  origin: string,
  queues: readonly QueueSpec[],
  mappings: readonly MappingSpec[],
): void {
  for (const { name, arn, attributes } of queues) {
    // fauxqs finds queues by the last part of the address, and an address without a name to look up works everywhere.
    server.store.createQueue(name, `${origin}/${accountId}/${name}`, arn, attributes);
  }
  const onBatchDone = () => report({ type: "batch_done" });
  pollers = mappings.map((mapping) => new Poller({ mapping, store: server.store, invoke, onBatchDone }));
  report({ type: "configured" });
}

function inspect(server: FauxqsServer): QueueState {
  server.store.processAllTimers();
  let visible = 0;
  let batches = 0;
  let nextDueAt: number | undefined;
  for (const poller of pollers) {
    batches += poller.inFlight;
    const { ready, delayed, inflight } = poller.queue.inspectMessages();
    visible += ready.length;
    const times = [
      ...delayed.map(({ delayUntil }) => delayUntil ?? 0),
      ...inflight.map((entry) => entry.visibilityDeadline),
    ];
    for (const time of times) nextDueAt = Math.min(time, nextDueAt ?? time);
  }
  return { visible, batches, nextDueAt };
}

function handle(server: FauxqsServer, origin: string, command: QueueCommand): void {
  switch (command.type) {
    case "configure":
      configure(server, origin, command.queues, command.mappings);
      return;
    case "poll":
      for (const poller of pollers) void poller.run();
      return;
    case "send": {
      const queue = server.store.getQueueByArn(command.queueArn);
      queue?.enqueue(server.createMessage(command.body));
      report({ type: "sent", id: command.id, ok: queue !== undefined });
      return;
    }
    case "batch_result":
      waitingBatches.get(command.batchId)?.(command.payload);
      waitingBatches.delete(command.batchId);
      return;
    case "release":
      server.store.processAllTimers();
      return;
    case "inspect":
      report({ type: "state", id: command.id, state: inspect(server) });
      return;
  }
}

const server = await makeFauxqs(setup.region);
const origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
port.on("message", (command: QueueCommand) => handle(server, origin, command));
report({ type: "listening", origin });
flushCompileCache();
