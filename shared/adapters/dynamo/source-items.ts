import { chunkText } from "../../domain/text/chunk-text.ts";
import type { NewSource } from "../../ports/stores.ts";
import { chunkKey, sourceKey } from "./keys.ts";
import type { Write } from "./table.ts";

/** The writes that store a source: one item that describes it and its text in chunks. */
export function sourceWrites(source: NewSource): readonly Write[] {
  const { text, ...meta } = source;
  const describe: Write = { Put: { TableName: "", Item: { ...sourceKey(source.session_id, source.id), ...meta } } };
  const pieces = chunkText(text).map(
    (piece, index): Write => ({
      Put: { TableName: "", Item: { ...chunkKey(source.session_id, source.id, index), text: piece } },
    }),
  );
  return [describe, ...pieces];
}
