import * as z from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { GatewayAnswer, gatewayAnswers } from "./gateway-answer.ts";
import { JsonObject } from "./json.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { Problem } from "./problem.ts";
import { type ProblemCode, problems } from "./problems.ts";
import { type Route, routes } from "./routes.ts";
import { wireLimits } from "./wire-limits.ts";

/** The scope that opens the operator routes, as it stands in a token. */
const OPERATOR_SCOPE = "followthrough/operator";

/**
 * The whole interface as an OpenAPI 3.1 document, made from the routes and the contracts.
 * @throws TypeError when a route has no operation.
 */
export function openApiDocument(): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const shared: SharedResponses = new Map();
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(route, shared) };
  }
  const document = {
    openapi: "3.1.0" as const,
    info: {
      title: "Followthrough",
      version: "0.1.0",
      summary: "Sessions in which an agent goes on working with a person after it has answered.",
      description: about,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "Where this document comes from." }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: "http" as const, scheme: "bearer", bearerFormat: "JWT", description: "`sub` is the owner." },
      },
    },
  };
  const override: ZodOpenApiOverride = ({ jsonSchema, io }) => {
    // Numbers of a query are strings that are read as numbers; the form of the string is no part of the description.
    if (jsonSchema.pattern === digits) jsonSchema.pattern = undefined;
    // An answer may get a member that today's clients do not know.
    if (io === "output" && jsonSchema.additionalProperties === false) jsonSchema.additionalProperties = undefined;
  };
  // What is undefined is no part of JSON, and of no use to who walks the document.
  return JSON.parse(JSON.stringify(createDocument(document, { override }))) as oas31.OpenAPIObject;
}

/** The pattern of numbers in a query, as it comes out of their schema. */
const digits = "^\\d{1,10}$";

const about = [
  "Every body is JSON with snake_case members; times are RFC 3339 in UTC with milliseconds.",
  "Unknown members of a request are refused and named.",
  "Problems are `application/problem+json` with a stable `code`, but for what API Gateway answers without a function:",
  "a token that it does not accept, a path that does not exist, too many requests, a function that gives no answer.",
  "That is `application/json` with a `message` alone. The header `apigw-requestid` names a request either way.",
  "What belongs to somebody else is not told from what does not exist: both are 404.",
  "Lists are `{items, next_cursor}`; a cursor belongs to its owner and its list.",
].join(" ");

/** Responses by name: the generator knows a shared one by its identity. */
type SharedResponses = Map<string, ZodOpenApiResponseObject>;

function describe(route: Route, shared: SharedResponses): ZodOpenApiOperationObject {
  const key = `${route.method} ${route.path}`;
  const operation = operations[key];
  if (operation === undefined) throw new TypeError(`no operation describes ${key}`);
  return {
    operationId: operation.id,
    summary: route.summary,
    tags: [tagOf(route)],
    security: securityOf(route),
    ...parametersOf(operation),
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: operation.body.optional !== true, content: json(operation.body) } }),
    responses: { ...answerOf(operation), ...problemsOf(route, operation, shared) },
  };
}

function securityOf(route: Route): oas31.SecurityRequirementObject[] {
  if (route.auth === "none") return [];
  return [{ token: route.auth === "operator" ? [OPERATOR_SCOPE] : [] }];
}

const idempotencyKey = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(wireLimits.idempotencyKeyCharacters + 2)
    .optional()
    .meta({
      description:
        "1 to 255 visible characters, quoted or bare. A repeat with the same key is answered like the first.",
      example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
    }),
});

