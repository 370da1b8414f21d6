import { SqsQueues } from "../../shared/adapters/sqs/sqs-queues.ts";
import type { Agent } from "../../shared/agents/define-agent.ts";
import type { Queues } from "../../shared/ports/queues.ts";
import { sweep } from "../../shared/steps/sweep/sweep.ts";
import { type Bill, BillCounter } from "./bill.ts";
import { chainAgent } from "./chain-agent.ts";
import type { TestTable } from "./dynoxide.ts";
import type { TestQueues } from "./fauxqs.ts";
import { MemoSession } from "./memo-session.ts";
import { hour, scheduled } from "./wakes.ts";

/** Every request takes this long, so that times in the table move as they do in reality. */
const requestMs = 5;
const minute = 60_000;
/** Whose queue it is. */
const readers = { nudges: "fold", tasks: "task", wakes: "wake" } as const;

/** Bills of what one person or one promise causes, counted on the real steps. Table and queues must be used by nobody else. */
export async function countWork(table: TestTable, queues: TestQueues): Promise<Readonly<Record<string, Bill>>> {
  const work = await CountedWork.open(table, queues);
  const atRest = await work.accept("note 1 a");
  await work.settle();
  await work.begin();
  await work.say("note 1 b");
  const revised = await work.settle();
  await work.begin();
  await work.say("note 3 a");
  const reusing = await work.settle();
  await work.begin();
  for (let message = 1; message <= 20; message += 1) await work.say(`note 1 burst${message}`);
  const burst = work.counter.take();
  const folded = await work.settle();
  const { promised, rung, woken } = await work.wake();
  return {
    "a follow-up is accepted": atRest,
    "a follow-up is accepted and revised, three steps and the delivery": revised,
    "the same where two of the three steps are reused": reusing,
    "20 follow-ups in a burst are accepted": burst,
    "they become one revision": folded,
    "a wake is promised": promised,
    "its bell rings, and it is due": rung,
    "its run answers": woken,
  };
}

/** What a sweep asks for that finds nothing, with its gauge of pending wakes. */
export async function countSweep(table: TestTable, queues: TestQueues): Promise<Bill> {
  const { world } = new MemoSession(table);
  // All that is left in the table is a session at rest.
  world.clock.advance(-365 * 24 * hour);
  const counter = new BillCounter({ table: table.client, queues: queues.client });
  const found = await sweep(world.ports, 0);
  if (found.sessions + found.wakes > 0) throw new Error("something is overdue");
  await world.ports.attention.pendingWakes();
  return counter.take();
}

class CountedWork {
  readonly counter: BillCounter;
  readonly #memo: MemoSession;

  private constructor(memo: MemoSession, counter: BillCounter) {
    this.#memo = memo;
    this.counter = counter;
  }

  /** A session that was answered once and asked something once, so that what is there once in a session is there. */
  static async open(table: TestTable, queues: TestQueues): Promise<CountedWork> {
    const agent: Agent = chainAgent(3, []);
    const memo = new MemoSession(table, {}, undefined, agent);
    const { world } = memo;
    const url = async (name: string) => (await queues.createQueue(name)).url;
    const urls = { nudges: await url("nudges"), tasks: await url("tasks"), wakes: await url("wakes") };
    const counter = new BillCounter({ table: table.client, queues: queues.client }, () =>
      world.clock.advance(requestMs),
    );
    Object.assign(world.ports, { queues: both(new SqsQueues(queues.client, urls), world.ports.queues) });
    world.worksThrough = true;
    await memo.start("begin");
    await memo.settle();
    await memo.say("note 2 x");
    await memo.settle();
    const work = new CountedWork(memo, counter);
    await work.begin();
    return work;
  }

  /** A minute later, with nothing counted yet: earlier keys are forgotten and the session is at rest. */
  async begin(): Promise<void> {
    this.#memo.world.clock.advance(minute);
    this.counter.take();
  }

  async accept(text: string): Promise<Bill> {
    await this.say(text);
    return this.counter.take();
  }

  async say(text: string): Promise<void> {
    const outcome = await this.counter.http("accept", () => this.#memo.say(text));
    if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  }

  /** Everything that follows, each message in an invocation of its own, which has the time to go on with the next steps. */
  async settle(): Promise<Bill> {
    const { world } = this.#memo;
    for (let message = world.take(); message !== undefined; message = world.take()) {
      const delivered = message;
      await this.counter.delivered(readers[delivered.queue], () => world.deliver(delivered));
    }
    const { active_turn } = await this.#memo.mailbox();
    if (active_turn !== undefined) throw new Error("the run did not end");
    return this.counter.take();
  }

  /** A wake an hour ahead, its bell, the message it sends, and the run it starts. */
  async wake(): Promise<{ readonly promised: Bill; readonly rung: Bill; readonly woken: Bill }> {
    const { world, session_id } = this.#memo;
    await this.begin();
    const wake = await this.counter.within("task", () => scheduled(world, session_id, { inMs: hour }));
    const promised = this.counter.take();
    const bell = world.bells.get(wake.followup_id);
    if (bell === undefined) throw new Error("no bell");
    // Scheduler rings somewhere within the minute after the bell's time.
    world.clock.advance(bell.at + 30_000 - world.clock.now());
    this.counter.rang();
    world.pending.push({ queue: "wakes", body: bell.ring, at: world.clock.now() });
    await this.settleWakes();
    // SQS counts whole seconds, and the function waits for the rest of one.
    world.clock.advance(wake.fires_at - world.clock.now());
    await this.settleWakes();
    const rung = this.counter.take();
    const woken = await this.settle();
    const row = await world.ports.wakes.readWake(session_id, wake.followup_id);
    if (row?.status !== "fired") throw new Error(`the wake is ${row?.status}`);
    return { promised, rung, woken };
  }

  private async settleWakes(): Promise<void> {
    const { world } = this.#memo;
    for (let ring = world.take("wakes"); ring !== undefined; ring = world.take("wakes")) {
      const delivered = ring;
      await this.counter.delivered("wake", () => world.deliver(delivered));
    }
  }
}

/** Sends to the real queues, for the count, and to the test's, for the delivery. */
function both(counted: Queues, delivered: Queues): Queues {
  return {
    nudge: async (...args) => {
      await counted.nudge(...args);
      await delivered.nudge(...args);
    },
    work: async (...args) => {
      await counted.work(...args);
      await delivered.work(...args);
    },
    ring: async (...args) => {
      await counted.ring(...args);
      await delivered.ring(...args);
    },
  };
}
