import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { Millis } from "../../contracts/records.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { NewEntry, WakeStore } from "../../ports/stores.ts";
import { acceptUpdate } from "./accept-update.ts";
import { families, sessionPk, wakeKey } from "./keys.ts";
import { type Table, toRecord } from "./table.ts";

/** Wakes: the rows that decide. */
export class DynamoWakeStore implements WakeStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async readWake(sessionId: SessionId, id: FollowupId): Promise<Wake | null> {
    return toRecord<Wake>(await this.#table.get(wakeKey(sessionId, id)));
  }

  async pendingWakes(sessionId: SessionId): Promise<readonly Wake[]> {
    const items = await this.#table.query({
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :wakes)",
      FilterExpression: "#status = :scheduled",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":pk": sessionPk(sessionId), ":wakes": families.wakes, ":scheduled": "scheduled" },
    });
    const wakes = items.map((item) => toRecord<Wake>(item)).filter((wake) => wake !== null);
    return wakes.sort((a, b) => a.fires_at - b.fires_at || (a.followup_id < b.followup_id ? -1 : 1));
  }

  async ring(wake: Wake, entry: NewEntry, now: Millis): Promise<"rung" | "already" | "archived"> {
    const { text: _whole, ...accept } = acceptUpdate(wake.session_id, wake.owner, entry);
    const outcome = await this.#table.transact([
      {
        Update: {
          TableName: "",
          Key: wakeKey(wake.session_id, wake.followup_id),
          UpdateExpression: "SET rung_at = :now REMOVE att_shard, att_at",
          ConditionExpression: "#status = :scheduled AND attribute_not_exists(rung_at)",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":now": now, ":scheduled": "scheduled" },
        },
      },
      { Update: { TableName: "", ...accept, UpdateExpression: accept.UpdateExpression } },
    ]);
    if (outcome.kind === "done") return "rung";
    if (outcome.failed.has(0)) return "already";
    return outcome.failed.get(1)?.["status"] === "archived" ? "archived" : "already";
  }
}
