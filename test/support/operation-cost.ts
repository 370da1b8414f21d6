import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Queues } from "../../shared/ports/queues.ts";
import type { World } from "./world.ts";

/** What an operation asks of the table and of the queues. */
export type OperationCost = {
  /** Requests of the table by command, each attempt by itself, such as `Update` or `TransactWrite`. */
  readonly requests: Readonly<Record<string, number>>;
  readonly read_units: number;
  readonly write_units: number;
  /** Messages put on queues; each of these operations sends one a request. */
  readonly messages: number;
  readonly kb_sent: number;
  readonly kb_read: number;
};

type Capacity = { readonly CapacityUnits?: number };
type Output = { readonly ConsumedCapacity?: Capacity | readonly Capacity[] };

const lengthOf = (message: unknown): number =>
  Number((message as { readonly headers?: Record<string, string> }).headers?.["content-length"] ?? 0);

/** Counts what `work` asks of the world's table and queues. */
export async function costOf(
  world: World,
  client: DynamoDBClient,
  work: () => Promise<unknown>,
): Promise<OperationCost> {
  const requests: Record<string, number> = {};
  const units = { read: 0, write: 0 };
  const bytes = { sent: 0, read: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context["commandName"]).replace(/(Item|Items)?Command$/, "");
      requests[command] = (requests[command] ?? 0) + 1;
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const answer = await next(args);
      const { ConsumedCapacity: consumed = [] } = answer.output as Output;
      const kind = /^(Get|BatchGet|Query)$/.test(command) ? "read" : "write";
      for (const one of [consumed].flat()) units[kind] += one.CapacityUnits ?? 0;
      return answer;
    },
    { step: "initialize", name: "operationCost" },
  );
  client.middlewareStack.add(
    (next) => async (args) => {
      bytes.sent += lengthOf(args.request);
      const answer = await next(args);
      bytes.read += lengthOf(answer.response);
      return answer;
    },
    { step: "deserialize", priority: "low", name: "operationBytes" },
  );
  const sent = countMessages(world);
  try {
    await work();
  } finally {
    client.middlewareStack.remove("operationCost");
    client.middlewareStack.remove("operationBytes");
  }
  return {
    requests,
    read_units: units.read,
    write_units: units.write,
    messages: sent.stop(),
    kb_sent: Math.ceil(bytes.sent / 1024),
    kb_read: Math.ceil(bytes.read / 1024),
  };
}

function countMessages(world: World): { stop(): number } {
  const { queues } = world.ports;
  let messages = 0;
  const counted = <T>(send: (items: readonly T[], delay?: number) => Promise<void>) => {
    return async (items: readonly T[], delay?: number) => {
      messages += items.length;
      await send(items, delay);
    };
  };
  const counting: Queues = {
    nudge: counted(queues.nudge),
    work: counted(queues.work),
    ring: counted(queues.ring),
  };
  Object.assign(world.ports, { queues: counting });
  return {
    stop: () => {
      Object.assign(world.ports, { queues });
      return messages;
    },
  };
}
