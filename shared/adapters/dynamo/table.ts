import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import type { Contention } from "../../domain/contention-wait.ts";
import { Fault } from "../../errors/fault.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Key } from "./keys.ts";
import { Patience, type Waiting } from "./patience.ts";
import { contentionOf, isThrottled } from "./refused-writes.ts";
import { type Plain, wireRequest } from "./wire-request.ts";
import { fromWire, toWire, type Values, type WireValues } from "./wire-values.ts";

/** An item as it is stored. */
export type Item = Readonly<Record<string, unknown>> & Key;

/** One write of a transaction. */
export type Write = { [Verb in keyof TransactWriteItem]: Plain<NonNullable<TransactWriteItem[Verb]>> | undefined };

/** Without `TableName`, which the table adds. */
export type Update = Omit<Plain<UpdateItemCommandInput>, "TableName">;

/** Without `TableName`, which the table adds. */
type Query = Omit<Plain<QueryCommandInput>, "TableName">;

export type UpdateOutcome =
  | { readonly kind: "done"; readonly item: Item }
  | { readonly kind: "lost"; readonly item: Item | null };

export type TransactionOutcome =
  | { readonly kind: "done" }
  /** Which writes failed their condition, with the item as it was. Nothing was written. */
  | { readonly kind: "lost"; readonly failed: ReadonlyMap<number, Item | null> };

/**
 * The one table, with the few requests this system makes of it. Every lost race is an outcome, every other failure is
 * thrown. What others are in the way of is tried again for a while; then it is Fault `table_contended` (retry).
 */
export class Table {
  readonly #db: DynamoDBClient;
  readonly #clock: Clock;
  readonly #waiting: Waiting;
  readonly name: string;

  constructor(client: DynamoDBClient, name: string, clock: Clock, waiting: Waiting) {
    this.#db = client;
    this.#clock = clock;
    this.#waiting = waiting;
    this.name = name;
  }

