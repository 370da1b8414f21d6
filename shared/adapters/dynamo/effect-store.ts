import type { Json } from "../../contracts/json.ts";
import type { Millis } from "../../contracts/records.ts";
import type { EffectRef, EffectState, EffectStore } from "../../ports/effects.ts";
import { effectKey } from "./keys.ts";
import type { Table } from "./table.ts";

/** What steps do outside, noted before and after. */
export class DynamoEffectStore implements EffectStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async begin(ref: EffectRef, token: string, now: Millis): Promise<EffectState> {
    const { work, name } = ref;
    const outcome = await this.#table.update({
      Key: effectKey(ref),
      UpdateExpression: "SET #work = :work, #name = :name, #status = :begun, begun_at = :now, begun_by = :token",
      // Our own first attempt may have noted it and its answer been lost; nobody has done anything then.
      ConditionExpression: "attribute_not_exists(pk) OR (#status = :begun AND begun_by = :token)",
      ExpressionAttributeNames: { "#work": "work", "#name": "name", "#status": "status" },
      ExpressionAttributeValues: { ":work": work, ":name": name, ":begun": "begun", ":now": now, ":token": token },
      ReturnValues: "NONE",
    });
    if (outcome.kind === "done") return { kind: "begun" };
    if (outcome.item?.["status"] !== "done") return { kind: "unknown" };
    const { json, result = null } = outcome.item;
    // An effect that was recorded before results were kept as text.
    if (json === undefined) return { kind: "done", result: result as Json };
    return { kind: "done", result: JSON.parse(String(json)) as Json };
  }

  async record(ref: EffectRef, result: Json, now: Millis): Promise<void> {
    await this.#table.update({
      Key: effectKey(ref),
      // As text: it has happened, and the table's own values cannot hold any JSON.
      UpdateExpression: "SET #status = :done, json = :json, done_at = :now",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":done": "done", ":json": JSON.stringify(result), ":now": now },
      ReturnValues: "NONE",
    });
  }

  async forget(ref: EffectRef): Promise<void> {
    await this.#table.transact([
      {
        Delete: {
          TableName: "",
          Key: effectKey(ref),
          ConditionExpression: "attribute_not_exists(pk) OR #status = :begun",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":begun": "begun" },
        },
      },
    ]);
  }
}
