import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { OperatorFollowup } from "../../shared/contracts/operator-view.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { SessionDetail, SessionView } from "../../shared/contracts/session.ts";
import { Dice } from "../sim/dice.ts";
import { type Audit, audit } from "./audit.ts";
import { BusyPerson } from "./busy-person.ts";
import { Caller } from "./caller.ts";
import { Ledger } from "./ledger.ts";
import { NpmStack } from "./npm-stack.ts";
import { readBack } from "./read-back.ts";

/** How often what is killed, under how much. */
export type KillRounds = {
  readonly rounds: number;
  readonly seed: number;
  readonly people: number;
  readonly clock: "real" | "virtual";
  /** An empty folder. The ledger is written beside what the stack keeps, not into it. */
  readonly folder: string;
  readonly say: (line: string) => void;
};

/** Things that one person does before the stack is killed, at most. */
const actsAtMost = 3;
/** With a real clock: longest pause between the last answer and the kill, so that it hits the work behind it too. */
const pauseMs = 3_000;
const restMs = 20 * 60_000;

/**
 * Kills a stack again and again while people use it, then compares what they were told with what is there when it has
 * come to rest. @throws when it does not come to rest.
 */
export async function playKillRounds(asked: KillRounds): Promise<Audit> {
  const { rounds, people: count, folder, clock, say } = asked;
  const dice = new Dice(asked.seed);
  const ledger = new Ledger(join(folder, "ledger.jsonl"));
  const stack = await NpmStack.start(join(folder, "data"), clock);
  try {
    const callers = await Promise.all(Array.from({ length: count }, (_, index) => Caller.of(stack, `person${index}`)));
    const people = callers.map((caller) => new BusyPerson(caller, ledger, dice.fork()));
    for (let round = 1; round <= rounds; round += 1) {
      await playRound(stack, people, dice);
      await stack.start();
      say(`round ${round} of ${rounds}: ${ledger.lines.length} lines in the ledger`);
    }
    for (const person of people) await person.repeat();
    for (const person of people) await person.look();
    const operator = await Caller.of(stack, "operator", true);
    await comeToRest(stack, callers, operator);
    return audit(ledger.lines, await readBack(callers, operator, "report"));
  } finally {
    await stack.stop();
  }
}

/** Kills the stack at some answer, or a little later; every third time its database first. */
async function playRound(stack: NpmStack, people: readonly BusyPerson[], dice: Dice): Promise<void> {
  const killAfter = dice.between(1, people.length * 2);
  const enough = Promise.withResolvers<void>();
  let heard = 0;
  const onHeard = () => {
    heard += 1;
    if (heard === killAfter) enough.resolve();
  };
  const acting = Promise.all(people.map((person) => person.act(dice.between(1, actsAtMost), onHeard)));
  // A virtual clock moves on meanwhile, so that what is due is at work when the kill comes.
  const moving = stack.clock === "virtual" ? stack.pass(dice.between(5, 60) * 1_000) : undefined;
  await Promise.race([enough.promise, acting]);
  if (stack.clock === "real") await wait(dice.between(0, pauseMs));
  await stack.kill({ database: dice.chance(1 / 3) });
  await Promise.all([acting, moving]);
}

/** Waits until nothing waits, nothing goes on and nothing is promised any more. */
async function comeToRest(stack: NpmStack, callers: readonly Caller[], operator: Caller): Promise<void> {
  const end = (await stack.now()) + restMs;
  while (!(await isStill(callers, operator))) {
    if ((await stack.now()) > end) return;
    await stack.pass(5_000);
  }
}

async function isStill(callers: readonly Caller[], operator: Caller): Promise<boolean> {
  const path = "/api/agents/report/follow-ups?status=scheduled&limit=1";
  const { items } = await operator.get(path, pageOf(OperatorFollowup));
  if (items.length > 0) return false;
  for (const caller of callers) {
    for (const { id } of await caller.all("/api/sessions", SessionView)) {
      const { active_run_id, waiting } = await caller.get(`/api/sessions/${id}`, SessionDetail);
      if (active_run_id !== null || waiting > 0) return false;
    }
  }
  return true;
}