  /** For one write that is made of several requests. */
  patience(): Patience {
    return new Patience(this.#clock, this.#waiting);
  }

  /** Strongly consistent. */
  async get(key: Key): Promise<Item | null> {
    const get = new GetItemCommand({ TableName: this.name, Key: toWire(key), ConsistentRead: true });
    return itemOf((await read(() => this.#db.send(get))).Item);
  }

  /** Strongly consistent; answers in the order of the keys, null for what is not there. At most 100 keys a request. */
  async getMany(keys: readonly Key[]): Promise<readonly (Item | null)[]> {
    const found = new Map<string, Item>();
    for (let from = 0; from < keys.length; from += 100) {
      let left = unique(keys.slice(from, from + 100)).map(toWire);
      const patience = this.patience();
      while (left.length > 0) {
        const get = new BatchGetItemCommand({ RequestItems: { [this.name]: { Keys: left, ConsistentRead: true } } });
        const answer = await read(() => this.#db.send(get));
        for (const item of itemsOf(answer.Responses?.[this.name])) found.set(`${item.pk}|${item.sk}`, item);
        left = answer.UnprocessedKeys?.[this.name]?.Keys ?? [];
        if (left.length > 0 && !(await patience.wait("throttled"))) throw contended("throttled");
      }
    }
    return keys.map((key) => found.get(`${key.pk}|${key.sk}`) ?? null);
  }

  /** All items of the query, page by page to the end. Strongly consistent unless an index is named. */
  async query(input: Query): Promise<readonly Item[]> {
    const items: Item[] = [];
    let from: Values | undefined;
    do {
      const page = await this.queryPage({ ...input, ExclusiveStartKey: from });
      items.push(...page.items);
      from = page.next;
    } while (from !== undefined);
    return items;
  }

  /** One page of a query. */
  async queryPage(input: Query): Promise<{ readonly items: readonly Item[]; readonly next: Values | undefined }> {
    const consistent = input.IndexName === undefined ? { ConsistentRead: true } : {};
    const query = new QueryCommand(wireRequest<QueryCommandInput>({ TableName: this.name, ...consistent, ...input }));
    const { Items, LastEvaluatedKey: last } = await read(() => this.#db.send(query));
    return { items: itemsOf(Items), next: last && fromWire(last) };
  }

  /** How many items the first page of a query has. */
  async count(input: Omit<Query, "Select">): Promise<number> {
    const query = wireRequest<QueryCommandInput>({ TableName: this.name, ...input, Select: "COUNT" });
    const { Count } = await read(() => this.#db.send(new QueryCommand(query)));
    return Count ?? 0;
  }

  /** One conditional update. `lost` carries the item as it was, from the same atomic read. */
  async update(update: Update): Promise<UpdateOutcome> {
    const request = wireRequest<UpdateItemCommandInput>({
      ReturnValues: "ALL_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      ...update,
      TableName: this.name,
    });
    return this.#untilFree(async () => {
      try {
        const { Attributes } = await this.#db.send(new UpdateItemCommand(request));
        return { kind: "done", item: itemOf(Attributes) ?? (update.Key as Item) };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return { kind: "lost", item: itemOf(error.Item) };
      }
    });
  }

  /**
   * All writes or none; at most 100. `token` makes a repeat of the same transaction harmless; `patience` is for what several
   * transactions wait together.
   */
  async transact(
    writes: readonly Write[],
    { token, patience }: { readonly token?: string; readonly patience?: Patience } = {},
  ): Promise<TransactionOutcome> {
    const TransactItems = writes.map((write) => this.#named(write));
    return this.#untilFree(async () => {
      try {
        await this.#db.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: token }));
        return { kind: "done" };
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const failed = failedConditions(error);
        if (failed.size === 0) throw error;
        return { kind: "lost", failed };
      }
    }, patience);
  }

  /** Writes one item over whatever is there. */
  async put(item: Item): Promise<void> {
    const request = { TableName: this.name, Item: toWire(item) };
    await this.#untilFree(() => this.#db.send(new PutItemCommand(request)));
  }

  /** Removes one item; harmless when it is not there. */
  async remove(key: Key): Promise<void> {
    const request = { TableName: this.name, Key: toWire(key) };
    await this.#untilFree(() => this.#db.send(new DeleteItemCommand(request)));
  }

  #named(write: Write): TransactWriteItem {
    const [[verb, input] = []] = Object.entries(write);
    if (verb === undefined) throw new Fault("empty_write", "reject");
    const request = { ReturnValuesOnConditionCheckFailure: "ALL_OLD", ...input, TableName: this.name };
    return { [verb]: wireRequest(request) };
  }

  /** Another transaction on the same item is a reason to try again soon, not a failure; the SDK does not do that by itself. */
  async #untilFree<T>(attempt: () => Promise<T>, patience = this.patience()): Promise<T> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (isThrottled(error)) throw contended("throttled", error);
        const why = contentionOf(error);
        if (why === null) throw error;
        if (!(await patience.wait(why))) throw contended(why, error);
      }
    }
  }
}

/** What the table takes no more of, each time that the SDK asks, is the same fault for a read as for a write. */
async function read<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw isThrottled(error) ? contended("throttled", error) : error;
  }
}

const contended = (reason: Contention, cause?: unknown): Fault =>
  new Fault("table_contended", "retry", { reason }, cause);

const itemOf = (wire: WireValues | undefined): Item | null => (wire === undefined ? null : (fromWire(wire) as Item));

const itemsOf = (wires: readonly WireValues[] = []): readonly Item[] => wires.map((wire) => fromWire(wire) as Item);

/** Which writes failed their condition, with the item as it was. */
function failedConditions(error: TransactionCanceledException): ReadonlyMap<number, Item | null> {
  const failed = new Map<number, Item | null>();
  for (const [index, reason] of (error.CancellationReasons ?? []).entries()) {
    if (reason.Code !== "ConditionalCheckFailed") continue;
    failed.set(index, itemOf(reason.Item));
  }
  return failed;
}

function unique(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((key) => [`${key.pk}|${key.sk}`, key])).values()];
}

/**
 * An item as the record it was written from. Only this system writes the table, through the same record types, so the
 * shape is trusted; what people and models send is parsed where it comes in.
 */
export function toRecord<T>(item: Item | null): T | null {
  if (item === null) return null;
  const {
    pk: _pk,
    sk: _sk,
    att_shard: _shard,
    att_at: _at,
    agent_pk: _agentPk,
    agent_sk: _agentSk,
    ttl: _ttl,
    ...record
  } = item;
  return record as T;
}
