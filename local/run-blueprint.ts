import { join } from "node:path";
import { issuerPlaceholder } from "./assembly/assembly.ts";
import type { Agenda } from "./clock/agenda.ts";
import { earliestAttention, hasAttention } from "./dynamodb/attention.ts";
import { ensureTable } from "./dynamodb/ensure-table.ts";
import { AsyncInvoker } from "./functions/async-invoker.ts";
import { type Endpoints, functionEnv } from "./functions/function-env.ts";
import { FunctionHost, type HostOptions } from "./functions/function-host.ts";
import type { InvokeResult } from "./functions/sandbox.ts";
import { ScheduleBook } from "./scheduler/schedule-book.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { SchedulerServer } from "./scheduler/scheduler-server.ts";
import { armTemplateSchedules, type IdleUntil } from "./scheduler/template-schedules.ts";
import { accountId, clockCell, region, type Services, type Setting, startServices } from "./services.ts";
import type { QueueService } from "./sqs/queue-service.ts";
import type { Blueprint } from "./template/blueprint.ts";
import { readTemplate } from "./template/read-template.ts";
import { findSweep } from "./template/sweep.ts";
import { Template } from "./template/template-file.ts";

/** Runs a function by its name. `clientContext` is JSON that only a direct call carries. */
export type Invoke = (
  functionName: string,
  event: string,
  requestId?: string,
  clientContext?: string,
) => Promise<InvokeResult>;

/** The services and functions of a template, running. */
export interface Running {
  readonly blueprint: Blueprint;
  readonly endpoints: Endpoints;
  readonly queues: QueueService;
  readonly agendas: readonly Agenda[];
  readonly invoke: Invoke;
  /** Lambda's asynchronous invocation: begins at once and is repeated where it fails. */
  readonly invokeLater: (functionName: string, event: string) => void;
  /** Looks once at everything unfinished: what waited in the queues was lost when the last stack ended. */
  recover(): Promise<void>;
}

/** SQS holds a message back for at most 900 s, so whatever was due by then may have been in a queue. */
const recoverAheadSeconds = 1_000;

/** Starts everything that stands in the template. */
export async function runBlueprint(setting: Setting): Promise<Running> {
  const { parts, clock, activity, say } = setting;
  const invoke: Invoke = (functionName, event, requestId, clientContext) =>
    hostOf(setting, functionName).invoke(event, requestId, clientContext);
  const services = await startServices(setting, invoke);
  const { queues } = services;
  const blueprint = readBlueprint(services, setting.origin);
  const asyncInvoker = new AsyncInvoker({
    clock,
    activity,
    onTrouble: say,
    giveUp: async (arn, body) => void (await queues.send(arn, body)),
  });
  parts.asyncInvoker = asyncInvoker;
  const scheduler = new Scheduler({
    clock,
    grain: setting.options.schedulerGrain ?? "second",
    track: (ring) => activity.track(ring),
    deliver: (targetArn, input) => deliver(setting, queues, asyncInvoker, { targetArn, input }),
    onTrouble: say,
  });
  parts.scheduler = scheduler;
  const [server, schedulerOrigin] = await startScheduler(setting, scheduler, blueprint);
  const endpoints: Endpoints = {
    dynamodb: services.dynamodbOrigin,
    sqs: services.sqsOrigin,
    scheduler: schedulerOrigin,
    bedrock: services.bedrockOrigin,
  };
  for (const spec of blueprint.functions) {
    parts.hosts.set(spec.name, new FunctionHost(spec, hostOptions(setting, endpoints, blueprint)));
  }
  await Promise.all([
    ...blueprint.tables.map((table) => ensureTable(services.dynamo, table)),
    queues.configure(blueprint.queues, blueprint.mappings),
    ...[...parts.hosts.values()].map((host) => host.start()),
  ]);
  queues.poll();
  server.armAll();
  armTemplateSchedules(scheduler, blueprint, clock.now(), idleUntil(services, blueprint));
  // A virtual clock has no timer for what became due while nothing ran.
  await scheduler.release();
  const recover = async () => await sweepAhead(setting, blueprint);
  const invokeLater = (functionName: string, event: string) =>
    void asyncInvoker.invoke(hostOf(setting, functionName), event);
  return { blueprint, endpoints, queues, agendas: [queues, scheduler, asyncInvoker], invoke, invokeLater, recover };
}

