import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { OperatorAction } from "../../contracts/operator-action.ts";
import type { Wake } from "../../contracts/wake.ts";
import { type WakeHistoryLine, wakeSteps } from "../../contracts/wake-history.ts";
import type { WakeWrite } from "../../ports/wake-change.ts";
import { actionKey, historyKey } from "./keys.ts";
import type { Write } from "./table.ts";

/** A line of history. Its key orders lines of the same moment by how things happen, and a repeat replaces itself. */
export function lineWrite(line: WakeHistoryLine, mark = ""): Write {
  const order = `${String(wakeSteps.indexOf(line.step)).padStart(2, "0")}${mark}`;
  return put({ ...line, ...historyKey(line.session_id, line.followup_id, `${padded(line.at)}#${order}`) });
}

/** What an operator did. */
export function actionWrite(action: OperatorAction): Write {
  return put({ ...action, ...actionKey(action) });
}

/** The history of a commit's write of a wake, and of the operator behind it. */
export function historyWrites(write: WakeWrite): readonly Write[] {
  switch (write.kind) {
    case "wake_new":
      return [lineWrite(scheduledLine(write.wake))];
    case "wake_ended": {
      const { wake, status: step, at, by = { type: "system" } } = write;
      const line = { ...of(wake), at, step, by, details: endDetails(write) };
      return [lineWrite(line), ...(write.action === undefined ? [] : [actionWrite(write.action)])];
    }
    case "wake_moved": {
      const { wake, step, action, fires_at } = write;
      const details = { from: iso(wake.fires_at), to: iso(fires_at) };
      const line = { ...of(wake), at: action.at, step, by: { type: "operator" as const, id: action.by }, details };
      return [lineWrite(line, action.id), actionWrite(action)];
    }
  }
}

/** The line of a ring that put the wake into its session's mailbox. */
export function rungWrite(wake: Wake, at: number): Write {
  const details = { late_ms: Math.max(0, at - wake.fires_at) };
  return lineWrite({ ...of(wake), at, step: "rung", by: { type: "system" }, details });
}

function scheduledLine(wake: Wake): WakeHistoryLine {
  const { from_agent, target, when, depth, root_id, scheduled_by_turn: turn } = wake;
  return {
    ...of(wake),
    at: wake.created_at,
    step: "scheduled",
    by: { type: "agent", id: from_agent },
    details: { target, when, fires_at: iso(wake.fires_at), depth, root_id, turn },
  };
}

function endDetails({
  wake,
  at,
  status,
  run_id,
  dropped_reason,
}: Extract<WakeWrite, { kind: "wake_ended" }>): JsonObject {
  if (status === "fired") return { run_id: run_id ?? null, late_ms: Math.max(0, at - wake.fires_at) };
  return status === "dropped" ? { reason: dropped_reason ?? null } : {};
}

const of = ({ session_id, followup_id }: { readonly session_id: SessionId; readonly followup_id: FollowupId }) => ({
  session_id,
  followup_id,
});

const put = (item: Record<string, unknown>): Write => ({ Put: { TableName: "", Item: item } });
const padded = (at: number): string => String(at).padStart(15, "0");
const iso = (at: number): string => new Date(at).toISOString();