function parametersOf({ path, query, keyed }: Operation): Pick<ZodOpenApiOperationObject, "requestParams"> {
  if (path === undefined && query === undefined && keyed !== true) return {};
  return {
    requestParams: {
      ...(path === undefined ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(keyed === true ? { header: idempotencyKey } : {}),
    },
  };
}

const json = ({ schema, example }: NonNullable<Operation["body"]>) => ({ "application/json": { schema, example } });

function answerOf({ status, says, answer, located }: Operation): ZodOpenApiOperationObject["responses"] {
  const content = answer === undefined ? { "application/json": { schema: JsonObject } } : json(answer);
  const location = z.string().meta({ description: "Where to look for it." });
  return {
    [status]: {
      description: says,
      ...(located === true ? { headers: z.object({ Location: location }) } : {}),
      ...(status === 204 ? {} : { content }),
    },
  };
}

/**
 * The problems that a route may answer with, by status, each with the codes it may have there. Any route may be answered
 * with 429, which has no code when it is API Gateway's.
 */
function problemsOf(
  route: Route,
  operation: Operation,
  shared: SharedResponses,
): ZodOpenApiOperationObject["responses"] {
  const byStatus = new Map<number, ProblemCode[]>([[429, []]]);
  for (const code of problemCodesOf(route, operation)) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [String(status), problemResponse(status, codes, shared)]),
  );
}

/** Every code that a route may answer with. */
function problemCodesOf({ auth }: Route, operation: Operation): readonly ProblemCode[] {
  const codes: ProblemCode[] = ["invalid_parameter", ...(operation.codes ?? []), "internal", "unavailable"];
  if (auth !== "none") codes.push("unauthenticated");
  if (auth === "operator") codes.push("forbidden");
  if (operation.keyed === true) codes.push("idempotency_key_reused");
  if (operation.path !== undefined) codes.push("not_found");
  if (operation.query !== undefined && "cursor" in operation.query.shape) codes.push("invalid_cursor");
  if (operation.body !== undefined) {
    codes.push("malformed_json", "content_too_large", "unsupported_media_type", "invalid_request");
  }
  return [...new Set(codes)];
}

/** A response that routes with the same codes at this status share. */
function problemResponse(
  status: number,
  codes: readonly ProblemCode[],
  shared: SharedResponses,
): ZodOpenApiResponseObject {
  const id = codes.length === 0 ? `gateway-${status}` : codes.join("-or-");
  const known = shared.get(id);
  if (known !== undefined) return known;
  const gateway = gatewayAnswers[status];
  const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
  const response = {
    id,
    description: [
      ...codes.map((code) => `\`${code}\`: ${problems[code].detail}`),
      ...(gateway === undefined ? [] : [`Without a code, from API Gateway: ${gateway.when}.`]),
    ].join("\n\n"),
    ...headersOf(codes, gateway !== undefined),
    content: {
      ...(codes.length === 0 ? {} : { "application/problem+json": { schema: Problem, examples } }),
      ...(gateway === undefined ? {} : json({ schema: GatewayAnswer, example: { message: gateway.message } })),
    },
  };
  shared.set(id, response);
  return response;
}

const retryAfter = z.string().optional().meta({
  description: "Seconds to wait before the next attempt. What has no code does not say them.",
});
const gatewayId = z.string().optional().meta({ description: "Names this request in the logs, like `request_id`." });

/** The headers of a problem, none of which is there always. */
function headersOf(codes: readonly ProblemCode[], isGateways: boolean): Pick<ZodOpenApiResponseObject, "headers"> {
  const waits = codes.some((code) => code === "mailbox_full" || code === "unavailable");
  if (!waits && !isGateways) return {};
  return {
    headers: z.object({
      ...(waits ? { "Retry-After": retryAfter } : {}),
      ...(isGateways ? { "apigw-requestid": gatewayId } : {}),
    }),
  };
}

function exampleOf(code: ProblemCode): Problem {
  const request_id = "JKJaXmPLvHcESHA=";
  return { type: `urn:followthrough:problem:${code}`, code, ...problems[code], request_id };
}

/** The first word of the path that names a kind of thing. */
function tagOf({ path }: Route): string {
  return path.split("/").find((part) => part !== "" && part !== "api") ?? "api";
}
