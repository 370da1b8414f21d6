import type { Agent, DeliverableView } from "../../agents/define-agent.ts";
import { TURN, TurnContent } from "../../agents/turn-cell.ts";
import type { SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Artifact, Run, Source } from "../../contracts/records.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";

/**
 * A run's sources, oldest first. @throws Fault `source_missing` (reject) when one is named that this session does not have,
 * `too_many_sources` (reject).
 */
export async function readSources(
  ports: Pick<Ports, "sources">,
  run: Pick<Run, "session_id" | "source_ids">,
): Promise<readonly Source[]> {
  if (run.source_ids.length === 0) return [];
  if (run.source_ids.length > limits.sourcesPerRun)
    throw new Fault("too_many_sources", "reject", { sources: run.source_ids.length, max: limits.sourcesPerRun });
  const sources = await ports.sources.readSources(run.session_id, run.source_ids);
  return sources.map((source, index) => {
    if (source === null) throw new Fault("source_missing", "reject", { source_id: run.source_ids[index] ?? "" });
    return source;
  });
}

/** What a run delivered last; null when nothing was. @throws Fault `artifact_missing` (retry). */
export async function readDelivery(ports: Pick<Ports, "runs">, run: Run): Promise<Artifact | null> {
  if (run.delivery_id === undefined) return null;
  const [artifact] = await ports.runs.readArtifacts(run, [run.delivery_id]);
  if (!artifact) throw new Fault("artifact_missing", "retry", { artifact_id: run.delivery_id });
  return artifact;
}

/** A delivery with its addressable parts; nothing when nothing was delivered. */
export function viewOf(agent: Agent, delivery: Artifact | null): DeliverableView {
  if (delivery === null) return { content: null, parts: [] };
  return { content: delivery.content, parts: delivery.cell_id === TURN ? [] : agent.parts(delivery.content) };
}

/** A delivery as text for a person; empty when there is none. */
export function textOf(agent: Agent, delivery: Artifact | null): string {
  if (delivery === null) return "";
  return delivery.cell_id === TURN ? TurnContent.parse(delivery.content).text : agent.render(delivery.content);
}

/** The agent of a run. @throws Fault `agent_removed` (park) when this deployment no longer has it. */
export function agentOf(ports: Pick<Ports, "agents">, slug: string): Agent {
  const agent = ports.agents.find(slug);
  if (agent === undefined) throw new Fault("agent_removed", "park", { agent: slug });
  return agent;
}

/** Reads the text of one of a run's sources, and only of those. */
export function sourceReader(ports: Pick<Ports, "sources">, sessionId: SessionId, sources: readonly Source[]) {
  return async (id: string): Promise<string> => {
    const source = sources.find((candidate) => candidate.id === id);
    if (source === undefined) throw new Fault("unknown_source", "reject", { session_id: sessionId });
    return ports.sources.readSourceText(source);
  };
}
