import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { isObject } from "../request-view.ts";
import { flat } from "../text/word-list.ts";
import { fillSchema } from "./fill-schema.ts";

/** What a cell is for, as far as its arguments and description tell. */
export type CellRole = "compose" | "expand" | "points" | "table" | "search" | "section" | "read" | "other";

export type PlanCell = {
  readonly id: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly role: CellRole;
};

export type PlanSource = {
  readonly id: string;
  readonly name: string;
  readonly is_table: boolean;
  readonly is_text: boolean;
};

/** The cells of an input. */
export function cellsIn(value: Json | undefined): readonly PlanCell[] {
  return (Array.isArray(value) ? value : []).flatMap((one: Json): readonly PlanCell[] => {
    if (!isObject(one) || typeof one["id"] !== "string") return [];
    const schema = isObject(one["input"]) ? one["input"] : {};
    const description = typeof one["description"] === "string" ? one["description"] : "";
    return [{ id: one["id"], description, schema, role: roleOf(Object.keys(propertiesOf(schema)), description) }];
  });
}

/** The sources of an input. A JSON source may be either, so it counts as both. */
export function sourcesIn(value: Json | undefined): readonly PlanSource[] {
  return (Array.isArray(value) ? value : []).flatMap((one: Json): readonly PlanSource[] => {
    if (!isObject(one) || typeof one["id"] !== "string") return [];
    const type = String(one["media_type"] ?? "");
    return [
      {
        id: one["id"],
        name: typeof one["name"] === "string" ? one["name"] : one["id"],
        is_table: type === "text/csv" || type === "application/json",
        is_text: type !== "text/csv",
      },
    ];
  });
}

function roleOf(keys: readonly string[], description: string): CellRole {
  const said = flat(description);
  if (/ (?:last step|assembles?|composes?|puts? together) /.test(said) || keys.includes("order")) return "compose";
  if (keys.includes("point_id") || keys.includes("claim_id")) return "expand";
  if (keys.includes("query")) return "search";
  if (keys.includes("statistic") || (keys.includes("columns") && keys.includes("source_id"))) return "table";
  if (keys.includes("topic") && keys.includes("count")) return "points";
  if (keys.includes("topic")) return "section";
  return keys.includes("source_id") ? "read" : "other";
}

/** The properties of an object schema. */
export function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema["properties"]) ? schema["properties"] : {};
}

/** Arguments for a cell: what is known of those it takes; required ones that are not known are made from the request. */
export function argumentsFor(cell: PlanCell, known: JsonObject, request: JsonObject): JsonObject {
  const properties = propertiesOf(cell.schema);
  const required = Array.isArray(cell.schema["required"]) ? cell.schema["required"] : [];
  const entries = Object.keys(properties).flatMap((key): readonly (readonly [string, Json])[] => {
    const value = known[key];
    if (value !== undefined) return [[key, value]];
    const schema = properties[key];
    return required.includes(key) && isObject(schema) ? [[key, fillSchema(schema, request)]] : [];
  });
  return Object.fromEntries(entries);
}
