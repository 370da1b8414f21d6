import { DescribeTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { startDynoxide } from "../support/dynoxide.ts";
import { wireClient } from "../support/wire-client.ts";
import { WirePool } from "../support/wire-socket.ts";
import { type Host, running } from "./process.ts";
import { tablePoint } from "./table-point.ts";

/** Attempts that the deployed client makes (`connect-table.ts`). */
const ATTEMPTS = 3;

/**
 * A real database in memory, one for the whole process, with a table for each seed, and the real SDK client over it.
 * Every attempt of every request that code of the product makes stands at the machine of its process first.
 */
export class Database {
  readonly client: DynamoDBClient;
  readonly #wire: WirePool;
  readonly #shape: object;
  readonly #stop: () => Promise<void>;
  #tables = 0;

  private constructor(wire: WirePool, shape: object, stop: () => Promise<void>) {
    this.#wire = wire;
    this.#shape = shape;
    this.#stop = stop;
    this.client = clientOver(wire);
  }

  static async start(): Promise<Database> {
    const server = await startDynoxide();
    const { Table: table } = await server.client.send(new DescribeTableCommand({ TableName: server.tableName }));
    if (table === undefined) throw new Error("the database has no table");
    const shape = {
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: table.AttributeDefinitions,
      KeySchema: table.KeySchema,
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    };
    const wire = new WirePool(server.origin);
    return new Database(wire, shape, async () => {
      wire.close();
      await server.stop();
    });
  }

  /** An empty table of the deployed shape. */
  async createTable(): Promise<string> {
    this.#tables += 1;
    const name = `sim-${this.#tables}`;
    await this.ask("CreateTable", { TableName: name, ...this.#shape });
    return name;
  }

  async deleteTable(name: string): Promise<void> {
    await this.ask("DeleteTable", { TableName: name });
  }

  /** Asks as the simulator, past every fault. */
  async ask(action: string, input: object): Promise<Readonly<Record<string, unknown>>> {
    const { status, body } = await this.#wire.ask(action, JSON.stringify(input));
    const answer = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    if (status !== 200) throw new Error(`${action}: ${JSON.stringify(answer)}`);
    return answer;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

function clientOver(wire: WirePool): DynamoDBClient {
  const client = wireClient(wire, { retryStrategy: promptRetries });
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const process = running.getStore();
      if (process === undefined) return next(args);
      const command = String(context["commandName"]);
      return process.machine.request(tablePoint(process, command, args.input, () => next(args)));
    },
    { step: "deserialize", name: "simulatedAttempt", priority: "high" },
  );
  client.middlewareStack.add(
    (next) => async (args) => {
      const process = running.getStore();
      if (process === undefined) return next(args);
      process.requests.table += 1;
      return isNothing(process.machine, args.input) ? nothing : next(args);
    },
    { step: "initialize", name: "simulatedCall", priority: "high" },
  );
  return client;
}

/**
 * Whether it is a query of an empty shard of the attention index. The sweeper asks all sixteen and fifteen are empty, so
 * they are answered on the spot.
 */
function isNothing(machine: Host, input: object): boolean {
  const { IndexName: index, ExpressionAttributeValues: values } = input as AttentionQuery;
  return index === "attention" && !machine.shadow.hasAttention(values?.[":shard"]?.S ?? "");
}

type AttentionQuery = {
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: { readonly ":shard"?: { readonly S?: string } };
};

const nothing = { output: { Items: [], Count: 0, $metadata: {} }, response: {} } as never;

/** The SDK's standard strategy, without its waits and without a budget that seeds would share. */
const promptRetries = {
  mode: "standard",
  acquireInitialRetryToken: async () => retryToken(0),
  refreshRetryTokenForRetry: async (token: RetryToken, { errorType }: { readonly errorType: string }) => {
    const isPassing = errorType === "THROTTLING" || errorType === "TRANSIENT";
    if (!isPassing || token.getRetryCount() + 1 >= ATTEMPTS) throw new Error("no retry");
    return retryToken(token.getRetryCount() + 1);
  },
  recordSuccess: () => undefined,
};

type RetryToken = ReturnType<typeof retryToken>;

const retryToken = (count: number) => ({
  getRetryCount: () => count,
  getRetryDelay: () => 0,
  getRetryCost: () => 0,
});
