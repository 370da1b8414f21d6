import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

/** An item as it is stored. */
export type Item = Readonly<Record<string, unknown>>;

/** What one request did to one item. */
export type Change = {
  readonly pk: string;
  readonly sk: string;
  readonly before: Item | null;
  readonly after: Item | null;
};

export type WireItem = Record<string, AttributeValue>;
type WireWrite = {
  readonly Put?: { readonly Item: WireItem };
  readonly Update?: { readonly Key: WireItem };
  readonly Delete?: { readonly Key: WireItem };
};

/** A write as it goes over the wire, as far as it says what it touches. */
export type WireInput = {
  readonly TableName?: string;
  readonly Item?: WireItem;
  readonly Key?: WireItem;
  readonly UpdateExpression?: string;
  readonly TransactItems?: readonly WireWrite[];
};

/** The database, past every fault. */
export interface AskTable {
  ask(action: string, input: object): Promise<Readonly<Record<string, unknown>>>;
}

/** The items under one partition key. */
export class Partition {
  readonly #items = new Map<string, Item>();
  readonly #families = new Map<string, Map<string, Item>>();

  get(sk: string): Item | null {
    return this.#items.get(sk) ?? null;
  }

  /** Items whose sort key starts with this and `#`, by sort key. */
  family(name: string): ReadonlyMap<string, Item> {
    return this.#families.get(name) ?? none;
  }

  all(): ReadonlyMap<string, Item> {
    return this.#items;
  }

  /** What is there now, whatever is written later. */
  copy(): Partition {
    const copied = new Partition();
    for (const [sk, item] of this.#items) copied.set(sk, item);
    return copied;
  }

  set(sk: string, item: Item | null): void {
    const name = familyOf(sk);
    const family = this.#families.get(name) ?? new Map<string, Item>();
    this.#families.set(name, family);
    if (item === null) {
      this.#items.delete(sk);
      family.delete(sk);
    } else {
      this.#items.set(sk, item);
      family.set(sk, item);
    }
  }
}

const none: ReadonlyMap<string, Item> = new Map();

/** `EVT` of `EVT#0000000003`. */
const familyOf = (sk: string): string => sk.split("#", 1).join();

/**
 * What the table holds, kept beside it: after each write the touched items are read back from the database, so that every
 * invariant can be checked after every request. At the end of a seed it is compared with the table itself.
 */
export class Shadow {
  readonly #database: AskTable;
  readonly #table: string;
  readonly #partitions = new Map<string, Partition>();
  /** Every item as it goes over the wire. */
  readonly #wire = new Map<string, WireItem>();
  /** When each item in the attention index must have been looked at. */
  readonly #attention = new Map<string, { readonly shard: string; readonly at: number }>();
  /** The same of what is listed in the other shards of the index: sessions by when they were used last. */
  readonly #idle = new Map<string, { readonly shard: string; readonly at: number }>();

  constructor(database: AskTable, table: string) {
    this.#database = database;
    this.#table = table;
  }

  partition(pk: string): Partition {
    const known = this.#partitions.get(pk);
    if (known !== undefined) return known;
    const fresh = new Partition();
    this.#partitions.set(pk, fresh);
    return fresh;
  }

