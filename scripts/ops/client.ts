import type * as z from "zod";
import { Problem } from "../../shared/contracts/problem.ts";
import { OpsProblem } from "./ops-problem.ts";

/** What is sent besides the token. */
export interface Request {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

/** An answer as it came. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The HTTP API of one deployment, with one token. */
export class OpsClient {
  readonly url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.url = url.replace(/\/+$/, "");
    this.#token = token;
  }

  /** The answer, whatever its status. @throws OpsProblem when nothing answers. */
  async call(path: string, { method = "GET", query = {}, body }: Request = {}): Promise<Reply> {
    const url = new URL(this.url + path);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(url, init).catch((error: unknown) => {
      throw new OpsProblem(`Nothing answers at ${this.url} (${reasonOf(error)}). Is the address right?`);
    });
    return { status: response.status, body: parse(await response.text()) };
  }

  /** The answer in the form it must have. @throws OpsProblem with what the deployment says is wrong. */
  async get<T>(schema: z.ZodType<T>, path: string, request: Request = {}): Promise<T> {
    const { status, body } = await this.call(path, request);
    if (status >= 400) throw new OpsProblem(sentenceOf(status, body));
    const answer = schema.safeParse(body);
    if (answer.success) return answer.data;
    throw new OpsProblem(`${this.url}${path} answered with something else. Does this command fit the deployment?`);
  }
}

function sentenceOf(status: number, body: unknown): string {
  const problem = Problem.safeParse(body);
  if (status === 401) return "The token is not accepted. It may have expired; get a new one.";
  if (status === 403)
    return "The token does not open the operators' routes; it lacks the scope followthrough/operator.";
  if (!problem.success) return `The deployment answered with ${status}.`;
  const { detail, errors = [], request_id } = problem.data;
  const wrong = errors.map(({ pointer, parameter, detail: what }) => `${pointer ?? parameter ?? ""} ${what}`.trim());
  return [detail, ...wrong.map((one) => `  ${one}`), `(${status}, request ${request_id})`].join("\n");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return error instanceof Error ? error.message : String(error);
}
