import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { Wake } from "../../contracts/wake.ts";
import { families, sessionPk, wakeKey } from "./keys.ts";
import { type Table, toRecord } from "./table.ts";

/** The pending wakes of a session, soonest first, without reading those that have ended. */
export async function readPendingWakes(table: Table, sessionId: SessionId): Promise<readonly Wake[]> {
  const marks = await table.query({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :pending)",
    ExpressionAttributeValues: { ":pk": sessionPk(sessionId), ":pending": families.pendingWakes },
  });
  const rows = await table.getMany(marks.map((mark) => wakeKey(sessionId, mark["followup_id"] as FollowupId)));
  const wakes = rows.map((row) => toRecord<Wake>(row)).filter((wake) => wake !== null);
  // One may have ended between the two reads, and one that was moved keeps its place among the marks.
  return wakes.filter(({ status }) => status === "scheduled").sort((a, b) => a.fires_at - b.fires_at);
}
