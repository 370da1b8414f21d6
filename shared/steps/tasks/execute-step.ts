import { toAsked } from "../../agents/asked.ts";
import type { CellDone, CellResult } from "../../agents/cell.ts";
import { FORM, unanswered } from "../../agents/form-cell.ts";
import { TURN } from "../../agents/turn-cell.ts";
import type { ArtifactId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Asked } from "../../contracts/question.ts";
import type { Artifact, Run } from "../../contracts/records.ts";
import { freshnessOf } from "../../domain/routing/freshness.ts";
import { placeOf } from "../../domain/runs/plan-tasks.ts";
import { PROMISE } from "../../domain/runs/promise-step.ts";
import { type NewMemory, sourceMemory } from "../../domain/sessions/memory.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import { agentOf, readSources } from "../runs/run-context.ts";
import { promiseTurn } from "../turns/promise-turn.ts";
import { wokenTurn } from "../turns/woken-turn.ts";
import { cellContext, type Execution } from "./cell-context.ts";

/** What a step makes its artifact of. */
export type StepInput = {
  readonly id: ArtifactId;
  /** The artifact of each step it depends on. */
  readonly inputs: Readonly<Record<string, ArtifactId>>;
  /** Artifacts that were read already. */
  readonly read: ReadonlyMap<ArtifactId, Artifact>;
};

/** What a step led to: an artifact with what is worth remembering of it, or questions to be answered first. */
export type Executed =
  | { readonly kind: "made"; readonly artifact: Artifact; readonly memories: readonly NewMemory[] }
  | { readonly kind: "asks"; readonly asked: readonly Asked[] };

/**
 * Runs the cell of a step and makes its artifact, as fresh as its stalest input. @throws Fault `artifact_too_large`
 * (reject), `unknown_cell` (reject), `bad_question` (reject), and whatever the cell throws.
 */
export async function executeStep(
  ports: Ports,
  at: Pick<Execution, "run" | "key" | "signal" | "answers">,
  task: Task,
  input: StepInput,
): Promise<Executed> {
  const { run } = at;
  const execution = { ...at, agent: agentOf(ports, run.agent), sources: await readSources(ports, run) };
  const inputs = await readInputs(ports, run, input);
  const result = task.cell_id === FORM ? fillForm(task, at.answers) : await resultOf(ports, execution, task, inputs);
  if ("asked" in result) return { kind: "asks", asked: result.asked };
  const artifact = artifactOf(ports, run, task, { input, inputs, result });
  return { kind: "made", artifact, memories: memoriesOf(execution, result, artifact.created_at) };
}

type Result = CellDone | { readonly asked: readonly Asked[] };

/** The built-in form asks until everything is answered, and makes what was answered. */
function fillForm(task: Task, answers: Execution["answers"] = {}): Result {
  const asked = unanswered(task.args, answers);
  return asked.length > 0 ? { asked } : { content: answers };
}

async function resultOf(ports: Ports, execution: Execution, task: Task, inputs: Inputs): Promise<Result> {
  if (task.cell_id === PROMISE) return promiseTurn(ports, execution, task.args);
  const isTurn = task.cell_id === TURN;
  const result = isTurn ? await wokenTurn(ports, execution) : await runCell(ports, execution, task, inputs);
  return result.need_input === undefined ? result : { asked: toAsked(result.need_input) };
}

/** What a step is given and what it made of it. */
type Made = { readonly input: StepInput; readonly inputs: Inputs; readonly result: CellDone };

function artifactOf(ports: Ports, run: Run, task: Task, { input, inputs, result }: Made): Artifact {
  const bytes = Buffer.byteLength(JSON.stringify(result.content), "utf8");
  if (bytes > limits.artifactBytes) {
    throw new Fault("artifact_too_large", "reject", { ...placeOf(task), bytes, max: limits.artifactBytes });
  }
  const now = ports.clock.now();
  const own = {
    as_of: result.as_of ?? now,
    ...(result.max_age_ms === undefined ? {} : { max_age_ms: result.max_age_ms }),
  };
  return {
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
}

/** What the cell says of a source of this run; of another one it cannot say anything. */
function memoriesOf({ run, sources }: Execution, { remember }: CellDone, now: number): readonly NewMemory[] {
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

async function readInputs(ports: Ports, run: Run, { inputs, read }: StepInput): Promise<Inputs> {
  const entries = Object.entries(inputs);
  const missing = entries.map(([, id]) => id).filter((id) => !read.has(id));
  const rest = missing.length === 0 ? [] : await ports.runs.readArtifacts(run, missing);
  const found = new Map([
    ...read,
    ...rest.flatMap((artifact) => (artifact === null ? [] : [[artifact.id, artifact] as const])),
  ]);
  return Object.fromEntries(
    entries.map(([step, id]) => {
      const artifact = found.get(id);
      if (!artifact) throw new Fault("artifact_missing", "retry", { artifact_id: id });
      return [step, artifact];
    }),
  );
}
