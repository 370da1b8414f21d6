import { limits } from "../../contracts/limits.ts";

/** Pieces of at most {@link limits.sourceChunkBytes} UTF-8 bytes; characters stay whole. */
export function chunkText(text: string): readonly string[] {
  const bytes = Buffer.from(text, "utf8");
  const pieces: string[] = [];
  let from = 0;
  while (from < bytes.length) {
    let to = Math.min(from + limits.sourceChunkBytes, bytes.length);
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    pieces.push(bytes.subarray(from, to).toString("utf8"));
    from = to;
  }
  return pieces.length === 0 ? [""] : pieces;
}
