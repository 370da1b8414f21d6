import { clipCodePoints } from "./clip-text.ts";

/** Runs that a summary tells of in a line each; older ones share one line. */
const linesAtMost = 10;
/** Of what was asked and what came of it. Code points. */
const askedCodePoints = 120;
const madeCodePoints = 160;
/** Of the line for everything before. Code points. */
const beforeCodePoints = 400;
const beforeAskedCodePoints = 40;

/** What came of a run, for the summary: what was asked and what was made, or why not. */
export type RunLine = { readonly turn: number; readonly asked: string; readonly made: string };

/**
 * The summary of a session after one more run, or after another version of its newest run. A line a run, the newest last; when
 * there are too many, the oldest go into one line that keeps their number and the beginnings of what was asked. Always the
 * same for the same history, never longer than a few thousand characters, and never the transcript.
 */
export function summaryAfter(before: string | null, { turn, asked, made }: RunLine): string {
  const line = `Run ${turn}: “${short(asked, askedCodePoints)}” – ${short(made, madeCodePoints)}`;
  const earlier = (before ?? "").split("\n").filter((one) => one !== "");
  const others = earlier.filter((one) => !one.startsWith(`Run ${turn}:`) && !isBefore(one));
  const lines = [...others, line];
  const compressed = lines.slice(0, Math.max(0, lines.length - linesAtMost));
  const old = compressed.reduce(addToBefore, earlier.find(isBefore) ?? "");
  return [...(old === "" ? [] : [old]), ...lines.slice(compressed.length)].join("\n");
}

const isBefore = (line: string): boolean => /^Before: \d+ runs?: /.test(line);

/** Counts one run more; when the beginnings no longer fit, the oldest are left out. */
function addToBefore(before: string, line: string): string {
  const [, count = "0", asked = ""] = /^Before: (\d+) runs?: (.*)$/.exec(before) ?? [];
  const own = /^Run \d+: “(.*?)” – /.exec(line)?.[1] ?? "";
  const all = [...asked.split(" · ").filter((one) => one !== ""), clipCodePoints(own, beforeAskedCodePoints)];
  const runs = Number(count) + 1;
  let kept = all;
  while (kept.length > 1 && [...kept.join(" · ")].length > beforeCodePoints) kept = kept.slice(1);
  return `Before: ${runs} ${runs === 1 ? "run" : "runs"}: ${kept.join(" · ")}`;
}

/** One line without the marks that a summary is made of. */
function short(text: string, codePoints: number): string {
  return clipCodePoints(text.replaceAll(/\s+/g, " ").replaceAll(/[“”·]/gu, "'").trim(), codePoints);
}
