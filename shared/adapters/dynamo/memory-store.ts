import type { SessionId, SourceId } from "../../contracts/ids.ts";
import type { Memory } from "../../contracts/records.ts";
import { memoryIds, SUMMARY_ID } from "../../domain/sessions/memory.ts";
import type { Remembered } from "../../domain/sessions/recall.ts";
import type { MemoryStore } from "../../ports/memories.ts";
import { memoryKey, sessionPk } from "./keys.ts";
import { type Table, toRecord } from "./table.ts";

/** Rules that are read at most; a person who sets more loses the oldest. */
const rulesRead = 100;
/** What happened last; of more than this only the summary tells. */
const notesRead = 40;
/** Sources of a run whose memories are looked up, the newest. */
const sourcesRead = 20;

/** Memories of a session: two short queries by what their ids begin with, and a few single reads. */
export class DynamoMemoryStore implements MemoryStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async rules(sessionId: SessionId): Promise<readonly Memory[]> {
    return (await this.#newest(sessionId, memoryIds.rule(""), rulesRead)).toReversed();
  }

  async read(sessionId: SessionId, sourceIds: readonly SourceId[]): Promise<Remembered> {
    const keys = [SUMMARY_ID, ...sourceIds.slice(-sourcesRead).map(memoryIds.source)];
    const [rules, notes, [summary, ...sources]] = await Promise.all([
      this.rules(sessionId),
      this.#newest(sessionId, memoryIds.event(""), notesRead),
      this.#table.getMany(keys.map((id) => memoryKey(sessionId, id))),
    ]);
    const known = sources.map((item) => toRecord<Memory>(item)).filter((memory) => memory !== null);
    return { rules, summary: toRecord<Memory>(summary ?? null), notes: [...notes, ...known] };
  }

  async summary(sessionId: SessionId): Promise<Memory | null> {
    return toRecord<Memory>(await this.#table.get(memoryKey(sessionId, SUMMARY_ID)));
  }

  /** Newest first: the ids behind the prefix are ULIDs. */
  async #newest(sessionId: SessionId, prefix: string, limit: number): Promise<readonly Memory[]> {
    const { items } = await this.#table.queryPage({
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
      ExpressionAttributeValues: { ":pk": sessionPk(sessionId), ":prefix": memoryKey(sessionId, prefix).sk },
      ScanIndexForward: false,
      Limit: limit,
    });
    return items.map((item) => toRecord<Memory>(item)).filter((memory) => memory !== null);
  }
}
