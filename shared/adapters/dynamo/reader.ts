import type { ArtifactId, EventId, FollowupId, SessionId } from "../../contracts/ids.ts";
import type { Revision, Task } from "../../contracts/plan-records.ts";
import type { Question } from "../../contracts/question.ts";
import type { Artifact, ClosedEntry, Mailbox, Memory, Run, Session, SessionEvent } from "../../contracts/records.ts";
import type { Wake } from "../../contracts/wake.ts";
import { wholeVersion } from "../../domain/runs/plan-tasks.ts";
import type {
  After,
  ArtifactSummary,
  EventRange,
  Reader,
  SessionPosition,
  Slice,
  StoredEvent,
} from "../../ports/reader.ts";
import { readArtifacts, toArtifactSummary } from "./artifact-items.ts";
import {
  artifactKey,
  eventKey,
  families,
  type Key,
  mailboxKey,
  memoryKey,
  ownedSessionKey,
  ownedSessions,
  revisionKey,
  runKey,
  sessionKey,
  sessionPk,
  taskPrefix,
  textKey,
  wakeKey,
} from "./keys.ts";
import { toMailbox } from "./mailbox-item.ts";
import { readPendingWakes } from "./pending-wakes.ts";
import { type Item, type Table, toRecord } from "./table.ts";
import { toTask } from "./task-read.ts";

/** Pages of 1 MB that one answer is made of at most, once it holds anything: more would not fit through Lambda. */
const MAX_PAGES = 4;

/** The furthest that an entry's numbers reach beyond its own: it spans three. */
const ENTRY_REACH = 2;

/** What is shown, from the one table. */
export class DynamoReader implements Reader {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async mailbox(sessionId: SessionId): Promise<Mailbox | null> {
    const item = await this.#table.get(mailboxKey(sessionId));
    return item === null ? null : toMailbox(item);
  }

