import { DynamoReader } from "../../shared/adapters/dynamo/reader.ts";
import { type RunId, runIdOf, type SessionId } from "../../shared/contracts/ids.ts";
import type { JsonObject } from "../../shared/contracts/json.ts";
import type { Question } from "../../shared/contracts/question.ts";
import type { ClosedEntry, Disposition, Run, SessionEvent, Verdict } from "../../shared/contracts/records.ts";
import type { Model } from "../../shared/ports/model.ts";
import { acceptFollowUp, type FollowUp } from "../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../shared/steps/runs/start-run.ts";
import { answering } from "./answering-model.ts";
import { type Desk, deskAgent, newDesk } from "./desk-agent.ts";
import type { TestTable } from "./dynoxide.ts";
import { World } from "./world.ts";

let sessions = 0;

/** A session with the desk agent, on a world of its own. */
export class DeskSession {
  readonly desk: Desk;
  readonly world: World;
  readonly session_id: SessionId;
  readonly run_id: RunId;

  private constructor(desk: Desk, world: World, session_id: SessionId) {
    this.desk = desk;
    this.world = world;
    this.session_id = session_id;
    this.run_id = runIdOf(session_id, 1);
  }

  /** Starts a run with `input` and works on it until nothing more happens. */
  static async start(table: TestTable, input: string, model: Model = answering("It is needed.")): Promise<DeskSession> {
    const session = await DeskSession.begin(table, input, model);
    await session.world.settle();
    return session;
  }

  /** Asks for a run and does nothing yet. */
  static async begin(table: TestTable, input: string, model: Model = answering("It is needed.")): Promise<DeskSession> {
    const desk = newDesk();
    const world = new World(table, [deskAgent(desk)], model);
    sessions += 1;
    const outcome = await startRun(world.ports, {
      owner: "alice",
      agent: "desk",
      input,
      sources: [],
      on_busy: "enqueue",
      channel: null,
      idempotency_key: `desk-${sessions}`,
    });
    if (outcome.kind !== "accepted") throw new Error(outcome.kind);
    return new DeskSession(desk, world, outcome.session_id);
  }

  /** The same session as another deployment sees it: nothing in memory is kept, and the cells may have another version. */
  redeployed(table: TestTable, version: number): DeskSession {
    const world = new World(table, [deskAgent(this.desk, version)], answering("It is needed."));
    world.clock.advance(this.world.clock.now() - world.clock.now());
    world.pending.push(...this.world.pending.splice(0));
    return new DeskSession(this.desk, world, this.session_id);
  }

  /** Sends a follow-up to the run of `turn`. */
  async send(text: string, over: Partial<FollowUp> & { readonly turn?: number } = {}) {
    const { turn = 1, ...rest } = over;
    const run_id = runIdOf(this.session_id, turn);
    return acceptFollowUp(this.world.ports, {
      owner: "alice",
      run_id,
      text,
      attachments: [],
      on_busy: "revise",
      ...rest,
    });
  }

  /** Sends a follow-up and works until nothing more happens. */
  async say(text: string, over: Partial<FollowUp> & { readonly turn?: number } = {}): Promise<void> {
    const outcome = await this.send(text, over);
    if (outcome.kind !== "accepted") throw new Error(outcome.kind);
    await this.world.settle();
  }

  answer(answers: JsonObject): Promise<void> {
    return this.say("Here you are.", { answers });
  }

  async run(turn = 1): Promise<Run> {
    const run = await this.world.ports.runs.readRun({ session_id: this.session_id, turn });
    if (run === null) throw new Error("no run");
    return run;
  }

  async questions(turn = 1): Promise<readonly Question[]> {
    const questions = await this.world.ports.reader.questions(this.session_id, turn);
    return questions.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** The one question of that name. */
  async question(name: string): Promise<Question> {
    const [question, ...more] = (await this.questions()).filter((one) => one.name === name);
    if (question === undefined || more.length > 0) throw new Error(`${more.length} more questions ${name}`);
    return question;
  }

  /** What was delivered last, as text. */
  async delivered(turn = 1): Promise<string> {
    const run = await this.run(turn);
    if (run.delivery_id === undefined) throw new Error("nothing was delivered");
    const [artifact] = await this.world.ports.runs.readArtifacts(run, [run.delivery_id]);
    return String((artifact?.content as { text?: string } | undefined)?.text);
  }

  async events(): Promise<readonly SessionEvent[]> {
    return (await this.#history()).flatMap((item) => (item.kind === "event" ? [item.event] : []));
  }

  /** What was said to the person last. */
  async lastSaid(): Promise<string> {
    return String((await this.events()).findLast(({ type }) => type === "message")?.payload["text"]);
  }

  /** What became of each message, in their order. */
  async dispositions(): Promise<readonly Disposition[]> {
    return (await this.#closed()).map(({ disposition }) => disposition);
  }

  /** Where each message went, in their order. */
  async verdicts(): Promise<readonly (Verdict | null)[]> {
    return (await this.#closed()).map(({ verdict }) => verdict);
  }

  /** Messages that left the mailbox, without the first one. */
  async #closed(): Promise<readonly ClosedEntry[]> {
    const closed = (await this.#history()).flatMap((item) => (item.kind === "entry" ? [item.closed] : []));
    return closed.filter(({ entry }) => entry.kind === "follow_up");
  }

  async #history() {
    const reader = new DynamoReader(this.world.table);
    return (await reader.events(this.session_id, { after: 0, upTo: 100_000, turn: null, limit: 10_000 })).items;
  }
}
