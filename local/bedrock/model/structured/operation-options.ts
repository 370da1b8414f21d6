import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { isObject } from "../request-view.ts";

/** One operation of a schema: its name and what it takes. */
export type Option = {
  readonly op: string;
  readonly description: string;
  readonly properties: JsonObject;
  readonly required: readonly string[];
};

/** The operations a JSON Schema offers: a union of objects that differ in the constant `op`. */
export function optionsOf(schema: Json | undefined): readonly Option[] {
  if (!isObject(schema)) return [];
  const union = schema["oneOf"] ?? schema["anyOf"];
  const variants = Array.isArray(union) ? union : [schema];
  return variants.flatMap((variant: Json): readonly Option[] => {
    const resolved = isObject(variant) ? followed(variant, schema) : {};
    const properties = resolved["properties"];
    const op = isObject(properties) ? properties["op"] : undefined;
    if (!isObject(properties) || !isObject(op) || typeof op["const"] !== "string") return [];
    const required = Array.isArray(resolved["required"])
      ? resolved["required"].filter((key) => typeof key === "string")
      : [];
    const description = typeof resolved["description"] === "string" ? resolved["description"] : "";
    return [{ op: op["const"], description, properties, required }];
  });
}

/** The values an enumeration may have, also behind "or null"; none for what is no enumeration. */
export function valuesOf(schema: Json | undefined): readonly string[] {
  if (!isObject(schema)) return [];
  if (Array.isArray(schema["enum"])) return schema["enum"].filter((value) => typeof value === "string");
  const union = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(union) ? union.flatMap(valuesOf) : [];
}

function followed(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema["$ref"];
  const definitions = root["$defs"];
  if (typeof reference !== "string" || !isObject(definitions)) return schema;
  const found = definitions[reference.replace("#/$defs/", "")];
  return isObject(found) ? found : schema;
}
