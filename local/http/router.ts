import type { RouteSpec } from "../template/blueprint.ts";

/** A route that fits a request, and the path parameters in it, decoded. */
export interface Match<Route> {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>> | undefined;
}

interface Compiled<Route> {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly string[];
}

/** Higher is more specific: literal text before a parameter before a greedy one. */
function weight(segment: string): number {
  if (segment.startsWith("{")) return segment.endsWith("+}") ? 0 : 1;
  return 2;
}

function isMoreSpecific<Route>(one: Compiled<Route>, other: Compiled<Route>): number {
  const length = Math.max(one.segments.length, other.segments.length);
  for (let index = 0; index < length; index++) {
    const difference = weight(other.segments[index] ?? "{+}") - weight(one.segments[index] ?? "{+}");
    if (difference !== 0) return difference;
  }
  return Number(one.method === "ANY") - Number(other.method === "ANY");
}

function split(path: string): string[] {
  return path.replace(/^\//, "").split("/");
}

/** Finds the route of a request the way API Gateway does: the most specific one wins, `$default` takes the rest. */
export class Router<Route extends Pick<RouteSpec, "routeKey">> {
  readonly #routes: readonly Compiled<Route>[];
  readonly #default: Route | undefined;

  constructor(routes: readonly Route[]) {
    this.#default = routes.find(({ routeKey }) => routeKey === "$default");
    this.#routes = routes
      .filter(({ routeKey }) => routeKey !== "$default")
      .map((route) => {
        const [method = "", path = ""] = route.routeKey.split(" ");
        return { route, method, segments: split(path) };
      })
      .sort(isMoreSpecific);
  }

  match(method: string, path: string): Match<Route> | undefined {
    const segments = split(path);
    for (const candidate of this.#routes) {
      if (candidate.method !== method && candidate.method !== "ANY") continue;
      const parameters = parametersOf(candidate.segments, segments);
      if (parameters !== undefined) {
        return { route: candidate.route, parameters: Object.keys(parameters).length > 0 ? parameters : undefined };
      }
    }
    return this.#default === undefined ? undefined : { route: this.#default, parameters: undefined };
  }
}

function parametersOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index];
    if (given === undefined) return undefined;
    if (expected.endsWith("+}")) {
      parameters[expected.slice(1, -2)] = decode(segments.slice(index).join("/"));
      return parameters;
    }
    if (expected.startsWith("{")) {
      if (given === "") return undefined;
      parameters[expected.slice(1, -1)] = decode(given);
    } else if (expected !== given) {
      return undefined;
    }
  }
  return pattern.length === segments.length ? parameters : undefined;
}

/** Percent-decodes; text that is not well-formed stays as it is. */
export function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
