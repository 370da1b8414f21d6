import * as z from "zod";
import { type AgentSlug, type SessionId, SessionId as SessionIdForm } from "../../contracts/ids.ts";
import type { Json, JsonObject } from "../../contracts/json.ts";
import type { Session } from "../../contracts/records.ts";
import { type DocumentItem, type ImportSession, ReadDocument } from "../../contracts/session-document.ts";
import { fingerprint } from "../../domain/digest.ts";
import { type Flaw, flawsOf } from "../../domain/sessions/check-document.ts";
import { atRest, renamed } from "../../domain/sessions/rest-document.ts";
import type { Counters, ImportStore } from "../../ports/imports.ts";
import type { Ports } from "../../ports/ports.ts";
import { ulidFor } from "../mailbox/event-id-for.ts";

/** What became of an attempt to make a session of a document. Nothing is stored unless it was `imported`. */
export type ImportOutcome =
  | { readonly kind: "imported" | "repeated"; readonly session: Session }
  | { readonly kind: "malformed"; readonly error: z.core.$ZodError }
  | { readonly kind: "flawed"; readonly flaws: readonly Flaw[] }
  | { readonly kind: "unknown_agent" | "key_reused" };

type ImportPorts = Pick<Ports, "mailboxes" | "clock" | "ids" | "agents"> & { readonly imports: ImportStore };

/**
 * Makes a new session of whoever asks, with an id of its own, of a session that was exported. Everything is checked before
 * anything is written, and nobody sees any of it before the last write.
 */
export async function importSession(
  ports: ImportPorts,
  document: ImportSession,
  by: { readonly owner: string; readonly idempotency_key?: string; readonly signal: AbortSignal },
): Promise<ImportOutcome> {
  const agent = ports.agents.find(document.session.agent);
  if (agent === undefined) return { kind: "unknown_agent" };
  const id: SessionId = `ses_${ulidFor(ports.ids, [by.owner, "import"], by.idempotency_key)}`;
  const read = z.safeDecode(ReadDocument, namedAnew(document, id) as z.input<typeof ReadDocument>);
  if (!read.success) return { kind: "malformed", error: read.error };
  const flaws = flawsOf(read.data);
  if (flaws.length > 0) return { kind: "flawed", flaws };
  const now = ports.clock.now();
  const items = atRest(read.data, now);
  const digest = fingerprint([document.session, document.waiting, document.items] as unknown as Json);
  const session = sessionOf(document, { id, owner: by.owner, now });
  const importing = { ...session, on_busy: agent.on_busy, digest };
  const begun = await ports.imports.begin(importing, now);
  if (begun === "gone") return { kind: "key_reused" };
  if (begun === "begun" && (await ports.imports.write(importing, items, by.signal)) === "written") {
    const done = await ports.imports.finish(importing, countersOf(items));
    if (done === "opened") return { kind: "imported", session };
    if (done === "gone") return { kind: "key_reused" };
  }
  const first = await ports.mailboxes.readSession(id);
  const isSame = (await ports.imports.digestOf(id)) === digest;
  return first !== null && isSame ? { kind: "repeated", session: first } : { kind: "key_reused" };
}

/** The document with its new id wherever it names itself. */
function namedAnew({ session, items, waiting }: ImportSession, id: SessionId): Json {
  const old = SessionIdForm.safeParse(session.id);
  const parts = { items, waiting } as unknown as JsonObject;
  return old.success ? renamed(parts, old.data, id) : parts;
}

function sessionOf(
  { session }: ImportSession,
  { id, owner, now }: { readonly id: SessionId; readonly owner: string; readonly now: number },
): Session {
  const { title, channel, status } = session;
  return { id, owner, agent: session.agent as AgentSlug, title, channel, status, created_at: now };
}

function countersOf(items: readonly DocumentItem[]): Counters {
  const max = (numbers: readonly number[]) => numbers.reduce((most, one) => Math.max(most, one), 0);
  const entries = items.flatMap((item) => (item.kind === "entry" ? [item.record] : []));
  const events = items.flatMap((item) => (item.kind === "event" ? [item.record.seq] : []));
  const memories = items.flatMap((item) => (item.kind === "memory" ? [item.record] : []));
  const runs = items.flatMap((item) => (item.kind === "run" ? [item.record.turn] : []));
  return {
    seq: max([...events, ...entries.map(({ seq, span }) => seq + span - 1)]),
    turns: max([...runs, ...entries.map(({ turn }) => turn)]),
    memories: max(memories.map(({ version }) => version)),
    has_rules: memories.some(({ pinned }) => pinned === true),
    said: max(entries.map(({ seq, entry }) => (entry.origin.type === "person" ? seq : 0))),
  };
}
