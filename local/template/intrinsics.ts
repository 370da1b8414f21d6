import type { Json } from "../json.ts";
import { isJsonObject } from "../json.ts";

/** What the resolver needs to know about the world outside the value it resolves. Both throw on an unknown name. */
export interface Lookup {
  /** The value of `Ref`: a pseudo parameter, a parameter or a resource. */
  ref(name: string): Json;
  /** The value of `Fn::GetAtt`. */
  attribute(logicalId: string, attribute: string): Json;
}

/**
 * Replaces CloudFormation intrinsics by their values. Knows `Ref`, `Fn::GetAtt`, `Fn::Join` and `Fn::Sub`; a template
 * that uses another one must be noticed, not half understood.
 * @throws on any other intrinsic and on an unknown name.
 */
export function resolve(value: Json, lookup: Lookup): Json {
  if (Array.isArray(value)) return value.map((item) => resolve(item, lookup));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  const [only] = keys;
  if (keys.length === 1 && only !== undefined && (only === "Ref" || only.startsWith("Fn::") || only === "Condition")) {
    const argument = value[only];
    if (argument !== undefined) return intrinsic(only, argument, lookup);
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, lookup)]));
}

function intrinsic(name: string, argument: Json, lookup: Lookup): Json {
  switch (name) {
    case "Ref":
      return lookup.ref(text(argument, name));
    case "Fn::GetAtt":
      return getAtt(argument, lookup);
    case "Fn::Join":
      return join(argument, lookup);
    case "Fn::Sub":
      return substitute(argument, lookup);
    case "Condition":
      // A policy statement and a `Condition` of the template share this key; only the former is an object.
      if (typeof argument !== "string") return { Condition: resolve(argument, lookup) };
      throw new Error("the local stack does not know conditions");
    default:
      throw new Error(`the local stack does not know ${name}`);
  }
}

function getAtt(argument: Json, lookup: Lookup): Json {
  const path = Array.isArray(argument)
    ? argument.map((part) => text(part, "Fn::GetAtt"))
    : text(argument, "Fn::GetAtt").split(".");
  const [logicalId, ...attribute] = path;
  if (logicalId === undefined || attribute.length === 0)
    throw new Error("Fn::GetAtt needs a resource and an attribute");
  return lookup.attribute(logicalId, attribute.join("."));
}

function join(argument: Json, lookup: Lookup): string {
  const [separator, list] = Array.isArray(argument) ? argument : [];
  const items = list === undefined ? undefined : resolve(list, lookup);
  if (typeof separator !== "string" || !Array.isArray(items)) throw new Error("Fn::Join needs a separator and a list");
  return items.map((item) => text(item, "Fn::Join")).join(separator);
}

function substitute(argument: Json, lookup: Lookup): string {
  const [pattern, values] = Array.isArray(argument) ? argument : [argument, {}];
  const own = isJsonObject(values) ? values : {};
  return text(pattern ?? null, "Fn::Sub").replace(/\$\{(!?)([^}]+)\}/g, (_, escaped: string, name: string) => {
    if (escaped) return `\${${name}}`;
    const given = own[name];
    if (given !== undefined) return text(resolve(given, lookup), "Fn::Sub");
    const dot = name.indexOf(".");
    const found = dot < 0 ? lookup.ref(name) : lookup.attribute(name.slice(0, dot), name.slice(dot + 1));
    return text(found, "Fn::Sub");
  });
}

function text(value: Json, where: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`${where} needs text, not ${JSON.stringify(value)}`);
}
