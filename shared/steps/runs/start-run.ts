import { type EventId, type RunId, runIdOf, type SessionId } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { OnBusy } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import { titleOf } from "../../domain/text/clip-text.ts";
import type { Ports } from "../../ports/ports.ts";
import type { AcceptOutcome, NewEntry, NewSource } from "../../ports/stores.ts";
import { eventIdFor, ulidFor } from "../mailbox/event-id-for.ts";
import { type IncomingSource, newSources, uploadIds } from "../mailbox/incoming-source.ts";

/** A request for a new run, in a session that exists or in a new one. */
export type RunRequest = {
  readonly owner: string;
  readonly agent: string;
  readonly input: string;
  readonly session_id?: SessionId;
  /** Absent: those of the session's latest run before it. */
  readonly sources?: readonly IncomingSource[];
  /** Absent: as the agent says. */
  readonly on_busy?: OnBusy;
  readonly channel: JsonObject | null;
  readonly idempotency_key?: string;
};

export type StartRunOutcome =
  | {
      readonly kind: "accepted" | "repeated";
      readonly run_id: RunId;
      readonly session_id: SessionId;
      readonly event_id: EventId;
      readonly seq: number;
    }
  | { readonly kind: "unknown_agent"; readonly agents?: readonly string[] }
  | { readonly kind: Exclude<AcceptOutcome["kind"], "accepted" | "repeated"> };

/** Accepts a run: it waits in the session's mailbox like everything else and starts with the next fold. */
export async function startRun(
  ports: Pick<Ports, "mailboxes" | "queues" | "clock" | "ids" | "agents">,
  request: RunRequest,
): Promise<StartRunOutcome> {
  const agent = ports.agents.find(request.agent);
  if (agent === undefined) return { kind: "unknown_agent" };
  const asked = { ...request, by_default: agent.on_busy };
  return request.session_id === undefined
    ? startInNewSession(ports, asked)
    : startInSession(ports, asked, request.session_id);
}

type AcceptPorts = Pick<Ports, "mailboxes" | "queues" | "clock" | "ids">;

/** With what the agent says about a busy session. */
type AskedRun = RunRequest & { readonly by_default: OnBusy };

async function startInSession(ports: AcceptPorts, request: AskedRun, session_id: SessionId): Promise<StartRunOutcome> {
  const { entry, sources } = prepare(ports, request, session_id);
  const outcome = await ports.mailboxes.accept(session_id, request.owner, entry, sources);
  if (outcome.kind !== "accepted" && outcome.kind !== "repeated") return { kind: outcome.kind };
  await ports.queues.nudge([{ session_id }]);
  return {
    kind: outcome.kind,
    run_id: runIdOf(session_id, outcome.turn),
    session_id,
    event_id: entry.event_id,
    seq: outcome.seq,
  };
}

/** The id of the new session derives from the idempotency key, so that a repeat finds the first one. */
async function startInNewSession(ports: AcceptPorts, request: AskedRun): Promise<StartRunOutcome> {
  const { owner, agent, channel, idempotency_key } = request;
  const session_id: SessionId = `ses_${ulidFor(ports.ids, [owner, "run"], idempotency_key)}`;
  const { entry, sources } = prepare(ports, request, session_id);
  const session = {
    id: session_id,
    owner,
    agent,
    title: titleOf(request.input),
    channel,
    status: "active" as const,
    created_at: entry.received_at,
    on_busy: request.by_default,
  };
  const opened = await ports.mailboxes.open(session, entry, sources);
  if (opened === "opened") {
    await ports.queues.nudge([{ session_id }]);
    return { kind: "accepted", run_id: runIdOf(session_id, 1), session_id, event_id: entry.event_id, seq: 1 };
  }
  // It was opened under this key, and removed since: the key stands for that session.
  if (opened === "gone") return { kind: "key_reused" };
  return startInSession(ports, request, session_id);
}

function prepare(
  ports: AcceptPorts,
  request: AskedRun,
  session_id: SessionId,
): { readonly entry: NewEntry; readonly sources: readonly NewSource[] } {
  const received_at = ports.clock.now();
  const { sources: named = [] } = request;
  const sources = newSources(ports.ids, session_id, named, received_at);
  const source_ids = [...uploadIds(named), ...sources.map((source) => source.id)];
  const { owner, agent, input, on_busy = null, by_default } = request;
  const key = request.idempotency_key;
  const hash =
    key === undefined
      ? ""
      : fingerprint({ agent, input, sources: named.map((source) => ({ ...source })), on_busy }, 16);
  const event_id = eventIdFor(ports.ids, [owner, "run", session_id], request.idempotency_key);
  const entry = {
    event_id,
    kind: "start_run" as const,
    text: input,
    received_at,
    origin: { type: "person" as const, owner },
    on_busy: on_busy ?? by_default,
    agent,
    ...(request.sources === undefined ? {} : { source_ids }),
    hash,
  };
  return { entry, sources };
}
