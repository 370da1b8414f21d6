import type { FollowupId } from "../../contracts/ids.ts";
import type { Millis } from "../../contracts/records.ts";
import type { AttentionStore, Overdue } from "../../ports/stores.ts";
import { attentionShard, attentionShards, families, sessionOfPk } from "./keys.ts";
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

  async #shard(shard: number, until: Millis): Promise<readonly Overdue[]> {
    const items = await this.#table.query({
      IndexName: "attention",
      KeyConditionExpression: "att_shard = :shard AND att_at < :until",
      ExpressionAttributeValues: { ":shard": attentionShard(shard), ":until": until },
    });
    return items.map(toOverdue);
  }
}

function toOverdue({ pk, sk }: Item): Overdue {
  const session_id = sessionOfPk(pk);
  if (!sk.startsWith(families.wakes)) return { kind: "session", session_id };
  return { kind: "wake", session_id, followup_id: sk.slice(families.wakes.length) as FollowupId };
}
