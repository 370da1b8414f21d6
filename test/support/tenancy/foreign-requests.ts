import type { Json, JsonObject } from "../../../shared/contracts/json.ts";
import { operations } from "../../../shared/contracts/operations.ts";
import type { Route } from "../../../shared/contracts/routes.ts";
import { type IdKind, type IdPlace, idPlaces, routeKey } from "./id-places.ts";

/** One id of each kind, as they belong together. */
export type Ids = Readonly<Record<IdKind, string>>;

/** A request as it goes over the wire. */
export type WireRequest = {
  readonly method: Route["method"];
  readonly url: string;
  readonly body?: object;
};

/** A request of somebody who names what is another's, the same request naming what never was, and where they name it. */
export type ForeignRequest = {
  readonly route: string;
  /** The places that hold another's id; the others hold the caller's own. */
  readonly where: string;
  readonly foreign: WireRequest;
  readonly unknown: WireRequest;
};

/** Whose id stands where. */
type Chooser = (place: IdPlace) => string;

/** What fills the parameters of operators' routes that name nothing of an owner's. */
const names: Readonly<Record<string, string>> = { slug: "report", queue: "wakes" };

/**
 * Every way to name what is another's on a route: each place alone, the others being the caller's own, and all places of
 * path and query together.
 */
export function foreignRequests(
  route: Route,
  of: { readonly own: Ids; readonly theirs: Ids },
): readonly ForeignRequest[] {
  const places = idPlaces(route);
  const needed = places.filter(({ part }) => part !== "body");
  const sets = [...places.map((place) => [place]), ...(needed.length > 1 ? [needed] : [])];
  return sets.map((set) => ({
    route: routeKey(route),
    where: set.map(nameOf).join(" and "),
    foreign: requestOf(route, places, (place) => (set.includes(place) ? of.theirs : of.own)[place.kind], set),
    unknown: requestOf(route, places, (place) => (set.includes(place) ? never : of.own)[place.kind], set),
  }));
}

/** A request in which every id is of `ids`. */
export const requestWith = (route: Route, ids: Ids): WireRequest =>
  requestOf(route, idPlaces(route), ({ kind }) => ids[kind], []);

const nameOf = ({ part, at }: IdPlace): string =>
  part === "body" ? `\`${at.filter((one) => one !== "*").join(".")}\` of the body` : `\`${at.join(".")}\``;

/** Ids of the right form that nobody was ever given. */
const never: Ids = {
  ses: "ses_0000000000ABCDEFGHJKMNPQRS",
  run: "run_0000000000ABCDEFGHJKMNPQRS_1",
  evt: "evt_0000000000ABCDEFGHJKMNPQRS",
  art: "art_0000000000ABCDEFGHJKMNPQRS",
  fu: "fu_0000000000ABCDEFGHJKMNPQRS",
  src: "src_0000000000ABCDEFGHJKMNPQRS",
  q: "q_0000000000ABCDEFGHJKMNPQRS",
};

function requestOf(route: Route, places: readonly IdPlace[], choose: Chooser, set: readonly IdPlace[]): WireRequest {
  const named = (name: string) => {
    const place = places.find(({ part, at }) => part === "path" && at[0] === name);
    return place === undefined ? (names[name] ?? "") : choose(place);
  };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named(name));
  const query = places
    .filter(({ part }) => part === "query")
    .map((place): [string, string] => [place.at[0] ?? "", choose(place)]);
  const search = new URLSearchParams([...query, ...waitOf(route)]).toString();
  const url = search === "" ? path : `${path}?${search}`;
  const body = bodyOf(route, places, choose, set);
  return { method: route.method, url, ...(body === undefined ? {} : { body }) };
}

/** Where a reader may wait for news, it does: what is not there for it must not make it wait. */
const waitOf = (route: Route): readonly [string, string][] =>
  Object.keys(operations[routeKey(route)]?.query?.shape ?? {}).includes("wait") ? [["wait", "20"]] : [];

/** The example of the contract, with the ids that were chosen; a place that is not in the set is left out if it can be. */
function bodyOf(
  route: Route,
  places: readonly IdPlace[],
  choose: Chooser,
  set: readonly IdPlace[],
): object | undefined {
  const body = operations[routeKey(route)]?.body;
  if (body === undefined) return undefined;
  const inBody = places.filter(({ part }) => part === "body");
  const plain = withoutIds(body.example as Json) as JsonObject;
  const [place] = inBody.filter((one) => set.includes(one));
  if (place === undefined) return plain;
  const whole = put(plain, place.at, choose(place));
  const alone = put({}, place.at, choose(place));
  const fits = [whole, alone].find((one) => body.schema.safeParse(one).success);
  if (fits === undefined) throw new Error(`${routeKey(route)}: no body with ${place.at.join("/")} could be made`);
  return fits as object;
}

/** The example without what it names of others. */
function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return value.filter((one) => !(isObject(one) && "upload_id" in one)).map(withoutIds);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutIds(member)]));
}

function put(value: Json | undefined, [first, ...rest]: readonly string[], id: string): Json {
  if (first === undefined) return id;
  if (first === "*") return [put(undefined, rest, id)];
  const object = isObject(value) ? value : {};
  return { ...object, [first]: put(object[first], rest, id) };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
