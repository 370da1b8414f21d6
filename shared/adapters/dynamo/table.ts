import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { Fault } from "../../errors/fault.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Key } from "./keys.ts";

/** An item as it is stored. */
export type Item = Readonly<Record<string, unknown>> & Key;

/** One write of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** Without `TableName`, which the table adds. */
export type Update = Omit<UpdateCommandInput, "TableName">;

export type UpdateOutcome =
  | { readonly kind: "done"; readonly item: Item }
  | { readonly kind: "lost"; readonly item: Item | null };

export type TransactionOutcome =
  | { readonly kind: "done" }
  /** Which writes failed their condition, with the item as it was. Nothing was written. */
  | { readonly kind: "lost"; readonly failed: ReadonlyMap<number, Item | null> };

const CONFLICT_ATTEMPTS = 12;

/** The one table, with the few requests this system makes of it. Every lost race is an outcome, every other failure is thrown. */
export class Table {
  readonly #db: DynamoDBDocumentClient;
  readonly #clock: Clock;
  readonly name: string;

  constructor(client: DynamoDBClient, name: string, clock: Clock) {
    this.#db = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    this.#clock = clock;
    this.name = name;
  }

  /** Strongly consistent. */
  async get(key: Key): Promise<Item | null> {
    const { Item: found } = await this.#db.send(
      new GetCommand({ TableName: this.name, Key: key, ConsistentRead: true }),
    );
    return (found as Item | undefined) ?? null;
  }

  /** Strongly consistent; answers in the order of the keys, null for what is not there. At most 100 keys a request. */
  async getMany(keys: readonly Key[]): Promise<readonly (Item | null)[]> {
    const found = new Map<string, Item>();
    for (let from = 0; from < keys.length; from += 100) {
      let left: Key[] = unique(keys.slice(from, from + 100));
      for (let attempt = 0; left.length > 0; attempt += 1) {
        const answer = await this.#db.send(
          new BatchGetCommand({ RequestItems: { [this.name]: { Keys: left, ConsistentRead: true } } }),
        );
        for (const item of (answer.Responses?.[this.name] ?? []) as Item[]) found.set(`${item.pk}|${item.sk}`, item);
        left = (answer.UnprocessedKeys?.[this.name]?.Keys ?? []) as Key[];
        if (left.length > 0) await this.#clock.pause(Math.min(25 * 2 ** attempt, 1_000));
      }
    }
    return keys.map((key) => found.get(`${key.pk}|${key.sk}`) ?? null);
  }

  /** All items of the query, page by page to the end. Strongly consistent unless an index is named. */
  async query(input: Omit<QueryCommandInput, "TableName">): Promise<readonly Item[]> {
    const items: Item[] = [];
    let from: QueryCommandInput["ExclusiveStartKey"];
    do {
      const page = await this.queryPage({ ...input, ExclusiveStartKey: from });
      items.push(...page.items);
      from = page.next;
    } while (from !== undefined);
    return items;
  }

  /** One page of a query. */
  async queryPage(
    input: Omit<QueryCommandInput, "TableName">,
  ): Promise<{ readonly items: readonly Item[]; readonly next: QueryCommandInput["ExclusiveStartKey"] }> {
    const consistent = input.IndexName === undefined ? { ConsistentRead: true } : {};
    const page = await this.#db.send(new QueryCommand({ TableName: this.name, ...consistent, ...input }));
    return { items: (page.Items ?? []) as Item[], next: page.LastEvaluatedKey };
  }

  /** How many items the first page of a query has. */
  async count(input: Omit<QueryCommandInput, "TableName" | "Select">): Promise<number> {
    const { Count } = await this.#db.send(new QueryCommand({ TableName: this.name, ...input, Select: "COUNT" }));
    return Count ?? 0;
  }

  /** One conditional update. `lost` carries the item as it was, from the same atomic read. */
  async update(update: Update): Promise<UpdateOutcome> {
    return this.#untilFree(async () => {
      try {
        const { Attributes } = await this.#db.send(
          new UpdateCommand({
            ReturnValues: "ALL_NEW",
            ReturnValuesOnConditionCheckFailure: "ALL_OLD",
            ...update,
            TableName: this.name,
          }),
        );
        return { kind: "done", item: (Attributes ?? update.Key) as Item };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // The SDK leaves an error's item in wire form, even from a document client.
        return { kind: "lost", item: error.Item ? (unmarshall(error.Item) as Item) : null };
      }
    });
  }

  /** All writes or none; at most 100. `token` makes a repeat of the same transaction harmless. */
  async transact(writes: readonly Write[], token?: string): Promise<TransactionOutcome> {
    const TransactItems = writes.map((write) => this.#named(write));
    return this.#untilFree(async () => {
      try {
        await this.#db.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
        return { kind: "done" };
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const failed = failedConditions(error);
        if (failed.size === 0) throw error;
        return { kind: "lost", failed };
      }
    });
  }

  /** Writes one item over whatever is there. */
  async put(item: Item): Promise<void> {
    await this.#untilFree(() => this.#db.send(new PutCommand({ TableName: this.name, Item: { ...item } })));
  }

  /** Removes one item; harmless when it is not there. */
  async remove(key: Key): Promise<void> {
    await this.#untilFree(() => this.#db.send(new DeleteCommand({ TableName: this.name, Key: key })));
  }

  #named(write: Write): Write {
    const [[verb, input] = []] = Object.entries(write);
    if (verb === undefined) throw new Fault("empty_write", "reject");
    return { [verb]: { ReturnValuesOnConditionCheckFailure: "ALL_OLD", ...input, TableName: this.name } } as Write;
  }

  /** Another transaction on the same item is a reason to try again soon, not a failure; the SDK does not do that by itself. */
  async #untilFree<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isConflict(error) || tries >= CONFLICT_ATTEMPTS) throw error;
        await this.#clock.pause(Math.min(5 * 2 ** tries, 400) * (0.5 + ((tries * 7919) % 100) / 200));
      }
    }
  }
}

/** Which writes failed their condition, with the item as it was. */
function failedConditions(error: TransactionCanceledException): ReadonlyMap<number, Item | null> {
  const failed = new Map<number, Item | null>();
  for (const [index, reason] of (error.CancellationReasons ?? []).entries()) {
    if (reason.Code !== "ConditionalCheckFailed") continue;
    failed.set(index, reason.Item ? (unmarshall(reason.Item) as Item) : null);
  }
  return failed;
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  return (error.CancellationReasons ?? []).some((reason) => reason.Code === "TransactionConflict");
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
