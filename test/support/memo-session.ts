import * as z from "zod";
import { DynamoReader } from "../../shared/adapters/dynamo/reader.ts";
import type { Agent } from "../../shared/agents/define-agent.ts";
import type { RunId, SessionId } from "../../shared/contracts/ids.ts";
import { runIdOf } from "../../shared/contracts/ids.ts";
import type { JsonObject } from "../../shared/contracts/json.ts";
import type { Revision } from "../../shared/contracts/plan-records.ts";
import type { Mailbox, OnBusy, Run, SessionEvent } from "../../shared/contracts/records.ts";
import { acceptFollowUp, type FollowUp, type FollowUpOutcome } from "../../shared/steps/mailbox/accept-follow-up.ts";
import { cancelRun } from "../../shared/steps/runs/cancel-run.ts";
import { type RunRequest, startRun } from "../../shared/steps/runs/start-run.ts";
import { readHistory } from "../../shared/steps/sessions/read-history.ts";
import { answering } from "./answering-model.ts";
import type { TestTable } from "./dynoxide.ts";
import { type CellRuns, memoAgent } from "./memo-agent.ts";
import { World } from "./world.ts";

const Delivered = z.object({ text: z.string() });

/** The settings of an agent that a test is about. */
export type MemoSettings = Pick<Agent, "debounce"> & { readonly on_busy?: OnBusy };

/** Runs before a cell does its work, to hold it or to make it fail. */
export type BeforeCell = (cell: string, args: JsonObject) => Promise<void>;

let sessions = 0;
const nextKey = (): string => {
  sessions += 1;
  return `session-${sessions}`;
};

/** A session of the memo agent in a world of its own, with what its cells did. */
export class MemoSession {
  readonly runs: CellRuns = [];
  readonly world: World;
  session_id: SessionId = "ses_";

  /** `other`: another one, under the memo agent's slug. */
  constructor(
    table: TestTable,
    settings: MemoSettings = {},
    before: BeforeCell = async () => undefined,
    other?: Agent,
  ) {
    const agent: Agent = other ?? { ...memoAgent(this.runs, before), ...settings };
    this.world = new World(table, [agent], answering("Because it was asked for."));
  }

  /** Asks for a run, in a new session at first. */
  async start(input: string, more: Partial<RunRequest> = {}) {
    // Every world counts its ids from one, so the key keeps the sessions of one table apart.
    const where = this.session_id === "ses_" ? { idempotency_key: nextKey() } : { session_id: this.session_id };
    const request = { owner: "ada", agent: "memo", input, sources: [], channel: null, ...where, ...more };
    const outcome = await startRun(this.world.ports, request);
    if (outcome.kind === "accepted") this.session_id = outcome.session_id;
    return outcome;
  }

  runId(turn = 1): RunId {
    return runIdOf(this.session_id, turn);
  }

  say(text: string, more: Partial<FollowUp> & { readonly turn?: number } = {}): Promise<FollowUpOutcome> {
    const { turn = 1, ...message } = more;
    return acceptFollowUp(this.world.ports, {
      owner: "ada",
      run_id: this.runId(turn),
      text,
      attachments: [],
      ...message,
    });
  }

  cancel(work: "keep" | "discard", turn = 1) {
    return cancelRun(this.world.ports, { owner: "ada", session_id: this.session_id, turn, work });
  }

  /** Folds what waits, and works on nothing. */
  async fold(): Promise<void> {
    for (let next = this.world.take("nudges"); next !== undefined; next = this.world.take("nudges")) {
      await this.world.deliver(next);
    }
  }

  /** Works on the task that is next; false when none is. */
  async work(): Promise<boolean> {
    const next = this.world.take("tasks");
    if (next === undefined) return false;
    await this.world.deliver(next);
    return true;
  }

  settle(): Promise<void> {
    return this.world.settle();
  }

  async run(turn = 1): Promise<Run> {
    const run = await this.world.ports.runs.readRun({ session_id: this.session_id, turn });
    if (run === null) throw new Error(`no run ${turn}`);
    return run;
  }

  async revision(version: number, turn = 1): Promise<Revision> {
    const revision = await this.world.ports.runs.readRevision({ session_id: this.session_id, turn }, version);
    if (revision === null) throw new Error(`no version ${version}`);
    return revision;
  }

  async mailbox(): Promise<Mailbox> {
    const mailbox = await this.world.ports.mailboxes.read(this.session_id);
    if (mailbox === null) throw new Error("no mailbox");
    return mailbox;
  }

  /** The whole history of the session, what waits included. */
  async events(): Promise<readonly SessionEvent[]> {
    const reader = new DynamoReader(this.world.table);
    const history = await readHistory(reader, await this.mailbox(), { after: 0, turn: null, limit: 10_000 });
    return history.events;
  }

  /** The words of what was delivered last. */
  async delivered(turn = 1): Promise<string | null> {
    const { delivery_id } = await this.run(turn);
    if (delivery_id === undefined) return null;
    const [artifact] = await this.world.ports.runs.readArtifacts({ session_id: this.session_id, turn }, [delivery_id]);
    return Delivered.parse(artifact?.content).text;
  }

  /** The words that `write` was run for, in order. */
  written(): readonly string[] {
    return this.runs.filter(({ cell }) => cell === "write").map(({ args }) => String(args["word"]));
  }
}
