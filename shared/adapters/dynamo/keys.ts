import type { ArtifactId, EventId, FollowupId, QuestionId, SessionId, SourceId } from "../../contracts/ids.ts";
import type { Artifact, Session } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { EffectRef } from "../../ports/effects.ts";

/** What orders an owner's sessions. */
type SessionPosition = Pick<Session, "id" | "created_at">;

/** Primary key of an item of the table. Only this file knows how a key is spelled. */
export type Key = { readonly pk: string; readonly sk: string };

const padded = (value: number, width: number): string => String(value).padStart(width, "0");
const turnKey = (turn: number): string => padded(turn, 7);
const versionKey = (version: number): string => padded(version, 6);

/** Partition of everything that belongs to a session. */
export const sessionPk = (sessionId: SessionId): string => `S#${sessionId.slice(4)}`;

/** The session that a partition key belongs to. */
export const sessionOfPk = (pk: string): SessionId => `ses_${pk.slice(2)}`;

const inSession = (sessionId: SessionId, sk: string): Key => ({ pk: sessionPk(sessionId), sk });

export const mailboxKey = (sessionId: SessionId): Key => inSession(sessionId, "MAILBOX");
/** There when the session was removed: what is left of it is to be removed as well. */
export const tombstoneKey = (sessionId: SessionId): Key => inSession(sessionId, "GONE");
export const sessionKey = (sessionId: SessionId): Key => inSession(sessionId, "SESSION");
export const runKey = (sessionId: SessionId, turn: number): Key => inSession(sessionId, `RUN#${turnKey(turn)}`);
export const eventKey = (sessionId: SessionId, seq: number): Key => inSession(sessionId, `EVT#${padded(seq, 10)}`);
export const revisionKey = (sessionId: SessionId, turn: number, version: number): Key =>
  inSession(sessionId, `REV#${turnKey(turn)}#${versionKey(version)}`);
export const taskPrefix = (turn: number, version: number): string => `TASK#${turnKey(turn)}#${versionKey(version)}#`;
export const taskKey = (sessionId: SessionId, turn: number, version: number, stepId: string): Key =>
  inSession(sessionId, taskPrefix(turn, version) + stepId);
export const spentKey = (sessionId: SessionId, turn: number, version: number): Key =>
  inSession(sessionId, `SPENT#${turnKey(turn)}#${versionKey(version)}`);
export const workKey = (sessionId: SessionId, turn: number, work: string): Key =>
  inSession(sessionId, `WORK#${turnKey(turn)}#${work}`);
export const artifactKey = (sessionId: SessionId, turn: number, id: ArtifactId): Key =>
  inSession(sessionId, `ART#${turnKey(turn)}#${id}`);
export const artifactChunkKey = (of: Pick<Artifact, "session_id" | "turn" | "id">, chunk: number): Key =>
  inSession(of.session_id, `ARTC#${turnKey(of.turn)}#${of.id}#${padded(chunk, 4)}`);
export const effectKey = (of: EffectRef): Key =>
  inSession(of.session_id, `EFF#${turnKey(of.turn)}#${fingerprint([of.work, of.name])}`);
export const questionKey = (sessionId: SessionId, turn: number, id: QuestionId): Key =>
  inSession(sessionId, `Q#${turnKey(turn)}#${id}`);
export const sourceKey = (sessionId: SessionId, id: SourceId): Key => inSession(sessionId, `SRC#${id}`);
export const chunkKey = (sessionId: SessionId, id: SourceId, chunk: number): Key =>
  inSession(sessionId, `SRC#${id}#${padded(chunk, 4)}`);
export const textKey = (sessionId: SessionId, id: EventId): Key => inSession(sessionId, `TEXT#${id}`);
export const memoryKey = (sessionId: SessionId, id: string): Key => inSession(sessionId, `MEM#${id}`);
export const wakeKey = (sessionId: SessionId, id: FollowupId): Key => inSession(sessionId, `WAKE#${id}`);
export const pendingWakeKey = (sessionId: SessionId, dueAt: number, id: FollowupId): Key =>
  inSession(sessionId, `PWAKE#${padded(dueAt, 15)}#${id}`);
