import { Construct } from "constructs";
import { backendName } from "./backend-name.ts";
import { bundleAgents } from "./bundle-agents.ts";
import { configOf, type StageConfig } from "./config.ts";
import { AgentTools } from "./constructs/agent-tools.ts";
import { Alarms } from "./constructs/alarms.ts";
import { Authentication } from "./constructs/authentication.ts";
import { Dashboard } from "./constructs/dashboard.ts";
import { ServiceFunction } from "./constructs/function.ts";
import { HttpApi } from "./constructs/http-api.ts";
import { prefixLogicalIds } from "./constructs/keep-logical-id.ts";
import { Logs } from "./constructs/logs.ts";
import { Model } from "./constructs/model.ts";
import { SessionTable } from "./constructs/session-table.ts";
import { Sweeper } from "./constructs/sweeper.ts";
import { WakeSchedules } from "./constructs/wake-schedules.ts";
import { WakeUps } from "./constructs/wake-ups.ts";
import { WorkQueues } from "./constructs/work-queues.ts";
import { readDescribed } from "./described.ts";
import type { FunctionName } from "./functions.ts";
import { watch } from "./impact.ts";
import type { Options } from "./options.ts";

/** What a backend is made from. Everything has a default but the agents. */
export interface FollowthroughProps extends Options {
  /**
   * The folder of the agents, from the working directory: its `registry.ts` (or `.js`) exports `agents`, the list of
   * all of them. They are bundled while the app is synthesised.
   */
  readonly agents: string;
}

/** The same with bundles that were made before: one folder a function, each with an `index.js`. */
export interface BuiltFollowthroughProps extends Options {
  readonly functionsDir: string;
}

/**
 * The whole backend: API, workers, table, queues, schedules, and what watches over them. Its id in the stack is part of
 * the logical ids of all that holds data; changing it makes a second, empty backend and removes the first.
 */
export class Followthrough extends Construct {
  readonly config: StageConfig;
  /** What it is called in its account and Region: the dimension `Stage` of its metrics. */
  readonly name: string;
  readonly functions: Readonly<Record<FunctionName, ServiceFunction>>;
  readonly table: SessionTable;
  readonly queues: WorkQueues;
  readonly schedules: WakeSchedules;
  readonly authentication: Authentication;
  readonly http: HttpApi;
  readonly alarms: Alarms;
  readonly tools: AgentTools;

  constructor(scope: Construct, id: string, props: FollowthroughProps | BuiltFollowthroughProps) {
    super(scope, id);
    prefixLogicalIds(this);
    const config = configOf(props);
    this.config = config;
    this.name = backendName(this, config.stage);
    const backend = this.name;
    this.table = new SessionTable(this, "Sessions", { keepsData: config.keepsData });
    this.queues = new WorkQueues(this, "Work");
    this.schedules = new WakeSchedules(this, "Wakes", { wakes: this.queues.wakes.queue });
    const logs = new Logs(this, "Logs", { config });
    const functionsDir = "agents" in props ? bundleAgents(this, props.agents) : props.functionsDir;
    this.functions = this.#makeFunctions(logs, functionsDir);
    this.#grantRights(this.table, new Model(config.modelId));
    this.#deliverWork(config);
    const described = readDescribed(functionsDir);
    new WakeUps(this, "WakeUps", { wakes: this.queues.wakes.queue, wakeUps: described.wakeUps });
    this.tools = new AgentTools(this, "AgentTools", { config, tools: this.functions["agent-tools"], described });
    this.authentication = new Authentication(this, "Authentication", { config, backend });
    const { tokenIssuer } = this.authentication;
    this.http = new HttpApi(this, "Http", { config, logs, tokenIssuer, functions: this.functions });
    const { accept, sweep } = this.functions;
    new Sweeper(this, "Sweeper", { sweep });
    this.alarms = new Alarms(this, "Alarms", { config });
    watch(this.alarms, {
      api: this.http,
      queues: this.queues,
      schedules: this.schedules,
      accept,
      sweep,
      table: this.table,
      backend,
    });
    new Dashboard(this, "Dashboard", {
      alarms: this.alarms,
      api: this.http,
      queues: this.queues,
      functions: Object.values(this.functions),
      backend,
    });
  }

