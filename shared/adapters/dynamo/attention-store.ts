import type { FollowupId } from "../../contracts/ids.ts";
import type { Millis } from "../../contracts/records.ts";
import type { AttentionStore, Overdue } from "../../ports/attention.ts";
import { attentionShard, attentionShards, families, sessionOfPk, turnOfQuestion } from "./keys.ts";
import type { Item, Table } from "./table.ts";

/** The sparse index of what must be looked at by a time. */
export class DynamoAttentionStore implements AttentionStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async overdue(until: Millis): Promise<readonly Overdue[]> {
    const shards = Array.from({ length: attentionShards }, (_, shard) => this.#shard(shard, until));
    return (await Promise.all(shards)).flat();
  }

  async pendingWakes(): Promise<number> {
    const counts = Array.from({ length: attentionShards }, (_, shard) =>
      // One page a shard: a gauge need not cost more, however many there are.
      this.#table.count({
        IndexName: "attention",
        KeyConditionExpression: "att_shard = :shard",
        FilterExpression: "begins_with(sk, :wakes)",
        ExpressionAttributeValues: { ":shard": attentionShard(shard), ":wakes": families.wakes },
      }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  async #shard(shard: number, until: Millis): Promise<readonly Overdue[]> {
    const items = await this.#table.query({
      IndexName: "attention",
      KeyConditionExpression: "att_shard = :shard AND att_at < :until",
      ExpressionAttributeValues: { ":shard": attentionShard(shard), ":until": until },
    });
    return items.map(toOverdue);
  }
}

function toOverdue({ pk, sk, att_at }: Item): Overdue {
  const at = { session_id: sessionOfPk(pk), since: Number(att_at) };
  if (sk.startsWith(families.questions)) return { kind: "question", ...at, turn: turnOfQuestion(sk) };
  if (!sk.startsWith(families.wakes)) return { kind: "session", ...at };
  return { kind: "wake", ...at, followup_id: sk.slice(families.wakes.length) as FollowupId };
}
