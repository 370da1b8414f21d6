import type { CellContext } from "../../agents/cell.ts";
import type { Agent } from "../../agents/define-agent.ts";
import { createAskModel } from "../../agents/structured-answer.ts";
import { runIdOf } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Run, Source } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import { sourceReader } from "../runs/run-context.ts";
import { doOnce } from "./do-once.ts";

/** One execution of a step: for which run, with which agent and sources, and what it is given. */
export type Execution = {
  readonly run: Run;
  readonly agent: Agent;
  readonly sources: readonly Source[];
  /** Stable over retries of the same work. */
  readonly key: string;
  /** What the person answered to the step; nothing in a turn. */
  readonly answers?: JsonObject;
  readonly signal: AbortSignal;
};

/** What a cell may use, the same for a step of a plan and for a call in a turn. */
export function cellContext(ports: Ports, { run, agent, sources, key, signal, answers }: Execution): CellContext {
  const run_id = runIdOf(run.session_id, run.turn);
  // Work is named within its run; another run that does the same means it anew.
  const idempotency_key = `${run_id}/${key}`;
  const doing = { session_id: run.session_id, turn: run.turn, work: key, key: idempotency_key };
  return {
    run_id,
    instructions: agent.instructions,
    idempotency_key,
    answers: answers ?? {},
    now: ports.clock.now(),
    sources,
    readSource: sourceReader(ports, run.session_id, sources),
    model: createAskModel(ports.model),
    signal,
    once: async (effect) => {
      signal.throwIfAborted();
      return doOnce(ports, doing, effect);
    },
  };
}
