/** The Lambda functions that stand behind HTTP routes; each is a folder under `functions/`. */
export type HttpFunction = "accept" | "http-write" | "http-read" | "operator" | "openapi";

/** Who may call a route: the owner of a valid token, a token with the operator scope, or anybody. */
export type RouteAuth = "owner" | "operator" | "none";

/** One route of the HTTP API. `path` is spelled as in an API Gateway route key. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly function: HttpFunction;
  readonly auth: RouteAuth;
  readonly summary: string;
}
