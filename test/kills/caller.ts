import type * as z from "zod";
import { type Page, pageOf } from "../../shared/contracts/page.ts";
import type { NpmStack } from "./npm-stack.ts";

/** What is sent. With a `key` a repeat is the same request. */
export type Sent = { readonly body?: object; readonly key?: string };

/** An answer, or none: the stack died, and what became of the request nobody knows. */
export type Heard =
  | { readonly kind: "heard"; readonly status: number; readonly body: unknown }
  | { readonly kind: "unheard" };

/** Somebody who calls a stack that may die at any moment. */
export class Caller {
  readonly owner: string;
  readonly #origin: string;
  readonly #token: string;

  private constructor(owner: string, origin: string, token: string) {
    this.owner = owner;
    this.#origin = origin;
    this.#token = token;
  }

  static async of(stack: NpmStack, owner: string, isOperator = false): Promise<Caller> {
    return new Caller(owner, stack.origin, await stack.token(owner, isOperator));
  }

  async send(method: string, path: string, { body, key }: Sent = {}): Promise<Heard> {
    try {
      const response = await fetch(this.#origin + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { kind: "heard", status: response.status, body: text === "" ? null : JSON.parse(text) };
    } catch {
      return { kind: "unheard" };
    }
  }

  /** The answer in its form. @throws when there is none, or another one. */
  async get<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    const heard = await this.send("GET", path);
    if (heard.kind === "unheard" || heard.status !== 200) throw new Error(`GET ${path}: ${JSON.stringify(heard)}`);
    return shape.parse(heard.body);
  }

  /** Every item of a list with pages. */
  async all<T extends z.ZodType>(path: string, item: T): Promise<readonly z.infer<T>[]> {
    const found: z.infer<T>[] = [];
    const more = path.includes("?") ? "&" : "?";
    for (let cursor: string | null = ""; cursor !== null; ) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page<z.infer<T>> = await this.get(`${path}${more}limit=100${from}`, pageOf(item));
      found.push(...page.items);
      cursor = page.next_cursor;
    }
    return found;
  }
}
