import type { Output } from "./cells/outputs.ts";
import { sentencesOf } from "./cells/passages.ts";
import type { Claim, Deliverable, DeliverableSection, Format, Length } from "./deliverable.ts";

/** How the outputs are put together. `order` holds step ids. */
export type Assembly = {
  readonly title: string;
  readonly format: Format;
  readonly length: Length;
  readonly order: readonly string[];
};

type Step = readonly [step: string, output: Output];

/** Claims that a short deliverable keeps of a section that does not hold the key points. */
const claimsWhenShort = 3;

/** The deliverable of what some steps made. Pure; the key points come first, then what goes deeper, figures and sections. */
export function assemble(assembly: Assembly, steps: readonly Step[], sources: Deliverable["sources"]): Deliverable {
  const sorted = inOrder(steps, assembly.order);
  const points = pointsOf(sorted);
  const others = sorted.flatMap((step) => sectionOf(step, points));
  const first = points ? [points] : [];
  const sections =
    assembly.length === "short" ? [...first.map(cutClaims), ...others.map(shorten)] : [...first, ...others];
  const { title, format, length } = assembly;
  return { kind: "deliverable", title, format, length, sections, sources, notes: notesOf(sorted, sections) };
}

const kinds: readonly Output["kind"][] = [
  "points",
  "expansion",
  "metrics",
  "section",
  "search_results",
  "source_index",
];

function inOrder(steps: readonly Step[], order: readonly string[]): readonly Step[] {
  const place = (step: string) => (order.includes(step) ? order.indexOf(step) : order.length);
  return steps.toSorted(
    ([one, a], [other, b]) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      place(one) - place(other) ||
      one.localeCompare(other, "en", { numeric: true }),
  );
}

/** The key points; without a text to take them from, the claims of the tables. Null when there are neither. */
function pointsOf(steps: readonly Step[]): DeliverableSection | null {
  const fromTexts = steps.flatMap(([, output]) => (output.kind === "points" ? output.points : []));
  const fromTables = steps.flatMap(([, output]) => (output.kind === "metrics" ? output.claims.map(bare) : []));
  const claims = once(fromTexts.length > 0 ? fromTexts : fromTables);
  return claims.length === 0 ? null : { id: "points", heading: "Key points", claims };
}

function once(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [claim.id, claim])).values()];
}

function bare({ id, text, rests_on }: Claim): Claim {
  return { id, text, rests_on };
}

function sectionOf([step, output]: Step, points: DeliverableSection | null): readonly DeliverableSection[] {
  switch (output.kind) {
    case "expansion":
      return output.paragraphs.length === 0 ? [] : [expansionOf(step, output, points)];
    case "metrics": {
      if (output.table === null) return [];
      const by = output.group_by === null ? "" : ` by ${output.group_by}`;
      const isPoint = new Set(points?.claims.map(({ id }) => id));
      const claims = output.claims.map(bare).filter(({ id }) => !isPoint.has(id));
      return [{ id: step, heading: `${output.source.name}: ${output.statistic}${by}`, claims, table: output.table }];
    }
    case "section":
      return output.claims.length === 0 ? [] : [{ id: step, heading: capital(output.topic), claims: output.claims }];
    case "search_results": {
      const paragraphs = output.results.map(({ id, text }) => ({ text, rests_on: [id] }));
      return paragraphs.length === 0 ? [] : [{ id: step, heading: `Found: ${output.query}`, claims: [], paragraphs }];
    }
    case "points":
    case "source_index":
      return [];
  }
}

function expansionOf(
  step: string,
  output: Extract<Output, { kind: "expansion" }>,
  points: DeliverableSection | null,
): DeliverableSection {
  const at = points?.claims.findIndex(({ id }) => id === output.point_id) ?? -1;
  const heading = at >= 0 ? `More on point ${at + 1}` : `More on: ${firstSentence(output.text ?? output.point_id)}`;
  return { id: step, heading, claims: [], paragraphs: output.paragraphs };
}

function cutClaims(section: DeliverableSection): DeliverableSection {
  return { ...section, claims: section.claims.map((claim) => ({ ...claim, text: firstSentence(claim.text) })) };
}

function shorten(section: DeliverableSection): DeliverableSection {
  return cutClaims({ ...section, claims: section.claims.slice(0, claimsWhenShort) });
}

/** The first sentence of a text. */
function firstSentence(text: string): string {
  return sentencesOf(text)[0] ?? text;
}

/** With a capital first letter. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function notesOf(steps: readonly Step[], sections: readonly DeliverableSection[]): string[] {
  const outputs = steps.map(([, output]) => output);
  const notes = [...outputs.flatMap(noteOf), ...unknownColumns(outputs)];
  return sections.length > 0 ? notes : [...notes, "There is nothing in the sources to report on."];
}

/** Columns that were asked for and that no table has. */
function unknownColumns(outputs: readonly Output[]): readonly string[] {
  const tables = outputs.filter((output) => output.kind === "metrics" && output.table !== null);
  const lists = tables.map((output) => (output.kind === "metrics" ? output.unknown : []));
  const [first = [], ...others] = lists;
  return first
    .filter((words) => others.every((list) => list.includes(words)))
    .map((words) => `There is no column “${words}” in the tables.`);
}

function noteOf(output: Output): readonly string[] {
  switch (output.kind) {
    case "metrics":
      return output.notes;
    case "section":
      return output.claims.length > 0 ? [] : [`The sources say nothing about “${output.topic}”.`];
    case "expansion":
      return output.paragraphs.length > 0 ? [] : [`There is nothing more in the sources on ${expanded(output)}.`];
    case "search_results":
      return output.results.length > 0 ? [] : [`The sources hold nothing on “${output.query}”.`];
    case "points":
    case "source_index":
      return [];
  }
}

function expanded(output: Extract<Output, { kind: "expansion" }>): string {
  return output.text === null ? `point ${output.point_id}` : `“${firstSentence(output.text)}”`;
}
