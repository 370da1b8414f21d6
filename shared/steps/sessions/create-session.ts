import type { SessionId } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Session } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { Ports } from "../../ports/ports.ts";
import { ulidFor } from "../mailbox/event-id-for.ts";

export type NewSession = {
  readonly owner: string;
  readonly agent: string;
  readonly title?: string;
  readonly channel: JsonObject | null;
  readonly idempotency_key?: string;
};

export type CreateSessionOutcome =
  | { readonly kind: "created" | "repeated"; readonly session: Session }
  | { readonly kind: "unknown_agent" | "key_reused" };

/** Opens a session without a first run. */
export async function createSession(
  ports: Pick<Ports, "mailboxes" | "clock" | "ids" | "agents">,
  request: NewSession,
): Promise<CreateSessionOutcome> {
  const agent = ports.agents.find(request.agent);
  if (agent === undefined) return { kind: "unknown_agent" };
  const { owner, idempotency_key } = request;
  const id: SessionId = `ses_${ulidFor(ports.ids, [owner, "session"], idempotency_key)}`;
  const session: Session = {
    id,
    owner,
    agent: agent.slug,
    title: request.title ?? agent.title,
    channel: request.channel,
    status: "active",
    created_at: ports.clock.now(),
  };
  const opened = await ports.mailboxes.open({ ...session, on_busy: agent.on_busy }, null, []);
  if (opened === "opened") return { kind: "created", session };
  // It was opened under this key, and removed since: the key stands for that session.
  if (opened === "gone") return { kind: "key_reused" };
  const first = await ports.mailboxes.readSession(id);
  return first !== null && sameRequest(first, session) ? { kind: "repeated", session: first } : { kind: "key_reused" };
}

/** The same words under the same key; when it was opened does not count. */
const sameRequest = (first: Session, again: Session): boolean =>
  fingerprint(asked(first)) === fingerprint(asked(again));

const asked = ({ agent, title, channel }: Session) => ({ agent, title, channel });