  async session(sessionId: SessionId): Promise<Session | null> {
    return toRecord<Session>(await this.#table.get(sessionKey(sessionId)));
  }

  async sessions(owner: string, page: After<SessionPosition>): Promise<Slice<Session>> {
    const first = ownedSessions(owner);
    const from = page.after === null ? null : ownedSessionKey(owner, page.after);
    const { items, more } = await this.#slice({ prefix: first, from, limit: page.limit, newestFirst: true });
    const ids = items.map((item) => String(item["session_id"]));
    const sessions = await this.#table.getMany(ids.map(sessionKey));
    return { items: sessions.map((item) => toRecord<Session>(item)).filter((session) => session !== null), more };
  }

  async run(sessionId: SessionId, turn: number): Promise<Run | null> {
    return toRecord<Run>(await this.#table.get(runKey(sessionId, turn)));
  }

  async events(sessionId: SessionId, { limit, ...range }: EventRange): Promise<Slice<StoredEvent>> {
    const found = await this.#events(sessionId, range, limit + 1);
    return { items: found.slice(0, limit), more: found.length > limit };
  }

  async firstOfRun(sessionId: SessionId, turn: number, upTo: number): Promise<StoredEvent | null> {
    const [first] = await this.#events(sessionId, { after: 0, upTo, turn }, 1);
    return first ?? null;
  }

  /** Those of the range from its beginning: at least `wanted` of them, if there are so many. */
  async #events(
    sessionId: SessionId,
    { after, upTo, turn }: Omit<EventRange, "limit">,
    wanted: number,
  ): Promise<readonly StoredEvent[]> {
    if (after >= upTo) return [];
    const found: Item[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      // Pages are counted before the filter: one that does not hold enough of the run is followed by those of 1 MB.
      const isFirst = from === undefined || turn === null;
      const page = await this.#table.queryPage({
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :low AND :high",
        ExpressionAttributeValues: {
          ":pk": sessionPk(sessionId),
          ":low": eventKey(sessionId, Math.max(1, after + 1 - ENTRY_REACH)).sk,
          ":high": eventKey(sessionId, upTo).sk,
          ...(turn === null ? {} : { ":turn": turn }),
        },
        ...(turn === null ? {} : { FilterExpression: "turn = :turn" }),
        ...(isFirst ? { Limit: 4 * (wanted + ENTRY_REACH) } : {}),
        ExclusiveStartKey: from,
      });
      found.push(...page.items.filter((item) => lastNumber(item) > after));
      from = page.next;
    } while (from !== undefined && found.length < wanted);
    return found.map((item) => toStoredEvent(sessionId, item));
  }

  async tasks(sessionId: SessionId, turn: number, version: number): Promise<readonly Task[]> {
    const revision = toRecord<Revision>(await this.#table.get(revisionKey(sessionId, turn, version)));
    if (revision === null) return [];
    const items = await this.#table.query(startingWith(sessionPk(sessionId), taskPrefix(turn, version)));
    // Rows that an attempt wrote ahead and died are beside those of the version that was committed.
    return wholeVersion(revision, items.map(toTask));
  }

  async revisions(sessionId: SessionId, turn: number, { after, limit }: After<number>): Promise<Slice<Revision>> {
    const prefix = { pk: sessionPk(sessionId), sk: families.revisions(turn) };
    const from = after === null ? null : revisionKey(sessionId, turn, after);
    return records<Revision>(await this.#slice({ prefix, from, limit }));
  }

  async artifacts(
    sessionId: SessionId,
    turn: number,
    { after, limit }: After<ArtifactId>,
  ): Promise<Slice<ArtifactSummary>> {
    const prefix = { pk: sessionPk(sessionId), sk: families.artifacts(turn) };
    const from = after === null ? null : artifactKey(sessionId, turn, after);
    const { items, more } = await this.#slice({ prefix, from, limit });
    return { items: items.map(toArtifactSummary), more };
  }

  async artifact(sessionId: SessionId, turn: number, id: ArtifactId): Promise<Artifact | null> {
    const [artifact] = await readArtifacts(this.#table, { session_id: sessionId, turn }, [id]);
    return artifact ?? null;
  }

  questions(sessionId: SessionId, turn: number): Promise<readonly Question[]> {
    return this.#questions(sessionId, families.questionsOf(turn));
  }

  questionsOfSession(sessionId: SessionId): Promise<readonly Question[]> {
    return this.#questions(sessionId, families.questions);
  }

  async #questions(sessionId: SessionId, prefix: string): Promise<readonly Question[]> {
    const items = await this.#table.query(startingWith(sessionPk(sessionId), prefix));
    return records<Question>({ items, more: false }).items;
  }

  async memories(sessionId: SessionId, { after, limit }: After<string>): Promise<Slice<Memory>> {
    const prefix = { pk: sessionPk(sessionId), sk: families.memories };
    const from = after === null ? null : memoryKey(sessionId, after);
    return records<Memory>(await this.#slice({ prefix, from, limit }));
  }

  async memory(sessionId: SessionId, id: string): Promise<Memory | null> {
    return toRecord<Memory>(await this.#table.get(memoryKey(sessionId, id)));
  }

  pendingWakes(sessionId: SessionId): Promise<readonly Wake[]> {
    return readPendingWakes(this.#table, sessionId);
  }

  async wake(sessionId: SessionId, id: FollowupId): Promise<Wake | null> {
    return toRecord<Wake>(await this.#table.get(wakeKey(sessionId, id)));
  }

  async texts(sessionId: SessionId, ids: readonly EventId[]): Promise<readonly (string | null)[]> {
    const items = await this.#table.getMany(ids.map((id) => textKey(sessionId, id)));
    return items.map((item) => (item === null ? null : String(item["text"])));
  }

  /** Up to `limit` items whose keys start with `prefix`, after `from`. */
  async #slice(wanted: {
    readonly prefix: Key;
    readonly from: Key | null;
    readonly limit: number;
    readonly newestFirst?: boolean;
  }): Promise<Slice<Item>> {
    const found: Item[] = [];
    let from: Record<string, unknown> | undefined = wanted.from === null ? undefined : { ...wanted.from };
    for (let pages = 1; ; pages += 1) {
      const page = await this.#table.queryPage({
        ...startingWith(wanted.prefix.pk, wanted.prefix.sk),
        ScanIndexForward: wanted.newestFirst !== true,
        Limit: wanted.limit + 1 - found.length,
        ExclusiveStartKey: from,
      });
      found.push(...page.items);
      from = page.next;
      if (found.length > wanted.limit) return { items: found.slice(0, wanted.limit), more: true };
      if (from === undefined) return { items: found, more: false };
      if (pages >= MAX_PAGES && found.length > 0) return { items: found, more: true };
    }
  }
}

function startingWith(pk: string, prefix: string) {
  return {
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": pk, ":prefix": prefix },
  };
}

function records<T>({ items, more }: Slice<Item>): Slice<T> {
  return { items: items.map((item) => toRecord<T>(item)).filter((record) => record !== null), more };
}

function lastNumber(item: Item): number {
  return Number(item["seq"]) + Number(item["span"] ?? 1) - 1;
}

function toStoredEvent(sessionId: SessionId, item: Item): StoredEvent {
  if (item["span"] === undefined) {
    const event = { ...(toRecord<SessionEvent>(item) as SessionEvent), session_id: sessionId };
    return { kind: "event", event };
  }
  return { kind: "entry", closed: toRecord<ClosedEntry>(item) as ClosedEntry };
}
