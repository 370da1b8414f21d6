import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { Millis } from "../../contracts/records.ts";
import type { AttentionStore, Overdue } from "../../ports/attention.ts";
import { attentionShard, attentionShards, families, idleShard, sessionOfPk, turnOfQuestion } from "./keys.ts";
import type { Item, Table } from "./table.ts";

/** Rows of one look at a shard: few enough that a sweep can stop in time. */
const PAGE = 1_000;

type From = Record<string, unknown>;

/** The sparse index of what must be looked at by a time. */
export class DynamoAttentionStore implements AttentionStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async eachOverdue(until: Millis, look: (page: readonly Overdue[]) => Promise<boolean>): Promise<void> {
    const shards = allShards().map(async (shard) => {
      for (let from: From | undefined; ; ) {
        const page = await this.#page(shard, until, { Limit: PAGE, ExclusiveStartKey: from });
        const goOn = page.items.length === 0 || (await look(page.items.map(toOverdue)));
        if (page.next === undefined || !goOn) return;
        from = page.next;
      }
    });
    const failed = (await Promise.allSettled(shards)).find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  async overdue(until: Millis, most = PAGE): Promise<readonly Overdue[]> {
    const pages = allShards().map((shard) => this.#page(shard, until, { Limit: most }));
    return (await Promise.all(pages)).flatMap(({ items }) => items.map(toOverdue));
  }

  async idle(before: Millis, most: number): Promise<readonly SessionId[]> {
    const shards = Array.from({ length: attentionShards }, (_, shard) => idleShard(shard));
    const pages = await Promise.all(shards.map((shard) => this.#page(shard, before, { Limit: most })));
    return pages.flatMap(({ items }) => items.map(({ pk }) => sessionOfPk(pk)));
  }

  async pendingWakes(): Promise<number> {
    const counts = allShards().map((shard) =>
      // One page a shard: a gauge need not cost more, however many there are.
      this.#table.count({
        IndexName: "attention",
        KeyConditionExpression: "att_shard = :shard",
        FilterExpression: "begins_with(sk, :wakes)",
        ExpressionAttributeValues: { ":shard": shard, ":wakes": families.wakes },
      }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  #page(shard: string, until: Millis, part: { readonly Limit: number; readonly ExclusiveStartKey?: From | undefined }) {
    return this.#table.queryPage({
      IndexName: "attention",
      KeyConditionExpression: "att_shard = :shard AND att_at < :until",
      ExpressionAttributeValues: { ":shard": shard, ":until": until },
      ...part,
    });
  }
}

const allShards = (): readonly string[] => Array.from({ length: attentionShards }, (_, shard) => attentionShard(shard));

function toOverdue({ pk, sk, att_at }: Item): Overdue {
  const at = { session_id: sessionOfPk(pk), since: Number(att_at) };
  if (sk.startsWith(families.questions)) return { kind: "question", ...at, turn: turnOfQuestion(sk) };
  if (!sk.startsWith(families.wakes)) return { kind: "session", ...at };
  return { kind: "wake", ...at, followup_id: sk.slice(families.wakes.length) as FollowupId };
}
