import type { AskModel } from "../../shared/agents/ask-model.ts";
import type { CellContext } from "../../shared/agents/cell.ts";
import type { Agent } from "../../shared/agents/define-agent.ts";
import type { Json } from "../../shared/contracts/json.ts";
import type { PlanNode } from "../../shared/contracts/plan-records.ts";
import { fingerprint } from "../../shared/domain/digest.ts";
import type { Given } from "./example-sources.ts";
import { type FakeModel, fakeModel } from "./fake-model.ts";

/** What became of a plan. `work` names each step's cell, arguments and inputs: what has the same name is reused. */
export type Ran = {
  readonly outputs: Readonly<Record<string, Json>>;
  readonly rests_on: Readonly<Record<string, readonly string[]>>;
  readonly work: Readonly<Record<string, string>>;
  /** Steps that had to run, for lack of the same work in `before`. */
  readonly ran: readonly string[];
  readonly delivery: Json;
  readonly model: FakeModel;
};

/** Runs a plan in memory, step by step, reusing what `before` made of the same work. */
export async function runPlan(agent: Agent, nodes: readonly PlanNode[], given: Given, before?: Ran): Promise<Ran> {
  const model = fakeModel();
  const outputs: Record<string, Json> = {};
  const rests_on: Record<string, readonly string[]> = {};
  const work: Record<string, string> = {};
  const ran: string[] = [];
  for (const { step_id, cell_id, args, depends_on } of nodes) {
    work[step_id] = fingerprint([cell_id, args, depends_on.map((step) => [step, work[step] ?? "missing"])]);
    const known = Object.entries(before?.work ?? {}).find(([, name]) => name === work[step_id])?.[0];
    if (known !== undefined) {
      outputs[step_id] = before?.outputs[known] ?? null;
      continue;
    }
    const cell = agent.cells.find(({ id }) => id === cell_id);
    if (!cell) throw new Error(`no cell ${cell_id}`);
    const inputs = Object.fromEntries(depends_on.map((step) => [step, outputs[step] ?? null]));
    const result = await cell.run(contextOf(given, model), cell.input.parse(args), inputs);
    if (result.need_input !== undefined) throw new Error(`${step_id} asks`);
    outputs[step_id] = result.content;
    rests_on[step_id] = result.rests_on ?? [];
    ran.push(step_id);
  }
  return { outputs, rests_on, work, ran, delivery: outputs[nodes.at(-1)?.step_id ?? ""] ?? null, model };
}

/** What a cell is given in a test. */
export function contextOf(given: Given, model: AskModel = fakeModel()): CellContext {
  return {
    run_id: "run_00000000000000000000000001_1",
    instructions: "",
    idempotency_key: "key",
    answers: {},
    now: 0,
    sources: given.sources,
    readSource: given.readSource,
    model,
    signal: new AbortController().signal,
    once: (effect) => effect.run("key"),
  };
}
