import type { ArtifactId, SessionId } from "../../contracts/ids.ts";
import type { Json } from "../../contracts/json.ts";
import type { Artifact } from "../../contracts/records.ts";
import { chunkText } from "../../domain/text/chunk-text.ts";
import { Fault } from "../../errors/fault.ts";
import type { ArtifactSummary } from "../../ports/reader.ts";
import { artifactChunkKey, artifactKey } from "./keys.ts";
import { type Item, type Table, toRecord, type Write } from "./table.ts";

/**
 * An artifact as it is stored. The content is JSON text: a table's own values take more room than JSON in the worst case
 * and hold fewer numbers. What does not fit the item is in chunks beside it, as with sources.
 */
type StoredArtifact = ArtifactSummary & { readonly json?: string; readonly chunks?: number };

/** Content up to this stays in the artifact's own item, beside everything else of it. Bytes of JSON. */
const INLINE_BYTES = 200 * 1024;

/** The writes that store an artifact, the item that describes it first. It never changes, so none may be there. */
export function artifactWrites(artifact: Artifact): readonly Write[] {
  const { content, ...rest } = artifact;
  const { session_id, turn, id } = artifact;
  const json = JSON.stringify(content);
  const isInline = Buffer.byteLength(json, "utf8") <= INLINE_BYTES;
  const pieces = isInline ? [] : chunkText(json);
  const stored: StoredArtifact = { ...rest, ...(isInline ? { json } : { chunks: pieces.length }) };
  return [
    put({ ...stored, ...artifactKey(session_id, turn, id) }),
    ...pieces.map((text, index) => put({ text, ...artifactChunkKey({ session_id, turn, id }, index) })),
  ];
}

const put = (item: object): Write => ({
  Put: { TableName: "", Item: { ...item }, ConditionExpression: "attribute_not_exists(pk)" },
});

/** Reads artifacts whole, in the order of their ids; null for what is not there. Two requests, one without large ones. */
export async function readArtifacts(
  table: Table,
  run: { readonly session_id: SessionId; readonly turn: number },
  ids: readonly ArtifactId[],
): Promise<readonly (Artifact | null)[]> {
  const items = await table.getMany(ids.map((id) => artifactKey(run.session_id, run.turn, id)));
  const found = items.map((item) => toRecord<StoredArtifact>(item));
  const keys = found.flatMap((stored) => (stored === null ? [] : chunkKeys(stored)));
  const chunks = keys.length === 0 ? [] : await table.getMany(keys);
  const texts = new Map(keys.map((key, index) => [key.sk, chunks[index]?.["text"]]));
  return found.map((stored) => (stored === null ? null : whole(stored, texts)));
}

/** An artifact that is whole in its own item; null for one that is not there or has chunks. */
export function toInlineArtifact(item: Item | null): Artifact | null {
  const stored = toRecord<StoredArtifact>(item);
  return stored?.json === undefined ? null : whole(stored, new Map());
}

const chunkKeys = (stored: StoredArtifact) =>
  Array.from({ length: stored.chunks ?? 0 }, (_, index) => artifactChunkKey(stored, index));

function whole(stored: StoredArtifact, texts: ReadonlyMap<string, unknown>): Artifact {
  const { json, chunks: _chunks, ...rest } = stored;
  const pieces = chunkKeys(stored).map(({ sk }) => texts.get(sk));
  if (pieces.includes(undefined)) throw new Fault("artifact_incomplete", "retry", { artifact_id: stored.id });
  return { ...rest, content: JSON.parse(json ?? pieces.join("")) as Json };
}

/** What is told of an artifact in a list: everything but its content. */
export function toArtifactSummary(item: Item): ArtifactSummary {
  const { json: _json, chunks: _chunks, ...rest } = toRecord<StoredArtifact>(item) as StoredArtifact;
  return rest;
}
