import type { CellContext, CellResult } from "../agents/cell.ts";
import type { Agent } from "../agents/define-agent.ts";
import { createAskModel } from "../agents/structured-answer.ts";
import { TURN } from "../agents/turn-cell.ts";
import { type ArtifactId, runIdOf } from "../contracts/ids.ts";
import type { Json } from "../contracts/json.ts";
import { limits } from "../contracts/limits.ts";
import type { Artifact, Run, Source, Task } from "../contracts/records.ts";
import { Fault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import { agentOf, readSources, sourceReader } from "./run-context.ts";
import { wokenTurn } from "./woken-turn.ts";

/** What one execution of a step is given. */
export type Execution = {
  readonly id: ArtifactId;
  /** The artifact of each step it depends on. */
  readonly inputs: Readonly<Record<string, ArtifactId>>;
  /** Stable over retries of the same work. */
  readonly key: string;
  readonly signal: AbortSignal;
};

/**
 * Runs the cell of a step and makes its artifact. @throws Fault `artifact_too_large` (reject), `unknown_cell` (reject), and
 * whatever the cell throws.
 */
export async function executeStep(ports: Ports, run: Run, task: Task, execution: Execution): Promise<Artifact> {
  const agent = agentOf(ports, run.agent);
  const sources = await readSources(ports, run);
  const result =
    task.cell_id === TURN
      ? await wokenTurn(ports, agent, run, sources, execution)
      : await runCell(ports, agent, run, task, sources, execution);
  const bytes = Buffer.byteLength(JSON.stringify(result.content), "utf8");
  if (bytes > limits.artifactBytes)
    throw new Fault("artifact_too_large", "reject", { step_id: task.step_id, bytes, max: limits.artifactBytes });
  const now = ports.clock.now();
  return {
    id: execution.id,
    session_id: run.session_id,
    turn: run.turn,
    dag_version: task.dag_version,
    step_id: task.step_id,
    cell_id: task.cell_id,
    kind: task.delivers ? "delivery" : "output",
    content: result.content,
    rests_on: [...new Set([...Object.values(execution.inputs), ...(result.rests_on ?? [])])],
    as_of: result.as_of ?? now,
    ...(result.max_age_ms === undefined ? {} : { max_age_ms: result.max_age_ms }),
    created_at: now,
  };
}

async function runCell(
  ports: Ports,
  agent: Agent,
  run: Run,
  task: Task,
  sources: readonly Source[],
  execution: Execution,
): Promise<CellResult> {
  const cell = agent.cells.find((candidate) => candidate.id === task.cell_id);
  if (cell === undefined) throw new Fault("unknown_cell", "reject", { cell_id: task.cell_id });
  const inputs = await readInputs(ports, run, execution.inputs);
  return cell.run(cellContext(ports, agent, run, sources, execution), task.args, inputs);
}

/** What a cell may use, the same for a step of a plan and for a call in a turn. */
export function cellContext(
  ports: Ports,
  agent: Agent,
  run: Run,
  sources: readonly Source[],
  execution: Pick<Execution, "key" | "signal">,
): CellContext {
  return {
    run_id: runIdOf(run.session_id, run.turn),
    instructions: agent.instructions,
    idempotency_key: execution.key,
    now: ports.clock.now(),
    sources,
    readSource: sourceReader(ports, run.session_id, sources),
    model: createAskModel(ports.model),
    signal: execution.signal,
  };
}

async function readInputs(
  ports: Ports,
  run: Run,
  inputs: Execution["inputs"],
): Promise<Readonly<Record<string, Json>>> {
  const entries = Object.entries(inputs);
  const artifacts = await ports.runs.readArtifacts(
    run.session_id,
    run.turn,
    entries.map(([, id]) => id),
  );
  return Object.fromEntries(
    entries.map(([step, id], index) => {
      const artifact = artifacts[index];
      if (!artifact) throw new Fault("artifact_missing", "retry", { artifact_id: id });
      return [step, artifact.content];
    }),
  );
}