function hostOf({ parts }: Setting, functionName: string): FunctionHost {
  const host = parts.hosts.get(functionName);
  if (host === undefined) throw new Error(`there is no function ${functionName}`);
  return host;
}

function readBlueprint({ assembly, sqsOrigin, tableSuffix }: Services, issuer: string): Blueprint {
  const template = Template.parse(JSON.parse(JSON.stringify(assembly.template).replaceAll(issuerPlaceholder, issuer)));
  return readTemplate({
    template,
    assets: assembly.assets,
    assemblyDir: assembly.dir,
    location: { stackName: assembly.stackName, region, accountId, queueOrigin: sqsOrigin, tableSuffix },
  });
}

function hostOptions(
  { options, folder, clock, say }: Setting,
  endpoints: Endpoints,
  { mappings }: Blueprint,
): HostOptions {
  const logs = folder.folder("logs");
  return {
    env: functionEnv(endpoints, region, folder.path),
    logFileOf: (spec) => (options.logsToStderr ? undefined : join(logs, `${spec.label}.log`)),
    clockCell: clockCell(clock),
    countRequests: options.countRequests ?? false,
    givesWay: ({ name }) => mappings.some(({ functionName }) => functionName === name),
    onEnd: (record) => options.onInvocation?.(record),
    onTrouble: say,
  };
}

async function startScheduler(
  { parts, folder, clock }: Setting,
  scheduler: Scheduler,
  blueprint: Blueprint,
): Promise<readonly [SchedulerServer, string]> {
  const book = await ScheduleBook.open(folder.file("schedules.jsonl"));
  parts.book = book;
  for (const name of blueprint.scheduleGroups) {
    if (book.group(name) === undefined) await book.putGroup({ name, createdAt: clock.now() });
  }
  const server = new SchedulerServer({ book, scheduler, clock, region, accountId });
  parts.schedulerServer = server;
  return [server, await server.start()];
}

interface Delivery {
  readonly targetArn: string;
  readonly input: string;
}

async function deliver(
  setting: Setting,
  queues: QueueService,
  invoker: AsyncInvoker,
  { targetArn, input }: Delivery,
): Promise<void> {
  if (targetArn.startsWith("arn:aws:sqs:")) {
    if (!(await queues.send(targetArn, input))) throw new Error(`there is no queue ${targetArn}`);
    return;
  }
  const host = [...setting.parts.hosts.values()].find(({ spec }) => spec.arn === targetArn);
  if (host === undefined) throw new Error(`there is no target ${targetArn}`);
  await invoker.invoke(host, input);
}

/**
 * The sweep looks for items of the attention index whose time is at most `ahead` away, and for sessions whose time is
 * over, and does nothing when there are none. An item enters the index only by something else that runs, and the index is
 * asked again after everything that ran. So a tick before the earliest time in the index, less `ahead`, would read an
 * empty answer and write nothing: leaving it out changes nothing but the time it takes to move the clock by a month.
 */
function idleUntil({ dynamo }: Services, blueprint: Blueprint): IdleUntil {
  const sweep = findSweep(blueprint);
  const table = blueprint.tables.find(hasAttention);
  return (schedule) => {
    if (sweep === undefined || table === undefined || schedule !== sweep.schedule) return undefined;
    return async () => {
      const earliest = await earliestAttention(dynamo, table.name, sweep.keepMs);
      return earliest === undefined ? undefined : earliest - sweep.aheadMs;
    };
  };
}

async function sweepAhead(setting: Setting, blueprint: Blueprint): Promise<void> {
  const sweep = findSweep(blueprint);
  if (sweep === undefined) return;
  const event = JSON.stringify({ ahead_seconds: recoverAheadSeconds });
  const result = await setting.activity.track(() => hostOf(setting, sweep.function.name).invoke(event));
  if (result.kind !== "ok")
    setting.say(`the sweep at start failed (${result.error.errorMessage}); it is run again every minute`);
}
