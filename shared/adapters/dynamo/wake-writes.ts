import type { SessionId } from "../../contracts/ids.ts";
import type { Wake } from "../../contracts/wake.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { CommitWrite } from "../../ports/stores.ts";
import { agentPk, attention, dedupKey, type Key, killedChainKey, pendingWakeKey, wakeKey } from "./keys.ts";
import type { Write } from "./table.ts";

/** A wake that nobody rang this long after its due time is found by the sweeper. */
const ringGraceMs = 30_000;
/** How long a cancelled key is remembered; longer than any turn can go on. */
const tombstoneMs = 86_400_000;

/** Where a session's dedup key is guarded. Keys are compared as they were written, case and Unicode form included. */
export const dedupGuardKey = (sessionId: SessionId, key: string): Key => dedupKey(sessionId, fingerprint(key));

/**
 * A new wake: its row, the guard of its dedup key, its place among the pending ones of its session, and that its chain
 * lives, in this order.
 */
export function wakeWrites({ wake, since_seq = 0 }: Extract<CommitWrite, { kind: "wake_new" }>): readonly Write[] {
  const { session_id, followup_id, fires_at, dedup_key } = wake;
  const row = {
    ...wake,
    ...attention(session_id, fires_at + ringGraceMs),
    agent_pk: agentPk(wake.target, session_id),
    agent_sk: `${new Date(wake.created_at).toISOString()}#${followup_id}`,
  };
  const guard: Write[] =
    dedup_key === undefined
      ? []
      : [
          {
            Put: {
              TableName: "",
              Item: { ...dedupGuardKey(session_id, dedup_key), followup_id },
              // A tombstone holds for turns that were going on when it was set.
              ConditionExpression: "attribute_not_exists(pk) OR cancelled_seq <= :since",
              ExpressionAttributeValues: { ":since": since_seq },
            },
          },
        ];
  return [
    {
      Put: {
        TableName: "",
        Item: { ...row, ...wakeKey(session_id, followup_id) },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    ...guard,
    { Put: { TableName: "", Item: { ...pendingMarkKey(wake), followup_id } } },
    ...chainLives(wake),
  ];
}

/** A chain that an operator killed goes no further, whatever its last turn still asks for. */
function chainLives({ session_id, root_id, depth }: Wake): readonly Write[] {
  if (depth === 1) return [];
  const check = { TableName: "", Key: killedChainKey(session_id, root_id) };
  return [{ ConditionCheck: { ...check, ConditionExpression: "attribute_not_exists(pk)" } }];
}

/** A pending wake gets another due time, unless it was rung or moved meanwhile. */
export function wakeMoved({ wake, fires_at }: Extract<CommitWrite, { kind: "wake_moved" }>): readonly Write[] {
  const { att_shard, att_at } = attention(wake.session_id, fires_at + ringGraceMs);
  return [
    {
      Update: {
        TableName: "",
        Key: wakeKey(wake.session_id, wake.followup_id),
        UpdateExpression:
          "SET fires_at = :to, att_shard = :shard, att_at = :at, first_due = if_not_exists(first_due, :from)",
        ConditionExpression: "#status = :scheduled AND attribute_not_exists(rung_at) AND fires_at = :from",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":to": fires_at,
          ":from": wake.fires_at,
          ":shard": att_shard,
          ":at": att_at,
          ":scheduled": "scheduled" satisfies Wake["status"],
        },
      },
    },
  ];
}

/** Stays where it was when the wake is moved, so that whoever read the wake before can still take it away. */
const pendingMarkKey = ({ session_id, followup_id, fires_at, first_due = fires_at }: Wake): Key =>
  pendingWakeKey(session_id, first_due, followup_id);

/**
 * A pending wake ends. Of a cancelled one the dedup key stays as a tombstone; `seq` is the number of the cancellation, null
 * when the session is gone and with it whoever could schedule the same again.
 */
export function wakeEnded(write: Extract<CommitWrite, { kind: "wake_ended" }>, seq: number | null): readonly Write[] {
  const { wake } = write;
  const gone: Write = { Delete: { TableName: "", Key: pendingMarkKey(wake) } };
  if (wake.dedup_key === undefined) return [endedRow(write), gone];
  const key = dedupGuardKey(wake.session_id, wake.dedup_key);
  if (write.status !== "cancelled" || seq === null)
    return [endedRow(write), gone, { Delete: { TableName: "", Key: key } }];
  const ttl = Math.ceil((write.at + tombstoneMs) / 1000);
  const tombstone = { ...key, followup_id: wake.followup_id, cancelled_seq: seq, ttl };
  return [endedRow(write), gone, { Put: { TableName: "", Item: tombstone } }];
}

function endedRow(write: Extract<CommitWrite, { kind: "wake_ended" }>): Write {
  const { wake, dropped_reason, run_id } = write;
  const reason = dropped_reason === undefined ? "" : ", dropped_reason = :reason";
  const run = run_id === undefined ? "" : ", run_id = :run";
  return {
    Update: {
      TableName: "",
      Key: wakeKey(wake.session_id, wake.followup_id),
      UpdateExpression: `SET #status = :status, closed_at = :at${reason}${run} REMOVE att_shard, att_at`,
      // Everything else about it hangs on this: whoever ends it first has ended it.
      ConditionExpression: "#status = :scheduled",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":status": write.status,
        ":scheduled": "scheduled" satisfies Wake["status"],
        ":at": write.at,
        ...(dropped_reason === undefined ? {} : { ":reason": dropped_reason }),
        ...(run_id === undefined ? {} : { ":run": run_id }),
      },
    },
  };
}
