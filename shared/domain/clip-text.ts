/** At most `max` code points of `text`, with an ellipsis when something was cut; characters are never split. */
export function clipCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, max - 1).join("")}…`;
}