  /** Partition keys that start with this. */
  keys(prefix: string): readonly string[] {
    return [...this.#partitions.keys()].filter((pk) => pk.startsWith(prefix));
  }

  /** When the first thing must have been looked at; null when nothing must. */
  firstAttention(): number | null {
    return firstOf(this.#attention.values());
  }

  /** When the session that has been idle longest is listed as used last; null when there is none. */
  firstIdle(): number | null {
    return firstOf(this.#idle.values());
  }

  /** Whether the attention index holds anything in this shard. */
  hasAttention(shard: string): boolean {
    const listed = shard.startsWith("A#") ? this.#attention : this.#idle;
    for (const one of listed.values()) if (one.shard === shard) return true;
    return false;
  }

  /** An item as it goes over the wire; undefined when there is none. */
  wire(key: WireItem): WireItem | undefined {
    return this.#wire.get(`${key["pk"]?.S}|${key["sk"]?.S}`);
  }

  /** Takes over what a write that succeeded has done. */
  async follow(input: WireInput): Promise<readonly Change[]> {
    const { puts, read, gone } = touched(input);
    const found = read.length === 0 ? [] : await this.#read(read);
    const now = new Map([...puts, ...found].map((wire) => [wireKey(wire), wire]));
    const keys = new Map([...puts, ...read, ...gone].map((key) => [wireKey(key), key]));
    return [...keys].flatMap(([name, key]) => {
      const pk = key["pk"]?.S ?? "";
      const sk = key["sk"]?.S ?? "";
      const before = this.partition(pk).get(sk);
      const wire = now.get(name);
      if (before === null && wire === undefined) return [];
      const after = this.#set(pk, sk, wire);
      return [{ pk, sk, before, after }];
    });
  }

  /** Items that differ from the table itself, by key. */
  async differences(): Promise<readonly string[]> {
    const seen = new Set<string>();
    const wrong: string[] = [];
    let from: unknown;
    do {
      const page = await this.#database.ask("Scan", {
        TableName: this.#table,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      });
      for (const wire of page["Items"] as WireItem[]) {
        const item = unmarshall(wire);
        const { pk, sk } = item as { pk: string; sk: string };
        seen.add(keyOf(item));
        if (plain(this.partition(pk).get(sk)) !== plain(item)) wrong.push(`${pk} ${sk}`);
      }
      from = page["LastEvaluatedKey"];
    } while (from !== undefined);
    for (const [pk, partition] of this.#partitions)
      for (const sk of partition.all().keys()) if (!seen.has(`${pk}|${sk}`)) wrong.push(`${pk} ${sk}`);
    return wrong;
  }

  async #read(keys: readonly WireItem[]): Promise<readonly WireItem[]> {
    const answer = await this.#database.ask("BatchGetItem", {
      RequestItems: { [this.#table]: { Keys: keys, ConsistentRead: true } },
    });
    const { [this.#table]: items = [] } = answer["Responses"] as Record<string, WireItem[]>;
    return items;
  }

  #set(pk: string, sk: string, wire: WireItem | undefined): Item | null {
    const item = wire === undefined ? null : unmarshall(wire);
    const key = `${pk}|${sk}`;
    this.partition(pk).set(sk, item);
    if (wire === undefined) this.#wire.delete(key);
    else this.#wire.set(key, wire);
    const at = item?.["att_at"];
    const shard = item?.["att_shard"];
    this.#attention.delete(key);
    this.#idle.delete(key);
    if (typeof at === "number" && typeof shard === "string")
      (shard.startsWith("A#") ? this.#attention : this.#idle).set(key, { shard, at });
    return item;
  }
}

function firstOf(listed: Iterable<{ readonly at: number }>): number | null {
  let first: number | null = null;
  for (const { at } of listed) if (first === null || at < first) first = at;
  return first;
}

const wireKey = (item: WireItem): string => `${item["pk"]?.S}|${item["sk"]?.S}`;

const keyOf = (item: Item): string => `${String(item["pk"])}|${String(item["sk"])}`;

/** An item as text, whatever the order of its members. */
export function plain(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (member instanceof Set) return [...member].sort();
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What a write touches: whole items that it puts, keys that must be read back, keys that are gone. */
function touched(input: WireInput): {
  readonly puts: readonly WireItem[];
  readonly read: readonly WireItem[];
  readonly gone: readonly WireItem[];
} {
  const writes: readonly WireWrite[] = input.TransactItems ?? [onlyWrite(input)];
  return {
    puts: writes.flatMap(({ Put }) => (Put === undefined ? [] : [Put.Item])),
    read: writes.flatMap(({ Update }) => (Update === undefined ? [] : [Update.Key])),
    gone: writes.flatMap(({ Delete }) => (Delete === undefined ? [] : [Delete.Key])),
  };
}

function onlyWrite({ Item: item, Key: key = {}, UpdateExpression: update }: WireInput): WireWrite {
  if (item !== undefined) return { Put: { Item: item } };
  return update === undefined ? { Delete: { Key: key } } : { Update: { Key: key } };
}
