import type { SessionId } from "../../contracts/ids.ts";
import type { WakeUpMessage } from "../../contracts/wake-up.ts";
import { derivedUlid, fingerprint } from "../../domain/digest.ts";
import { queuedHash } from "../../domain/mailbox/queued-hash.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { AcceptOutcome, NewEntry } from "../../ports/stores.ts";

/**
 * `repeated`: this ring started its run before. `archived`: the session was closed, and wake-ups end with that. `gone`: its
 * owner had it removed, which is not over yet; the next ring opens a new one.
 */
export type WakeUpOutcome = {
  readonly kind: "started" | "repeated" | "archived" | "gone";
  readonly session_id: SessionId;
};

/**
 * Starts the run of an agent's wake-up in the one session that the owner has for this agent's wake-ups. A ring that is
 * delivered twice finds its first entry. @throws Fault `mailbox_full` (retry).
 */
export async function startWakeUp(
  ports: Pick<Ports, "mailboxes" | "queues" | "clock">,
  owner: string,
  message: WakeUpMessage,
): Promise<WakeUpOutcome> {
  const { agent, name, input, scheduled_time } = message;
  const session_id = wakeUpSession(owner, agent);
  const received_at = ports.clock.now();
  const entry = {
    event_id: `evt_${derivedUlid(`${session_id}/${name}/${scheduled_time}`)}` as const,
    kind: "start_run" as const,
    text: input,
    received_at,
    origin: { type: "system" as const },
    on_busy: "enqueue" as const,
    agent,
    source_ids: [],
    hash: queuedHash + fingerprint({ name, input }, 16),
  };
  const kind = await acceptOrOpen(ports, { owner, agent, session_id }, entry);
  switch (kind) {
    case "accepted":
    case "repeated":
    case "key_reused":
      await ports.queues.nudge([{ session_id }]);
      return { kind: kind === "accepted" ? "started" : "repeated", session_id };
    case "archived":
    case "gone":
      return { kind, session_id };
    case "full":
    case "busy":
    case "not_found":
      throw new Fault("mailbox_full", "retry", { session_id });
  }
}

type Place = { readonly owner: string; readonly agent: string; readonly session_id: SessionId };

/** Puts the entry into the session, which is opened by its first one. */
async function acceptOrOpen(
  { mailboxes }: Pick<Ports, "mailboxes">,
  { owner, agent, session_id }: Place,
  entry: NewEntry,
): Promise<AcceptOutcome["kind"] | "gone"> {
  const { kind } = await mailboxes.accept(session_id, owner, entry, []);
  if (kind !== "not_found") return kind;
  const opened = await mailboxes.open(
    {
      id: session_id,
      owner,
      agent,
      title: `Wake-ups of ${agent}`,
      channel: null,
      status: "active",
      on_busy: "enqueue",
      created_at: entry.received_at,
    },
    entry,
    [],
  );
  if (opened === "gone") return opened;
  return opened === "opened" ? "accepted" : (await mailboxes.accept(session_id, owner, entry, [])).kind;
}

/** The session in which an owner finds an agent's wake-ups. */
export const wakeUpSession = (owner: string, agent: string): SessionId =>
  `ses_${derivedUlid(`wake_up/${owner}/${agent}`)}`;
