import type { ArtifactSummary, ArtifactView } from "../../contracts/artifact.ts";
import type { EventView } from "../../contracts/event.ts";
import type { FollowupView } from "../../contracts/followup.ts";
import { runIdOf } from "../../contracts/ids.ts";
import type { MailboxEntryView } from "../../contracts/mailbox-entry.ts";
import type { MemoryView } from "../../contracts/memory-view.ts";
import type { Revision, Task } from "../../contracts/plan-records.ts";
import {
  type Artifact,
  type Entry,
  type Mailbox,
  type Memory,
  type Origin,
  type Run,
  type Session,
  type SessionEvent,
  type Source,
  terminalStatuses,
} from "../../contracts/records.ts";
import type { RevisionView } from "../../contracts/revision.ts";
import type { OriginView } from "../../contracts/run.ts";
import type { SessionDetail, SessionView } from "../../contracts/session.ts";
import type { TaskView } from "../../contracts/task.ts";
import { timestamp, timestampOrNull } from "../../contracts/timestamp.ts";
import type { Upload } from "../../contracts/upload.ts";
import type { Wake } from "../../contracts/wake.ts";

/** A session as it is answered. */
export function presentSession(session: Session): SessionView {
  return {
    id: session.id,
    agent: session.agent,
    title: session.title,
    channel: session.channel,
    status: session.status,
    created_at: timestamp(session.created_at),
  };
}

/** A session and what goes on in it. */
export function presentSessionDetail(session: Session, mailbox: Mailbox, summary: Memory | null): SessionDetail {
  return {
    ...presentSession(session),
    status: mailbox.status,
    active_run_id: mailbox.active_turn === undefined ? null : runIdOf(session.id, mailbox.active_turn),
    last_run_id: mailbox.turns === 0 ? null : runIdOf(session.id, mailbox.turns),
    waiting: mailbox.entries.length,
    memory_summary: summary?.text ?? null,
    memory_version: mailbox.memory_version,
  };
}

/** Who caused it, without saying which owner: only the owner reads it. */
export function presentOrigin(origin: Origin): OriginView {
  return origin.type === "wake" ? { type: "wake", followup_id: origin.followup_id } : { type: origin.type };
}

/** What waits, as it is answered. */
export function presentEntry(mailbox: Mailbox, entry: Entry): MailboxEntryView {
  const sessionId = mailbox.session_id;
  return {
    id: entry.event_id,
    session_id: sessionId,
    run_id: runIdOf(sessionId, entry.turn),
    seq: entry.seq,
    kind: entry.kind,
    state: entry.state,
    text: entry.text,
    truncated: entry.text_elsewhere === true,
    origin: presentOrigin(entry.origin),
    on_busy: entry.on_busy ?? mailbox.on_busy,
    source_ids: [...(entry.source_ids ?? [])],
    answers: entry.answers ?? null,
    received_at: timestamp(entry.received_at),
  };
}

/** One line of history, as it is answered. */
export function presentEvent(event: SessionEvent): EventView {
  return {
    id: event.id,
    session_id: event.session_id,
    run_id: runIdOf(event.session_id, event.turn),
    seq: event.seq,
    type: event.type,
    payload: event.payload,
    created_at: timestamp(event.created_at),
  };
}

/** A node at work, as it is answered; one that did not start before its version ended never will. */
export function presentTask(task: Task, run: Pick<Run, "dag_version" | "status">): TaskView {
  const isOver = task.dag_version < run.dag_version || terminalStatuses.includes(run.status);
  const runId = runIdOf(task.session_id, task.turn);
  return {
    id: `${runId}:${task.dag_version}:${task.step_id}`,
    run_id: runId,
    dag_version: task.dag_version,
    step_id: task.step_id,
    cell_id: task.cell_id,
    title: task.title,
    args: task.args,
    depends_on: [...task.depends_on],
    order_index: task.order_index,
    status: isOver && task.status === "pending" ? "not_started" : task.status,
    waiting_on: [...task.waiting_on],
    waiting_input: [...(task.waiting_input ?? [])],
    artifact_id: task.artifact_id ?? null,
    reused: task.reused === true,
    error: task.error ?? null,
    started_at: timestampOrNull(task.started_at),
    finished_at: timestampOrNull(task.finished_at),
  };
}

/** A committed plan, as it is answered. */
export function presentRevision(revision: Revision): RevisionView {
  const runId = runIdOf(revision.session_id, revision.turn);
  return {
    id: `${runId}:${revision.dag_version}`,
    run_id: runId,
    dag_version: revision.dag_version,
    base_version: revision.base_version,
    nodes: revision.nodes.map(({ step_id, cell_id, title, args, depends_on }) => ({
      step_id,
      cell_id,
      title,
      args,
      depends_on: [...depends_on],
    })),
    brief: revision.brief,
    source_ids: [...revision.source_ids],
    added: revision.added.map(({ step_id, because }) => ({ step_id, because })),
    reused: [...revision.reused],
    dropped: [...revision.dropped],
    caused_by: revision.caused_by.map((cause) => ({ ...cause })),
    committed_at: timestamp(revision.committed_at),
  };
}

/** An artifact in a list. */
export function presentArtifactSummary(artifact: Omit<Artifact, "content">): ArtifactSummary {
  return {
    id: artifact.id,
    session_id: artifact.session_id,
    run_id: runIdOf(artifact.session_id, artifact.turn),
    dag_version: artifact.dag_version,
    step_id: artifact.step_id,
    cell_id: artifact.cell_id,
    kind: artifact.kind,
    rests_on: [...artifact.rests_on],
    as_of: timestamp(artifact.as_of),
    stale_at: artifact.max_age_ms === undefined ? null : timestamp(artifact.as_of + artifact.max_age_ms),
    created_at: timestamp(artifact.created_at),
  };
}

/** An artifact with its content. */
export function presentArtifact(artifact: Artifact): ArtifactView {
  return { ...presentArtifactSummary(artifact), content: artifact.content };
}

/** What is remembered, as it is answered. */
export function presentMemory(memory: Memory): MemoryView {
  return {
    id: memory.id,
    session_id: memory.session_id,
    source_run_id: memory.source_run_id,
    kind: memory.kind,
    content: { text: memory.text },
    importance: memory.importance,
    version: memory.version,
    pinned: memory.pinned === true,
    withdrawn: memory.withdrawn === true,
    refs: [...memory.refs],
    created_at: timestamp(memory.created_at),
  };
}

/** A wake as its owner reads it. */
export function presentFollowup(wake: Wake): FollowupView {
  return {
    followup_id: wake.followup_id,
    from_agent: wake.from_agent,
    target: wake.target,
    reason: wake.reason,
    context: wake.context,
    when: wake.when,
    fires_at: timestamp(wake.fires_at),
    status: wake.status,
  };
}

/** A stored source, as it is answered. */
export function presentUpload(source: Source): Upload {
  return {
    id: source.id,
    session_id: source.session_id,
    name: source.name,
    media_type: source.media_type,
    bytes: source.bytes,
    created_at: timestamp(source.created_at),
  };
}
