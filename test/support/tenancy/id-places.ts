import * as z from "zod";
import { operations } from "../../../shared/contracts/operations.ts";
import { type Route, routes } from "../../../shared/contracts/routes.ts";

/** What an id names, as its prefix says. */
export type IdKind = "ses" | "run" | "evt" | "art" | "fu" | "src" | "q";

/** Where a request names something of somebody's. `at` leads to it: a parameter, or members of the body, `*` for any item. */
export type IdPlace = {
  readonly part: "path" | "query" | "body";
  readonly at: readonly string[];
  readonly kind: IdKind;
};

/** Parameters of paths that name nothing of an owner's. */
const namesOfNobody = ["slug", "queue"];

export const routeKey = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;

/** Routes that the owner of a token may call. */
export const ownersRoutes = routes.filter(({ auth }) => auth === "owner");

/** Routes that need the operators' scope. */
export const operatorsRoutes = routes.filter(({ auth }) => auth === "operator");

/**
 * Every place of a route in which an id can stand, read from its contracts. @throws when a parameter of its path is in no
 * contract, or is of a kind that this does not know: then nobody has thought about who may use it.
 */
export function idPlaces(route: Route): readonly IdPlace[] {
  const operation = operations[routeKey(route)];
  if (operation === undefined) throw new Error(`${routeKey(route)} has no operation`);
  const path = placesIn("path", operation.path);
  for (const [, name = ""] of route.path.matchAll(/\{(\w+)\}/g)) {
    const isKnown = namesOfNobody.includes(name) || path.some(({ at }) => at[0] === name);
    if (!isKnown) throw new Error(`${routeKey(route)}: what does {${name}} name, and whose is it?`);
  }
  return [...path, ...placesIn("query", operation.query), ...placesIn("body", operation.body?.schema)];
}

function placesIn(part: IdPlace["part"], schema: z.ZodType | undefined): readonly IdPlace[] {
  if (schema === undefined) return [];
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const found = walk(root, root, []).map(({ at, kind }) => ({ part, at, kind }));
  return [...new Map(found.map((place) => [place.at.join("/"), place])).values()];
}

type JsonSchema = {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
};

type Found = Pick<IdPlace, "at" | "kind">;

function walk(schema: JsonSchema, root: JsonSchema, at: readonly string[]): readonly Found[] {
  // Free JSON contains itself; it names nothing.
  if (at.length > 8 || schema.$ref === "#/$defs/Json" || schema.$ref === "#/$defs/JsonObject") return [];
  const target = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.replace("#/$defs/", "")];
  const [, kind] = /^\^(ses|run|evt|art|fu|src|q)_/.exec(schema.pattern ?? "") ?? [];
  const inner = [
    ...(target === undefined ? [] : walk(target, root, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => walk(one, root, [...at, name])),
    ...(schema.items === undefined ? [] : walk(schema.items, root, [...at, "*"])),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
      walk(one, root, at),
    ),
  ];
  return kind === undefined ? inner : [{ at, kind: kind as IdKind }, ...inner];
}
