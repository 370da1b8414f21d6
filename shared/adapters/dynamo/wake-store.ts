import type { FollowUpOverride } from "../../contracts/follow-up-settings.ts";
import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { Overrides } from "../../domain/wakes/wake-settings.ts";
import type { NewEntry } from "../../ports/stores.ts";
import type { RecordedOverride, RingResult, WakeEnding, WakeStore } from "../../ports/wakes.ts";
import { acceptUpdate, refusal } from "./accept-update.ts";
import { historyWrites, rungWrite } from "./history-items.ts";
import { agentOverrideKey, attention, mailboxKey, sessionOverrideKey, wakeKey } from "./keys.ts";
import { readPendingWakes } from "./pending-wakes.ts";
import { type Item, type Table, toRecord } from "./table.ts";
import { dedupGuardKey, wakeEnded } from "./wake-writes.ts";

const isWaiting = "#status = :scheduled AND attribute_not_exists(rung_at)";

/** Wakes: the rows that decide. */
export class DynamoWakeStore implements WakeStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async readWake(sessionId: SessionId, id: FollowupId): Promise<Wake | null> {
    return toRecord<Wake>(await this.#table.get(wakeKey(sessionId, id)));
  }

  pendingWakes(sessionId: SessionId): Promise<readonly Wake[]> {
    return readPendingWakes(this.#table, sessionId);
  }

  async pendingByKey(sessionId: SessionId, dedupKey: string): Promise<Wake | null> {
    const guard = await this.#table.get(dedupGuardKey(sessionId, dedupKey));
    if (guard === null || guard["cancelled_seq"] !== undefined) return null;
    const wake = await this.readWake(sessionId, guard["followup_id"] as FollowupId);
    return wake?.status === "scheduled" ? wake : null;
  }

  async ring(wake: Wake, entry: NewEntry, now: number): Promise<RingResult> {
    const { text: _whole, ...accept } = acceptUpdate(wake.session_id, wake.owner, entry);
    const outcome = await this.#table.transact([
      {
        Update: {
          TableName: "",
          Key: wakeKey(wake.session_id, wake.followup_id),
          UpdateExpression: "SET rung_at = :now REMOVE att_shard, att_at",
          // One that got a later due time since it was read is not due.
          ConditionExpression: `${isWaiting} AND fires_at = :due`,
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":now": now, ":due": wake.fires_at, ":scheduled": "scheduled" },
        },
      },
      { Update: { TableName: "", ...accept, UpdateExpression: accept.UpdateExpression } },
      rungWrite(wake, now),
    ]);
    if (outcome.kind === "done") return "rung";
    return outcome.failed.has(0) ? "already" : notTaken(outcome.failed.get(1) ?? null, wake, entry);
  }

  async watch(wake: Wake, at: number): Promise<void> {
    const { att_shard, att_at } = attention(wake.session_id, at);
    await this.#table.update({
      Key: wakeKey(wake.session_id, wake.followup_id),
      UpdateExpression: "SET att_shard = :shard, att_at = :at",
      // One that was moved since it was read is watched at its new time, if at all.
      ConditionExpression: `${isWaiting} AND fires_at = :due`,
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":shard": att_shard,
        ":at": att_at,
        ":due": wake.fires_at,
        ":scheduled": "scheduled",
      },
      ReturnValues: "NONE",
    });
  }

  async endOrphan(wake: Wake, ending: WakeEnding, at: number): Promise<boolean> {
    const { status, by, action } = ending;
    const reason = ending.status === "dropped" ? { dropped_reason: ending.reason } : {};
    const write = { kind: "wake_ended" as const, wake, status, at, ...reason, by, action };
    const outcome = await this.#table.transact([
      {
        ConditionCheck: {
          TableName: "",
          Key: mailboxKey(wake.session_id),
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
      ...wakeEnded(write, null),
      ...historyWrites(write),
    ]);
    return outcome.kind === "done";
  }

  async readOverrides(agent: string, sessionId: SessionId): Promise<Overrides> {
    const keys = [agentOverrideKey(agent), sessionOverrideKey(sessionId)];
    const [ofAgent, ofSession] = (await this.#table.getMany(keys)).map(toOverride);
    return { agent: ofAgent ?? null, session: ofSession ?? null };
  }
}

/** Why a mailbox did not take the entry of a wake. */
function notTaken(item: Item | null, wake: Wake, entry: NewEntry): RingResult {
  const { kind } = refusal(item, wake.owner, entry);
  switch (kind) {
    case "not_found":
      return "missing";
    case "archived":
      return "archived";
    case "accepted":
    case "repeated":
    case "key_reused":
      return "already";
    case "full":
    case "busy":
      return "full";
  }
}

const toOverride = (item: Item | null): FollowUpOverride | null => toRecord<RecordedOverride>(item)?.settings ?? null;
