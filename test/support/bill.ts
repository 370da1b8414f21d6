import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type { FunctionName } from "../../infra/functions.ts";

/** What one function was called for and asked for. */
export type FunctionUse = { readonly invocations: number; readonly requests: number };

/** What is billed for a piece of work, as it was counted. */
export type Bill = {
  readonly http_requests: number;
  readonly functions: Readonly<Partial<Record<FunctionName, FunctionUse>>>;
  readonly table_requests: number;
  /** Units of the table; a transaction counts double. */
  readonly write_units: number;
  /** Units of the indexes, beside those of the table. */
  readonly index_units: number;
  readonly read_units: number;
  readonly bytes_sent: number;
  readonly bytes_read: number;
  readonly sqs_sends: number;
  /** A receive and a delete for each message that came alone; fewer when they come in batches. */
  readonly sqs_takes: number;
  readonly bells: number;
};

type Counts = { -readonly [Key in keyof Bill]: Bill[Key] };
type Capacity = {
  readonly CapacityUnits?: number;
  readonly Table?: { readonly CapacityUnits?: number };
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly CapacityUnits?: number }>>;
};
type Wire = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

const empty = (): Counts => ({
  http_requests: 0,
  functions: {},
  table_requests: 0,
  write_units: 0,
  index_units: 0,
  read_units: 0,
  bytes_sent: 0,
  bytes_read: 0,
  sqs_sends: 0,
  sqs_takes: 0,
  bells: 0,
});

/** Counts what the clients are asked for, as AWS would bill it. `tick` is called at every request: time passes. */
export class BillCounter {
  #counts = empty();
  #running: FunctionName | null = null;

  constructor(
    clients: { readonly table: DynamoDBClient; readonly queues: SQSClient },
    tick: () => void = () => undefined,
  ) {
    this.#countTable(clients.table, tick);
    this.#countQueues(clients.queues, tick);
  }

  /** What was counted since the last time. */
  take(): Bill {
    const taken = this.#counts;
    this.#counts = empty();
    return taken;
  }

  /** An HTTP request that a function answers. */
  http<T>(name: FunctionName, work: () => Promise<T>): Promise<T> {
    this.#counts.http_requests += 1;
    return this.#invoked(name, work);
  }

  /** A message that a function takes off its queue. */
  delivered<T>(name: FunctionName, work: () => Promise<T>): Promise<T> {
    this.#counts.sqs_takes += 2;
    return this.#invoked(name, work);
  }

  /** Part of an invocation that is counted elsewhere. */
  within<T>(name: FunctionName, work: () => Promise<T>): Promise<T> {
    this.#counts.functions = { ...this.#counts.functions, [name]: { invocations: 0, requests: 0 } };
    return this.#asking(name, work);
  }

  /** A bell that rang: Scheduler sends to a queue for it. */
  rang(): void {
    this.#counts.bells += 1;
    this.#counts.sqs_sends += 1;
  }

  async #invoked<T>(name: FunctionName, work: () => Promise<T>): Promise<T> {
    const { invocations = 0, requests = 0 } = this.#counts.functions[name] ?? {};
    this.#counts.functions = { ...this.#counts.functions, [name]: { invocations: invocations + 1, requests } };
    return this.#asking(name, work);
  }

  async #asking<T>(name: FunctionName, work: () => Promise<T>): Promise<T> {
    this.#running = name;
    try {
      return await work();
    } finally {
      this.#running = null;
    }
  }

  #asked(): void {
    const name = this.#running;
    const use = name === null ? undefined : this.#counts.functions[name];
    if (name === null || use === undefined) return;
    this.#counts.functions = { ...this.#counts.functions, [name]: { ...use, requests: use.requests + 1 } };
  }

  #countTable(client: DynamoDBClient, tick: () => void): void {
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (String(context.commandName).includes("Table")) return next(args);
        Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
        tick();
        this.#asked();
        this.#counts.table_requests += 1;
        const answer = await next(args);
        const { ConsumedCapacity } = answer.output as { readonly ConsumedCapacity?: Capacity | readonly Capacity[] };
        if (ConsumedCapacity === undefined) throw new Error(`${String(context.commandName)} says no capacity`);
        const isWrite = /Update|Put|Write|Delete/.test(String(context.commandName));
        for (const capacity of [ConsumedCapacity].flat()) this.#add(isWrite, capacity);
        return answer;
      },
      { step: "initialize", name: "capacity", override: true },
    );
    client.middlewareStack.add(
      (next) => async (args) => {
        this.#counts.bytes_sent += lengthOf(args.request);
        const answer = await next(args);
        this.#counts.bytes_read += lengthOf(answer.response);
        return answer;
      },
      { step: "deserialize", priority: "low", name: "bytes", override: true },
    );
  }

  #add(isWrite: boolean, { CapacityUnits = 0, Table, GlobalSecondaryIndexes = {} }: Capacity): void {
    if (!isWrite) {
      this.#counts.read_units += CapacityUnits;
      return;
    }
    this.#counts.write_units += Table?.CapacityUnits ?? 0;
    for (const index of Object.values(GlobalSecondaryIndexes)) this.#counts.index_units += index.CapacityUnits ?? 0;
  }

  #countQueues(client: SQSClient, tick: () => void): void {
    client.middlewareStack.add(
      (next) => async (args) => {
        tick();
        this.#asked();
        this.#counts.sqs_sends += 1;
        return next(args);
      },
      { step: "initialize", name: "sends", override: true },
    );
  }
}

const lengthOf = (message: unknown): number => {
  const { headers, body } = message as Wire;
  return Number(headers?.["content-length"] ?? (typeof body === "string" ? Buffer.byteLength(body) : 0));
};