  /** What somebody who uses or looks after the backend has to know; the stack of this project makes outputs of it. */
  get outputs(): Readonly<Record<string, string>> {
    const { tokenIssuer, outputs } = this.authentication;
    return {
      ApiUrl: this.http.url,
      TokenIssuer: tokenIssuer.issuer,
      TokenAudience: tokenIssuer.audience.join(","),
      ...outputs,
      TableName: this.table.table.tableName,
      NudgeQueueUrl: this.queues.nudges.queue.queueUrl,
      TaskQueueUrl: this.queues.tasks.queue.queueUrl,
      WakeQueueUrl: this.queues.wakes.queue.queueUrl,
      ...this.tools.outputs,
    };
  }

  #makeFunctions(logs: Logs, functionsDir: string): Record<FunctionName, ServiceFunction> {
    const { config, name: backend } = this;
    const reserved = reservedIn(config);
    const make = (id: string, name: FunctionName, isWorker = false) =>
      new ServiceFunction(this, id, { name, config, backend, logs, reserved: reserved[name], functionsDir, isWorker });
    return {
      accept: make("Accept", "accept"),
      "http-write": make("HttpWrite", "http-write"),
      "http-read": make("HttpRead", "http-read"),
      operator: make("Operator", "operator"),
      openapi: make("OpenApi", "openapi"),
      fold: make("Fold", "fold", true),
      task: make("Task", "task", true),
      wake: make("Wake", "wake", true),
      sweep: make("Sweep", "sweep"),
      "agent-tools": make("Tools", "agent-tools"),
    };
  }

  /** Who may do what. Read with the table in `test/infra`, which pins the exact actions. */
  #grantRights(table: SessionTable, model: Model): void {
    const { accept, "http-write": write, "http-read": read, fold, task, wake, sweep } = this.functions;
    const { operator, "agent-tools": tools } = this.functions;
    table.grantAccept(accept);
    table.grantRead(read);
    for (const looker of [sweep, operator]) table.grantSweep(looker);
    table.grantFindByAgent(operator);
    for (const decider of [write, fold, task, wake, operator, tools]) table.grantWork(decider);
    for (const sender of [accept, write, fold, task, wake, sweep, operator]) this.queues.grantNudge(sender);
    for (const sender of [fold, task, wake, sweep, operator, tools]) this.queues.grantRingSoon(sender);
    this.schedules.grantSilence(write);
    for (const ringer of [operator, tools]) this.schedules.grantRing(ringer);
    this.queues.grantDispatch(operator);
    this.queues.grantRedrive(operator);
    wake.setting("WAKE_UP_OWNER", this.config.wakeUpOwner);
    sweep.setting("SESSION_DAYS", String(this.config.sessionDays));
    // The two share their wiring, `shared/runtime/worker-ports.ts`, and so their rights.
    for (const worker of [fold, task]) {
      this.queues.grantDispatch(worker);
      this.schedules.grantRing(worker);
      model.grantInvoke(worker);
    }
  }

  #deliverWork(config: StageConfig): void {
    const { fold, task, wake } = this.functions;
    this.queues.deliver(this.queues.nudges, fold, { batchSize: 10, maxConcurrency: config.foldConcurrency });
    // One task a time: a batch would make a quick step wait for a slow one.
    this.queues.deliver(this.queues.tasks, task, { batchSize: 1, maxConcurrency: config.taskConcurrency });
    this.queues.deliver(this.queues.wakes, wake, { batchSize: 10, maxConcurrency: config.wakeConcurrency });
  }
}

/**
 * Concurrency set aside so that accepting, working and sweeping cannot starve each other. A worker gets what its queue
 * may use: with less, deliveries would be refused, and each refusal counts towards the dead-letter queue.
 */
function reservedIn(config: StageConfig): Partial<Record<FunctionName, number>> {
  if (!config.reserveConcurrency) return {};
  const { acceptConcurrency, foldConcurrency, taskConcurrency, wakeConcurrency } = config;
  return { accept: acceptConcurrency, fold: foldConcurrency, task: taskConcurrency, wake: wakeConcurrency, sweep: 1 };
}
