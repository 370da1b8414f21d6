import { clipCodePoints } from "../text/clip-text.ts";

/** Runs that a summary tells of in a line each; older ones share one line. */
const linesAtMost = 10;
/** Of the whole: it has to fit a memory, and in every script what a turn recalls. */
const summaryCodePoints = 2_900;
const summaryBytes = 3_500;
/** Of what was asked and what came of it. Code points. */
const askedCodePoints = 120;
const madeCodePoints = 160;
/** Of the beginnings in the line for everything before. */
const beforeCodePoints = 400;
const beforeBytes = 800;
const beforeAskedCodePoints = 40;

/** What came of a run, for the summary: what was asked and what was made, or why not. */
export type RunLine = { readonly turn: number; readonly asked: string; readonly made: string };

/**
 * The summary of a session after one more run, or after another version of its newest run. A line a run, the newest last and
 * always whole; the oldest go into one line that keeps their number and the beginnings of what was asked, when there are too
 * many or the whole is longer than 2,900 code points or 3,500 bytes. Always the same for the same history, and never the
 * transcript.
 */
export function summaryAfter(before: string | null, { turn, asked, made }: RunLine): string {
  const line = `Run ${turn}: “${short(asked, askedCodePoints)}” – ${short(made, madeCodePoints)}`;
  const earlier = (before ?? "").split("\n").filter((one) => one !== "");
  let lines = [...earlier.filter((one) => !one.startsWith(`Run ${turn}:`) && !isBefore(one)), line];
  let old = earlier.find(isBefore) ?? "";
  while (lines.length > 1 && (lines.length > linesAtMost || !fits([old, ...lines].join("\n")))) {
    old = addToBefore(old, lines[0] ?? "");
    lines = lines.slice(1);
  }
  return [...(old === "" ? [] : [old]), ...lines].join("\n");
}

const fits = (text: string): boolean => isWithin(text, summaryCodePoints, summaryBytes);

const isWithin = (text: string, codePoints: number, bytes: number): boolean =>
  [...text].length <= codePoints && Buffer.byteLength(text, "utf8") <= bytes;

const isBefore = (line: string): boolean => /^Before: \d+ runs?: /.test(line);

/** Counts one run more; when the beginnings no longer fit, the oldest are left out. */
function addToBefore(before: string, line: string): string {
  const [, count = "0", asked = ""] = /^Before: (\d+) runs?: (.*)$/.exec(before) ?? [];
  const own = /^Run \d+: “(.*?)” – /.exec(line)?.[1] ?? "";
  const all = [...asked.split(" · ").filter((one) => one !== ""), clipCodePoints(own, beforeAskedCodePoints)];
  const runs = Number(count) + 1;
  let kept = all;
  while (kept.length > 1 && !isWithin(kept.join(" · "), beforeCodePoints, beforeBytes)) kept = kept.slice(1);
  return `Before: ${runs} ${runs === 1 ? "run" : "runs"}: ${kept.join(" · ")}`;
}

/** One line without the marks that a summary is made of. */
function short(text: string, codePoints: number): string {
  return clipCodePoints(text.replaceAll(/\s+/g, " ").replaceAll(/[“”·]/gu, "'").trim(), codePoints);
}
