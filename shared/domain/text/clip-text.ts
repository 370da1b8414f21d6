/** At most `max` code points of `text`, with an ellipsis when something was cut; characters are never split. */
export function clipCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, max - 1).join("")}…`;
}

/** The beginning of a text, at most `max` UTF-8 bytes; characters stay whole. */
export function clipBytes(text: string, max: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= max) return text;
  let to = max;
  while (to > 0 && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
  return bytes.subarray(0, to).toString("utf8");
}

/** What a conversation is called that begins with this text: its beginning as one line, at most 120 code points. */
export const titleOf = (text: string): string => clipCodePoints(text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim(), 120);
