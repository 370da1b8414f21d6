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

  async begin(ref: EffectRef, now: Millis): Promise<EffectState> {
    const { work, name } = ref;
    const outcome = await this.#table.update({
      Key: effectKey(ref),
      UpdateExpression: "SET #work = :work, #name = :name, #status = :begun, begun_at = :now",
      ConditionExpression: "attribute_not_exists(pk)",
      ExpressionAttributeNames: { "#work": "work", "#name": "name", "#status": "status" },
      ExpressionAttributeValues: { ":work": work, ":name": name, ":begun": "begun", ":now": now },
      ReturnValues: "NONE",
    });
    if (outcome.kind === "done") return { kind: "begun" };
    if (outcome.item?.["status"] !== "done") return { kind: "unknown" };
    return { kind: "done", result: (outcome.item["result"] ?? null) as Json };
  }

  async record(ref: EffectRef, result: Json, now: Millis): Promise<void> {
    await this.#table.update({
      Key: effectKey(ref),
      UpdateExpression: "SET #status = :done, #result = :result, done_at = :now",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: { "#status": "status", "#result": "result" },
      ExpressionAttributeValues: { ":done": "done", ":result": result, ":now": now },
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
