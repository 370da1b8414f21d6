import type { Agent, DeliverableView } from "../../agents/define-agent.ts";
import type { Run } from "../../contracts/records.ts";
import { namesVersion, versionsMeant } from "../../domain/references/version-words.ts";
import { DELIVER } from "../../domain/runs/plan-check.ts";
import type { Ports } from "../../ports/ports.ts";
import { viewOf } from "../runs/run-context.ts";

/** Versions of one run that are looked through for what was delivered. */
const VERSIONS_BACK = 500;

/** What messages are read against. */
type Seen = { readonly agent: Agent; readonly run: Run; readonly view: DeliverableView };

/**
 * The view with the older versions that these messages point at ("the third point of the first version"), so that it is
 * resolved to ids before any model is asked. Nothing is read for messages that name no version.
 */
export async function withEarlier(
  ports: Pick<Ports, "runs">,
  { agent, run, view }: Seen,
  texts: readonly string[],
): Promise<DeliverableView> {
  const { delivered_version: newest } = run;
  if (newest === undefined || !texts.some(namesVersion)) return view;
  const back = Math.min(newest, VERSIONS_BACK);
  const versions = Array.from({ length: back }, (_, index) => newest - back + index + 1);
  const tasks = await ports.runs.readStepIn(run, versions, DELIVER);
  const made = tasks.flatMap((task) =>
    task?.artifact_id === undefined ? [] : [{ dag_version: task.dag_version, artifact_id: task.artifact_id }],
  );
  const delivered = made.map(({ dag_version }) => dag_version);
  const meant = new Set(texts.flatMap((text) => versionsMeant(text, delivered)));
  const wanted = made.filter(({ dag_version }) => meant.has(dag_version));
  const artifacts = await ports.runs.readArtifacts(
    run,
    wanted.map(({ artifact_id }) => artifact_id),
  );
  const earlier = wanted.map(({ dag_version }, index) => ({
    dag_version,
    parts: viewOf(agent, artifacts[index] ?? null).parts,
  }));
  return { ...view, earlier: { delivered, versions: earlier } };
}