export const dedupKey = (sessionId: SessionId, digest: string): Key => inSession(sessionId, `DEDUP#${digest}`);

/** A line of a wake's history; `place` orders the lines. */
export const historyKey = (sessionId: SessionId, id: FollowupId, place: string): Key =>
  inSession(sessionId, `${families.history(id)}${place}`);
/** There when the chain of this first wake was killed. */
export const killedChainKey = (sessionId: SessionId, root: FollowupId): Key => inSession(sessionId, `KILLED#${root}`);

/** What operators did, by time, in one partition: people act, not machines. */
export const actionsPk = "OPERATIONS";
export const actionKey = (action: { readonly at: number; readonly id: string }): Key => ({
  pk: actionsPk,
  sk: `${padded(action.at, 15)}#${action.id}`,
});

/** What operators set at run time for the follow-ups of a session, and of an agent. */
export const sessionOverrideKey = (sessionId: SessionId): Key => inSession(sessionId, "OVERRIDE");
export const agentOverrideKey = (slug: string): Key => ({ pk: `AGENT#${slug}`, sk: "OVERRIDE" });

/** One row an owner has for each of their sessions, by when it was opened; ids may be derived and tell no age. */
export const ownedSessionKey = (owner: string, session: SessionPosition): Key => ({
  pk: `O#${owner}`,
  sk: `SES#${padded(session.created_at, 13)}#${session.id.slice(4)}`,
});

/** What sorts before every session of an owner. */
export const ownedSessions = (owner: string): Key => ({ pk: `O#${owner}`, sk: "SES#" });

/** Sort keys by which families of items in a session are queried. */
export const families = {
  runs: "RUN#",
  events: "EVT#",
  revisions: (turn: number): string => `REV#${turnKey(turn)}#`,
  artifacts: (turn: number): string => `ART#${turnKey(turn)}#`,
  memories: "MEM#",
  questions: "Q#",
  questionsOf: (turn: number): string => `Q#${turnKey(turn)}#`,
  wakes: "WAKE#",
  pendingWakes: "PWAKE#",
  history: (id: FollowupId): string => `HIST#${id}#`,
  sources: "SRC#",
} as const;

/** The turn of the run that a question belongs to, from its sort key. */
export const turnOfQuestion = (sk: string): number => Number(sk.slice(families.questions.length).split("#")[0]);

/** Number of partitions that the attention index is spread over. */
export const attentionShards = 16;

/** Attributes that put an item into the attention index: somebody must look by `at` (epoch ms). */
export function attention(sessionId: SessionId, at: number): { readonly att_shard: string; readonly att_at: number } {
  return { att_shard: attentionShard(shardOf(sessionId)), att_at: at };
}

/** Partition key of one shard of the attention index, 0 to 15. */
export const attentionShard = (shard: number): string => `A#${padded(shard, 2)}`;

/** Attributes that list a session by when something happened in it last, as far as that was looked up. */
export function idleSince(sessionId: SessionId, at: number): { readonly att_shard: string; readonly att_at: number } {
  return { att_shard: idleShard(shardOf(sessionId)), att_at: at };
}

/** Partition key of one shard of that list, 0 to 15; it is in the attention index, apart from what must be looked at. */
export const idleShard = (shard: number): string => `I#${padded(shard, 2)}`;

/** Spreads sessions evenly: the last characters of a ULID are random. */
function shardOf(sessionId: SessionId): number {
  return "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(sessionId.slice(-1)) % attentionShards;
}

/** Partition of an agent's wake in the `by_agent` index. One partition takes about 1,000 writes a second. */
export const agentPk = (slug: string, sessionId: SessionId): string => agentPartition(slug, shardOf(sessionId));

/** All partitions of an agent's wakes in the `by_agent` index, as many as those of the attention index. */
export const agentPartitions = (slug: string): readonly string[] =>
  Array.from({ length: attentionShards }, (_, shard) => agentPartition(slug, shard));

/** The first one has the plain name: before there were several, it was the only one. */
const agentPartition = (slug: string, shard: number): string =>
  shard === 0 ? `AGENT#${slug}` : `AGENT#${slug}#${padded(shard, 2)}`;
