import type { CellResult } from "../agents/cell.ts";
import { TURN } from "../agents/turn-cell.ts";
import type { ArtifactId } from "../contracts/ids.ts";
import { limits } from "../contracts/limits.ts";
import type { Task } from "../contracts/plan-records.ts";
import type { Artifact, Run } from "../contracts/records.ts";
import { freshnessOf } from "../domain/freshness.ts";
import { type NewMemory, sourceMemory } from "../domain/memory.ts";
import { Fault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import { cellContext, type Execution } from "./cell-context.ts";
import { agentOf, readSources } from "./run-context.ts";
import { wokenTurn } from "./woken-turn.ts";

/** What a step made: its artifact, and what is worth remembering of it. */
export type StepMade = { readonly artifact: Artifact; readonly memories: readonly NewMemory[] };

/** What a step makes its artifact of. */
export type StepInput = {
  readonly id: ArtifactId;
  /** The artifact of each step it depends on. */
  readonly inputs: Readonly<Record<string, ArtifactId>>;
};

/**
 * Runs the cell of a step and makes its artifact, as fresh as its stalest input. @throws Fault `artifact_too_large` (reject), `unknown_cell` (reject),
 * and whatever the cell throws.
 */
export async function executeStep(
  ports: Ports,
  at: Pick<Execution, "run" | "key" | "signal">,
  task: Task,
  input: StepInput,
): Promise<StepMade> {
  const { run } = at;
  const execution = { ...at, agent: agentOf(ports, run.agent), sources: await readSources(ports, run) };
  const inputs = await readInputs(ports, run, input.inputs);
  const isTurn = task.cell_id === TURN;
  const result = isTurn ? await wokenTurn(ports, execution) : await runCell(ports, execution, task, inputs);
  const bytes = Buffer.byteLength(JSON.stringify(result.content), "utf8");
  if (bytes > limits.artifactBytes) {
    throw new Fault("artifact_too_large", "reject", { step_id: task.step_id, bytes, max: limits.artifactBytes });
  }
  const now = ports.clock.now();
  const own = {
    as_of: result.as_of ?? now,
    ...(result.max_age_ms === undefined ? {} : { max_age_ms: result.max_age_ms }),
  };
  const artifact: Artifact = {
    id: input.id,
    session_id: run.session_id,
    turn: run.turn,
    dag_version: task.dag_version,
    step_id: task.step_id,
    cell_id: task.cell_id,
    kind: task.delivers ? "delivery" : "output",
    content: result.content,
    rests_on: [...new Set([...Object.values(input.inputs), ...(result.rests_on ?? [])])].slice(0, limits.artifactRests),
    ...freshnessOf(own, Object.values(inputs)),
    created_at: now,
  };
  return { artifact, memories: memoriesOf(execution, result, now) };
}

/** What the cell says of a source of this run; of another one it cannot say anything. */
function memoriesOf({ run, sources }: Execution, { remember }: CellResult, now: number): readonly NewMemory[] {
  const source = sources.find(({ id }) => id === remember?.source_id);
  return remember === undefined || source === undefined
    ? []
    : [sourceMemory(run, source, { text: remember.text, now })];
}

type Inputs = Readonly<Record<string, Artifact>>;

async function runCell(ports: Ports, execution: Execution, task: Task, inputs: Inputs): Promise<CellResult> {
  const cell = execution.agent.cells.find((candidate) => candidate.id === task.cell_id);
  if (cell === undefined) throw new Fault("unknown_cell", "reject", { cell_id: task.cell_id });
  const contents = Object.entries(inputs).map(([step, { content }]) => [step, content] as const);
  return cell.run(cellContext(ports, execution), task.args, Object.fromEntries(contents));
}

async function readInputs(ports: Ports, run: Run, inputs: StepInput["inputs"]): Promise<Inputs> {
  const entries = Object.entries(inputs);
  const artifacts = await ports.runs.readArtifacts(
    run,
    entries.map(([, id]) => id),
  );
  return Object.fromEntries(
    entries.map(([step, id], index) => {
      const artifact = artifacts[index];
      if (!artifact) throw new Fault("artifact_missing", "retry", { artifact_id: id });
      return [step, artifact];
    }),
  );
}
