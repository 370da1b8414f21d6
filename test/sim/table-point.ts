import { ProvisionedThroughputExceededException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { cancelledFor } from "../support/refusals.ts";
import type { Host, Point, Process } from "./process.ts";
import { plain, type Shadow, type WireInput, type WireItem } from "./shadow.ts";
import { must } from "./violation.ts";

type KeyInput = { readonly pk?: { readonly S?: string }; readonly sk?: { readonly S?: string } };

/** A read as it goes over the wire, as far as the story tells of it. */
type ReadInput = WireInput & {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly KeyInput[] }>>;
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string }>>;
};

const failed = { httpStatusCode: 400 };

/** One attempt of a request of the table, as a place where a process stands until the machine lets it go on. */
export function tablePoint<T>(process: Process, command: string, input: object, send: () => Promise<T>): Point<T> {
  const kind = kindOf(command);
  return {
    kind,
    what: `${command.replace("Command", "")} ${keysOf(input as ReadInput)}`,
    act: async () => {
      if (kind === "read") return readPoint(process.machine, input as ReadInput, send);
      const answer = await send();
      await process.machine.wrote(process, input as WireInput);
      return answer;
    },
    errors: {
      lost: () =>
        Object.assign(new Error("socket hang up"), { name: "TimeoutError", code: "ECONNRESET", $metadata: {} }),
      refused: () => new ProvisionedThroughputExceededException({ message: "slow down", $metadata: failed }),
      conflict: () =>
        kind === "transact"
          ? cancelledFor("TransactionConflict")
          : new TransactionConflictException({ message: "conflict", $metadata: failed }),
      throttled: () => cancelledFor("ThrottlingError"),
    },
  };
}

/** How many reads by key are made of the database although the answer is known. */
const SAMPLE = 0.05;

/**
 * A read by key is answered from what the database said last, which saves a third of all requests; a sample is asked all
 * the same, and must be answered alike. Every write, condition and query is the database's own.
 */
async function readPoint<T>(machine: Host, input: ReadInput, send: () => Promise<T>): Promise<T> {
  const known = knownAnswer(machine.shadow, input);
  if (known === null) return send();
  if (!machine.dice.chance(SAMPLE)) return { output: { ...known, $metadata: {} } } as T;
  const answer = await send();
  const isSame = told((answer as { readonly output: ReadOutput }).output) === told(known);
  must(0, isSame, () => `the simulator lost track of ${keysOf(input)}`);
  return answer;
}

type ReadOutput = { readonly Item?: WireItem; readonly Responses?: Readonly<Record<string, readonly WireItem[]>> };

/** What an answer says, whatever the order of items, members and sets in it. */
function told({ Item: item, Responses: responses = {} }: ReadOutput): string {
  const all = Object.values(responses).flatMap((items) => items.map((one) => plain(unmarshall(one))).sort());
  return plain({ item: item && unmarshall(item), all });
}

function knownAnswer(
  shadow: Shadow,
  { TableName, Key, RequestItems, IndexName, ...more }: ReadInput,
): ReadOutput | null {
  if (RequestItems !== undefined) {
    const found = Object.entries(RequestItems).map(([table, { Keys = [] }]) => {
      const items = Keys.map((key) => shadow.wire(key as WireItem));
      return [table, items.filter((item) => item !== undefined)] as const;
    });
    return { Responses: Object.fromEntries(found) };
  }
  if (TableName === undefined || Key === undefined || IndexName !== undefined || "KeyConditionExpression" in more)
    return null;
  const item = shadow.wire(Key);
  return item === undefined ? {} : { Item: item };
}

function kindOf(command: string): Point<unknown>["kind"] {
  if (command === "TransactWriteItemsCommand") return "transact";
  return /^(?:Get|BatchGet|Query|TransactGet)/.test(command) ? "read" : "write";
}

/** Sort keys that a request names, for the story. */
function keysOf(input: ReadInput): string {
  const { Key, Item, TransactItems, RequestItems, ExpressionAttributeValues, IndexName } = input;
  const single = Key ?? Item;
  if (single !== undefined) return shortKey(single as KeyInput);
  if (TransactItems !== undefined) {
    const parts = TransactItems.flatMap((write) => Object.values(write) as { Key?: KeyInput; Item?: KeyInput }[]);
    return parts.map(({ Key: key, Item: item }) => shortKey(key ?? item)).join(" ");
  }
  if (RequestItems !== undefined) {
    return Object.values(RequestItems)
      .flatMap(({ Keys = [] }) => Keys.map(shortKey))
      .join(" ");
  }
  const values = Object.values(ExpressionAttributeValues ?? {}).map(({ S }) => S ?? "");
  return `${IndexName ?? ""} ${values.filter((value) => value !== "").join(" ")}`.trim();
}

const shortKey = (key: KeyInput | undefined): string => shortSk(key?.sk?.S ?? "?");

/** A sort key without its zeros, with ids cut to their ends. */
const shortSk = (sk: string): string =>
  sk.replaceAll(/#0+(?=\d)/g, "#").replaceAll(/[0-9A-Za-z]{20,}/g, (id) => `…${id.slice(-5)}`);
