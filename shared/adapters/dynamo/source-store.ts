import type { SessionId, SourceId } from "../../contracts/ids.ts";
import type { Source } from "../../contracts/records.ts";
import { Fault } from "../../errors/fault.ts";
import type { SourceStore } from "../../ports/stores.ts";
import { chunkKey, sourceKey } from "./keys.ts";
import { type Table, toRecord } from "./table.ts";

/** Sources: one item that describes each, its text in chunks. */
export class DynamoSourceStore implements SourceStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async readSources(sessionId: SessionId, ids: readonly SourceId[]): Promise<readonly (Source | null)[]> {
    const items = await this.#table.getMany(ids.map((id) => sourceKey(sessionId, id)));
    return items.map((item) => toRecord<Source>(item));
  }

  async readSourceText(source: Source): Promise<string> {
    const keys = Array.from({ length: source.chunks }, (_, index) => chunkKey(source.session_id, source.id, index));
    const chunks = await this.#table.getMany(keys);
    return chunks
      .map((chunk) => {
        if (chunk === null) throw new Fault("source_incomplete", "retry", { source_id: source.id });
        return String(chunk["text"]);
      })
      .join("");
  }
}
