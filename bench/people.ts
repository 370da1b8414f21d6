import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { DynamoClient } from "../local/dynamodb/dynamo-client.ts";
import { mailboxKey, runKey } from "../shared/adapters/dynamo/keys.ts";
import { locateRun, RunId, type SessionId } from "../shared/contracts/ids.ts";
import { Client } from "./load.ts";
import type { MeasuredStack } from "./measured-stack.ts";

const Accepted = z.object({ id: RunId });
const Row = z.object({
  pk: z.object({ S: z.string() }),
  sk: z.object({ S: z.string() }),
  dag_version: z.object({ N: z.string() }),
  status: z.object({ S: z.string() }),
});

const Batch = z.object({ Responses: z.record(z.string(), z.array(Row)) });

interface Waiting {
  readonly run: RunId;
  readonly is: (state: RunState) => boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How a run stands in the table. */
export interface RunState {
  readonly version: number;
  readonly status: string;
}

/** About as long as what people write. */
const words = "Use the table of 2025 instead of that of 2023, and keep the second section as it is. ".repeat(2);
const owner = "ada";
/** How often the table is looked at, once for everything that is waited for. */
const lookEveryMs = 4;

/** Whoever sends the load: starts runs, sends follow-ups, and looks into the table for what became of them. */
export class People {
  readonly #client: Client;
  readonly #table: DynamoClient;
  readonly #tableName: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #waiting = new Set<Waiting>();
  #notes = 0;
  /** Follow-ups that were refused because a mailbox was full, and sent again. */
  refused = 0;

  private constructor(stack: MeasuredStack, token: string) {
    this.#client = new Client(stack.place.origin, 64);
    this.#table = new DynamoClient(stack.place.dynamodb, "us-east-1");
    this.#tableName = stack.place.table;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  static async of(stack: MeasuredStack): Promise<People> {
    return new People(stack, await stack.token(owner));
  }

  /** Starts a run in a session of its own. */
  async start(agent: string): Promise<RunId> {
    const body = JSON.stringify({ agent, input: "Write it." });
    const { status, text } = await this.#client.send("POST", "/api/runs", this.#headers, body);
    if (status !== 202) throw new Error(`a run was answered with ${status}: ${text}`);
    return Accepted.parse(JSON.parse(text)).id;
  }

  /** Sends a follow-up that gives `step` a new note, until it is accepted. */
  async say(run: RunId, step = 1): Promise<void> {
    this.#notes += 1;
    const body = JSON.stringify({ content: { text: `note ${step} n${this.#notes} ${words}` } });
    for (;;) {
      const { status, text } = await this.#client.send("POST", `/api/runs/${run}/messages`, this.#headers, body);
      if (status === 202) return;
      if (status !== 429) throw new Error(`a follow-up was answered with ${status}: ${text}`);
      this.refused += 1;
      await wait(10);
    }
  }

  /** Calls the scheduling tools as an agent elsewhere does: a wake at `at`. */
  async schedule(session: SessionId, at: Date): Promise<void> {
    const propagated = { "x-followthrough-owner": owner, "x-followthrough-session-id": session };
    const custom = {
      bedrockAgentCoreToolName: "t___schedule_follow_up",
      bedrockAgentCorePropagatedHeaders: propagated,
    };
    const { status, text } = await this.#client.send(
      "POST",
      "/2015-03-31/functions/agent-tools/invocations",
      { "x-amz-client-context": Buffer.from(JSON.stringify({ custom })).toString("base64") },
      JSON.stringify({ description: "Look whether there is more.", at: at.toISOString() }),
    );
    if (status !== 200 || !text.includes("fu_")) throw new Error(`a wake was answered with ${status}: ${text}`);
  }

  /** The run as it is now. */
  async state(run: RunId): Promise<RunState> {
    const { sessionId, turn } = locateRun(run);
    return stateOf(Row.parse(await this.#item(runKey(sessionId, turn))));
  }

  /** Bytes of the session's mailbox. */
  async mailboxBytes(run: RunId): Promise<number> {
    return JSON.stringify(await this.#item(mailboxKey(locateRun(run).sessionId))).length;
  }

  /** Waits until the run is as wanted. */
  until(run: RunId, is: (state: RunState) => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add({ run, is, resolve, reject });
    if (this.#waiting.size === 1) void this.#look();
    return promise;
  }

  /** Looks at all runs that are waited for in one request, as long as there are any. */
  async #look(): Promise<void> {
    while (this.#waiting.size > 0) {
      const waiting = [...this.#waiting];
      const Keys = [...new Set(waiting.map(({ run }) => run))].map((run) => keyOf(run));
      const tables = { [this.#tableName]: { Keys, ConsistentRead: true } };
      try {
        const { Responses } = Batch.parse(await this.ask("BatchGetItem", { RequestItems: tables }));
        const rows = new Map((Responses[this.#tableName] ?? []).map((row) => [`${row.pk.S}${row.sk.S}`, stateOf(row)]));
        for (const one of waiting) {
          const { pk, sk } = keyOf(one.run);
          const state = rows.get(`${pk.S}${sk.S}`);
          if (state === undefined || !one.is(state)) continue;
          this.#waiting.delete(one);
          one.resolve();
        }
      } catch (error) {
        for (const one of waiting) one.reject(error);
        this.#waiting.clear();
      }
      await wait(lookEveryMs);
    }
  }

  /** Calls the database past the stack. */
  ask(operation: string, body: object): ReturnType<DynamoClient["call"]> {
    return this.#table.call(operation, body);
  }

  get tableName(): string {
    return this.#tableName;
  }

  close(): void {
    this.#client.close();
    this.#table.close();
  }

  async #item({ pk, sk }: { readonly pk: string; readonly sk: string }): Promise<unknown> {
    const Key = { pk: { S: pk }, sk: { S: sk } };
    return (await this.ask("GetItem", { TableName: this.#tableName, Key, ConsistentRead: true }))["Item"];
  }
}

function keyOf(run: RunId) {
  const { sessionId, turn } = locateRun(run);
  const { pk, sk } = runKey(sessionId, turn);
  return { pk: { S: pk }, sk: { S: sk } };
}

const stateOf = ({ dag_version, status }: z.infer<typeof Row>): RunState => ({
  version: Number(dag_version.N),
  status: status.S,
});
