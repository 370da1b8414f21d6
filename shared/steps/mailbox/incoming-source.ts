import type { SessionId, SourceId } from "../../contracts/ids.ts";
import type { Source } from "../../contracts/records.ts";
import { sha256 } from "../../domain/digest.ts";
import { chunkText } from "../../domain/text/chunk-text.ts";
import type { Ids } from "../../ports/clock.ts";
import type { NewSource } from "../../ports/stores.ts";

/** A source as it comes in: its text, or the id of one that was uploaded before. */
export type IncomingSource =
  | { readonly name: string; readonly media_type: Source["media_type"]; readonly text: string }
  | { readonly upload_id: SourceId };

/** The sources that have to be stored, in their order. */
export function newSources(
  ids: Ids,
  session_id: SessionId,
  incoming: readonly IncomingSource[],
  created_at: number,
): readonly NewSource[] {
  return incoming.flatMap((source) => {
    if ("upload_id" in source) return [];
    const { name, media_type, text } = source;
    const chunks = chunkText(text).length;
    return [
      {
        id: `src_${ids.ulid()}` as const,
        session_id,
        name,
        media_type,
        bytes: Buffer.byteLength(text, "utf8"),
        chunks,
        sha256: sha256(text),
        created_at,
        text,
      },
    ];
  });
}

/** Ids of sources that are there already. */
export const uploadIds = (incoming: readonly IncomingSource[]): readonly SourceId[] =>
  incoming.flatMap((source) => ("upload_id" in source ? [source.upload_id] : []));
