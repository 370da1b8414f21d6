import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { OperatorAction } from "../../contracts/operator-action.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { WakeHistoryLine } from "../../contracts/wake-history.ts";
import type { FilteredSlice, IgnoredRing, OperationsStore, WakeFilter } from "../../ports/operations.ts";
import type { After, Slice, WakePosition } from "../../ports/reader.ts";
import type { OverrideScope, RecordedOverride } from "../../ports/wakes.ts";
import { findWakes } from "./find-wakes.ts";
import { actionWrite, lineWrite } from "./history-items.ts";
import {
  actionKey,
  actionsPk,
  agentOverrideKey,
  families,
  historyKey,
  killedChainKey,
  sessionOverrideKey,
  sessionPk,
} from "./keys.ts";
import { type Item, type Table, toRecord } from "./table.ts";

/** What only operators see and set. */
export class DynamoOperationsStore implements OperationsStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  findWakes(slug: string, filter: WakeFilter, page: After<WakePosition>): Promise<FilteredSlice<Wake, WakePosition>> {
    return findWakes(this.#table, { slug, filter }, page);
  }

  async chain(sessionId: SessionId, root: FollowupId): Promise<readonly Wake[]> {
    const items = await this.#table.query({
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :wakes)",
      FilterExpression: "root_id = :root",
      ExpressionAttributeValues: { ":pk": sessionPk(sessionId), ":wakes": families.wakes, ":root": root },
    });
    return items.map((item) => toRecord<Wake>(item)).filter((wake) => wake !== null);
  }

  async history(sessionId: SessionId, id: FollowupId): Promise<readonly WakeHistoryLine[]> {
    const items = await this.#table.query({
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :lines)",
      ExpressionAttributeValues: { ":pk": sessionPk(sessionId), ":lines": families.history(id) },
    });
    return items.map(toLine).sort((a, b) => a.at - b.at);
  }

  async ignoredRing(
    session_id: SessionId,
    followup_id: FollowupId,
    { why, at }: { readonly why: IgnoredRing; readonly at: number },
  ): Promise<void> {
    await this.#table.update({
      // One item a kind, however often a wake is rung.
      Key: historyKey(session_id, followup_id, `~${why}`),
      UpdateExpression:
        "SET why = :why, session_id = :session, followup_id = :id, first_at = if_not_exists(first_at, :at), last_at = :at, rings = if_not_exists(rings, :zero) + :one",
      ExpressionAttributeValues: {
        ":why": why,
        ":session": session_id,
        ":id": followup_id,
        ":at": at,
        ":zero": 0,
        ":one": 1,
      },
      ReturnValues: "NONE",
    });
  }

  async note(line: WakeHistoryLine, action: OperatorAction): Promise<void> {
    await this.#table.transact([lineWrite(line, action.id), actionWrite(action)]);
  }

  async killChain(line: WakeHistoryLine, action: OperatorAction): Promise<boolean> {
    const { session_id, followup_id, at } = line;
    const outcome = await this.#table.transact([
      {
        Put: {
          TableName: "",
          Item: { ...killedChainKey(session_id, followup_id), by: action.by, at },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
      lineWrite(line, action.id),
      actionWrite(action),
    ]);
    return outcome.kind === "done";
  }

  async readOverride(scope: OverrideScope): Promise<RecordedOverride | null> {
    return toRecord<RecordedOverride>(await this.#table.get(overrideKey(scope)));
  }

  async replaceOverride(
    scope: OverrideScope,
    { before, after }: { readonly before: RecordedOverride | null; readonly after: RecordedOverride },
    action: OperatorAction,
  ): Promise<boolean> {
    const unchanged =
      before === null
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : {
            ConditionExpression: "#at = :at AND #by = :by",
            ExpressionAttributeNames: { "#at": "at", "#by": "by" },
            ExpressionAttributeValues: { ":at": before.at, ":by": before.by },
          };
    const outcome = await this.#table.transact([
      { Put: { TableName: "", Item: { ...after, ...overrideKey(scope) }, ...unchanged } },
      actionWrite(action),
    ]);
    return outcome.kind === "done";
  }

  async record(action: OperatorAction): Promise<void> {
    await this.#table.transact([actionWrite(action)]);
  }

  async actions({ after, limit }: After<Pick<OperatorAction, "at" | "id">>): Promise<Slice<OperatorAction>> {
    const page = await this.#table.queryPage({
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": actionsPk },
      ScanIndexForward: false,
      Limit: limit,
      ...(after === null ? {} : { ExclusiveStartKey: actionKey(after) }),
    });
    const items = page.items.map((item) => toRecord<OperatorAction>(item)).filter((action) => action !== null);
    return { items, more: page.next !== undefined };
  }
}

const overrideKey = (scope: OverrideScope) =>
  "agent" in scope ? agentOverrideKey(scope.agent) : sessionOverrideKey(scope.session_id);

/** Rings that changed nothing are kept as one count a kind. */
function toLine(item: Item): WakeHistoryLine {
  const line = toRecord<WakeHistoryLine>(item) as WakeHistoryLine;
  if (item["rings"] === undefined) return line;
  const { session_id, followup_id } = line;
  const first = Number(item["first_at"]);
  return {
    session_id,
    followup_id,
    at: first,
    step: "ring_ignored",
    by: { type: "system" },
    details: {
      why: String(item["why"]),
      rings: Number(item["rings"]),
      last_at: new Date(Number(item["last_at"])).toISOString(),
    },
  };
}
