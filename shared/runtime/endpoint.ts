import * as z from "zod";
import { type Answer, problem } from "./answer.ts";
import { bodyText, type HttpEvent, headerOf, isJson } from "./http-event.ts";
import { parseIdempotencyKey } from "./idempotency-key.ts";
import { bodyErrors, isTooLarge, parameterErrors } from "./input-errors.ts";
import { parseJsonBody } from "./json-body.ts";

/** What an endpoint is given: everything parsed, and who asks. */
export type Input<Path, Query, Body> = {
  readonly owner: string;
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** Null when the client sent none; then the request cannot be told from a repeat. */
  readonly idempotencyKey: string | null;
  /** Aborts shortly before the function would be stopped. */
  readonly signal: AbortSignal;
};

/** One route's work, ready to be called with an event. */
export type Endpoint = (event: HttpEvent, owner: string, signal: AbortSignal) => Promise<Answer>;

/**
 * What a route accepts. Without `body` a body is not looked at, with one that takes `undefined` it may be left out;
 * without `query` any parameter is refused.
 */
export type Shape<Path, Query, Body> = {
  readonly path?: z.ZodType<Path>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** How deep a body may be nested; that of `wireLimits` if absent. */
  readonly bodyDepth?: number;
};

type Parsed<T> = { readonly kind: "parsed"; readonly value: T } | { readonly kind: "refused"; readonly answer: Answer };

const refused = (answer: Answer): { readonly kind: "refused"; readonly answer: Answer } => ({
  kind: "refused",
  answer,
});

/**
 * A route as parse, one step, answer. What does not fit the shape never reaches `run`: an id that cannot exist is the
 * same 404 as one that does not, a bad parameter is 400, a bad body 400, 413, 415 or 422.
 */
export function endpoint<Path = unknown, Query = unknown, Body = unknown>(
  shape: Shape<Path, Query, Body>,
  run: (input: Input<Path, Query, Body>) => Promise<Answer>,
): Endpoint {
  const schemas = {
    path: shape.path ?? (z.unknown() as z.ZodType<Path>),
    query: shape.query ?? (noParameters as z.ZodType as z.ZodType<Query>),
    body: shape.body,
  };
  return async (event, owner, signal) => {
    const path = schemas.path.safeParse(event.pathParameters ?? {});
    if (!path.success) return problem("not_found");
    const query = schemas.query.safeParse(event.queryStringParameters ?? {});
    if (!query.success) return problem("invalid_parameter", { errors: parameterErrors(query.error) });
    const key = parseIdempotencyKey(headerOf(event, "idempotency-key"));
    if (key.kind === "malformed") return malformedKey;
    const body = parseBody(event, schemas.body, shape.bodyDepth);
    if (body.kind === "refused") return body.answer;
    const idempotencyKey = key.kind === "key" ? key.value : null;
    return run({ owner, path: path.data, query: query.data, body: body.value, idempotencyKey, signal });
  };
}

const noParameters = z.strictObject({}, "is not known here; this route has no query parameters");

const malformedKey = problem("invalid_parameter", {
  errors: [
    { parameter: "Idempotency-Key", detail: "must be 1 to 255 visible ASCII characters, with or without quotes" },
  ],
});

function parseBody<Body>(event: HttpEvent, schema: z.ZodType<Body> | undefined, maxDepth?: number): Parsed<Body> {
  if (schema === undefined) return { kind: "parsed", value: undefined as Body };
  if ((event.body ?? "") === "") {
    const nothing = schema.safeParse(undefined);
    if (nothing.success) return { kind: "parsed", value: nothing.data };
  }
  if (!isJson(event)) return refused(problem("unsupported_media_type"));
  const text = bodyText(event);
  if (text.kind === "malformed") return refused(problem("malformed_json"));
  const json = parseJsonBody(text.text, maxDepth);
  switch (json.kind) {
    case "malformed":
      return refused(problem("malformed_json"));
    case "unsafe":
      return refused(problem("invalid_request", { errors: [{ pointer: "", detail: json.detail }] }));
    case "json": {
      const body = schema.safeParse(json.value);
      if (body.success) return { kind: "parsed", value: body.data };
      return refused(
        problem(isTooLarge(body.error) ? "content_too_large" : "invalid_request", { errors: bodyErrors(body.error) }),
      );
    }
  }
}
