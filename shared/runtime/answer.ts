import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Problem, ProblemError } from "../contracts/problem.ts";
import { type ProblemCode, problems } from "../contracts/problems.ts";

/** What an endpoint answers with. */
export type Answer =
  | {
      readonly kind: "answer";
      readonly status: 200 | 201 | 202 | 204;
      readonly body: unknown;
      readonly location?: string;
    }
  | {
      readonly kind: "problem";
      readonly code: ProblemCode;
      readonly detail?: string;
      readonly errors?: readonly ProblemError[];
      readonly retryAfterSeconds?: number;
      /** Members of the problem beyond those of RFC 9457. */
      readonly members?: Readonly<Record<string, unknown>>;
    };

/** 200 with a body. */
export const ok = (body: unknown): Answer => ({ kind: "answer", status: 200, body });

/** 201 for something that exists now; `location` is where to read it, if there is such a place. */
export const created = (location: string | undefined, body: unknown): Answer => ({
  kind: "answer",
  status: 201,
  body,
  ...(location === undefined ? {} : { location }),
});

/** 202 for work that will be done; `location` is where to look. */
export const accepted = (location: string, body: unknown): Answer => ({ kind: "answer", status: 202, body, location });

/** 204. */
export const noContent: Answer = { kind: "answer", status: 204, body: undefined };

/** A problem in its own words, or with more to say. */
export function problem(
  code: ProblemCode,
  more: Omit<Extract<Answer, { kind: "problem" }>, "kind" | "code"> = {},
): Answer {
  return { kind: "problem", code, ...more };
}

type Headers = Readonly<Record<string, string>>;

const common: Headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** The answer as API Gateway takes it. */
export function toResult(answer: Answer, requestId: string): APIGatewayProxyStructuredResultV2 {
  if (answer.kind === "problem") return problemResult(answer, requestId);
  const location: Headers = answer.location === undefined ? {} : { location: answer.location };
  if (answer.status === 204) return { statusCode: 204, headers: { ...common } };
  return {
    statusCode: answer.status,
    headers: { ...common, ...location, "content-type": "application/json" },
    body: JSON.stringify(answer.body),
  };
}

function problemResult(
  { code, detail, errors, retryAfterSeconds, members }: Extract<Answer, { kind: "problem" }>,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  const words = problems[code];
  const body: Problem = {
    type: `urn:followthrough:problem:${code}`,
    title: words.title,
    status: words.status,
    detail: detail ?? words.detail,
    code,
    request_id: requestId,
    ...(errors === undefined || errors.length === 0 ? {} : { errors: [...errors] }),
    ...members,
  };
  return {
    statusCode: words.status,
    headers: {
      ...common,
      "content-type": "application/problem+json",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
      ...(words.status === 401 ? { "www-authenticate": "Bearer" } : {}),
    },
    body: JSON.stringify(body),
  };
}
