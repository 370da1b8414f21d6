import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "../http/listen.ts";
import { readBody } from "../http/read-body.ts";
import { parseJson } from "../json.ts";
import { messageOf } from "../problem.ts";
import { ScheduleName } from "./schedule.ts";
import type { ScheduleBook } from "./schedule-book.ts";
import { missingGroup, SchedulerApi, type SchedulerApiOptions } from "./scheduler-api.ts";
import { SchedulerError } from "./scheduler-error.ts";

const bodyLimitBytes = 1_048_576;

/** EventBridge Scheduler over HTTP: the wire format an unmodified SDK client speaks. */
export class SchedulerServer {
  readonly #api: SchedulerApi;
  readonly #options: SchedulerApiOptions;
  readonly #server: Server;

  constructor(options: SchedulerApiOptions) {
    this.#options = options;
    this.#api = new SchedulerApi(options);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Starts to listen on a free port and gives the origin. */
  async start(): Promise<string> {
    const port = await listen(this.#server, 0);
    return `http://127.0.0.1:${port}`;
  }

  /** Takes up every schedule of the book; from here on targets must be there. */
  armAll(): void {
    this.#api.armAll();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await readBody(request, bodyLimitBytes);
      if (body === undefined) throw new SchedulerError("ValidationException", "The request is too large.");
      send(response, 200, await this.#route(request, body.toString("utf8")));
    } catch (error) {
      if (error instanceof SchedulerError) send(response, error.status, { Message: error.message }, error.name);
      else send(response, 500, { Message: messageOf(error) }, "InternalServerException");
    }
  }

  async #route(request: IncomingMessage, body: string): Promise<object> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [kind, name] = url.pathname.slice(1).split("/").map(decodeURIComponent);
    if (kind === "schedules") return await this.#schedules(request.method ?? "", name, url.searchParams, body);
    if (kind === "schedule-groups") return await this.#groups(request.method ?? "", name, url.searchParams);
    throw new SchedulerError("ValidationException", `Unknown path ${url.pathname}.`);
  }

  async #schedules(method: string, name: string | undefined, query: URLSearchParams, body: string): Promise<object> {
    const group = query.get("groupName") ?? "default";
    if (name === undefined) return this.#api.list(query);
    switch (method) {
      case "POST":
        return await this.#api.create(name, readJson(body));
      case "PUT":
        return await this.#api.update(name, readJson(body));
      case "DELETE":
        return await this.#api.remove(name, group);
      default:
        return this.#api.get(name, group);
    }
  }

  async #groups(method: string, name: string | undefined, query: URLSearchParams): Promise<object> {
    const { book } = this.#options;
    if (name === undefined) {
      const prefix = query.get("NamePrefix") ?? "";
      const found = book.groups().filter((group) => group.name.startsWith(prefix));
      return { ScheduleGroups: found.map((group) => this.#describeGroup(group.name, group.createdAt)) };
    }
    if (method === "POST") return await this.#createGroup(book, name);
    if (method === "DELETE") return await this.#api.removeGroup(name);
    const group = book.group(name);
    if (group === undefined) throw missingGroup(name);
    return this.#describeGroup(name, group.createdAt);
  }

  async #createGroup(book: ScheduleBook, name: string): Promise<object> {
    if (!ScheduleName.safeParse(name).success) throw new SchedulerError("ValidationException", `Invalid name ${name}.`);
    return await book.inTurn(name, async () => {
      if (book.group(name) !== undefined)
        throw new SchedulerError("ConflictException", `Schedule group ${name} already exists.`);
      await book.putGroup({ name, createdAt: this.#options.clock.now() });
      return { ScheduleGroupArn: this.#groupArn(name) };
    });
  }

  #describeGroup(name: string, createdAt: number): object {
    const date = createdAt / 1_000;
    return { Name: name, Arn: this.#groupArn(name), State: "ACTIVE", CreationDate: date, LastModificationDate: date };
  }

  #groupArn(name: string): string {
    return `arn:aws:scheduler:${this.#options.region}:${this.#options.accountId}:schedule-group/${name}`;
  }
}

function readJson(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    throw new SchedulerError("ValidationException", "The body is not JSON.");
  }
}

function send(response: ServerResponse, status: number, body: object, errorType?: string): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    ...(errorType === undefined ? {} : { "x-amzn-errortype": errorType }),
  });
  response.end(text);
}
