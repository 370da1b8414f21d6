import { clipCodePoints } from "../shared/domain/text/clip-text.ts";
import type { Output } from "./cells/outputs.ts";
import { sentencesOf } from "./cells/passages.ts";
import type { Claim, Deliverable, DeliverableSection, Format, Length } from "./deliverable.ts";
import type { Language } from "./language.ts";
import { phrase } from "./phrases.ts";
import { statisticName } from "./statistic-names.ts";

/** How the outputs are put together. `order` holds step ids. */
export type Assembly = {
  readonly title: string;
  /** Of the words that are not taken from the sources. */
  readonly language: Language;
  readonly format: Format;
  readonly length: Length;
  readonly order: readonly string[];
};

type Step = readonly [step: string, output: Output];

/** Of a sentence in a heading or a note. Code points. */
const headingCodePoints = 80;

/** Claims that a short deliverable keeps of a section that does not hold the key points. */
const claimsWhenShort = 3;

/** The deliverable of what some steps made. Pure; the key points come first, then what goes deeper, figures and sections. */
export function assemble(assembly: Assembly, steps: readonly Step[], sources: Deliverable["sources"]): Deliverable {
  const sorted = inOrder(steps, assembly.order);
  const { title, language, format, length } = assembly;
  const points = pointsOf(sorted, language);
  const others = sorted.flatMap((step) => sectionOf(step, points, language));
  const first = points ? [points] : [];
  const sections =
    assembly.length === "short" ? [...first.map(cutClaims), ...others.map(shorten)] : [...first, ...others];
  const notes = notesOf(sorted, sections, language);
  return { kind: "deliverable", title, language, format, length, sections, sources, notes };
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
function pointsOf(steps: readonly Step[], language: Language): DeliverableSection | null {
  const fromTexts = steps.flatMap(([, output]) => (output.kind === "points" ? output.points : []));
  const fromTables = steps.flatMap(([, output]) => (output.kind === "metrics" ? output.claims.map(bare) : []));
  const claims = once(fromTexts.length > 0 ? fromTexts : fromTables);
  return claims.length === 0 ? null : { id: "points", heading: phrase(language, "key_points"), claims };
}

function once(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [claim.id, claim])).values()];
}

function bare({ id, text, rests_on }: Claim): Claim {
  return { id, text, rests_on };
}

function sectionOf(
  [step, output]: Step,
  points: DeliverableSection | null,
  language: Language,
): readonly DeliverableSection[] {
  switch (output.kind) {
    case "expansion":
      return output.paragraphs.length === 0 ? [] : [expansionOf(step, output, points, language)];
    case "metrics": {
      if (output.table === null) return [];
      const statistic = statisticName(language, output.statistic);
      const named = { source: output.source.name, statistic, group: output.group_by ?? "" };
      const heading = phrase(language, output.group_by === null ? "figures" : "figures_by", named);
      const isPoint = new Set(points?.claims.map(({ id }) => id));
      const claims = output.claims.map(bare).filter(({ id }) => !isPoint.has(id));
      return [{ id: step, heading, claims, table: output.table }];
    }
    case "section":
      return output.claims.length === 0 ? [] : [{ id: step, heading: capital(output.topic), claims: output.claims }];
    case "search_results": {
      const paragraphs = output.results.map(({ id, text }) => ({ text, rests_on: [id] }));
      const heading = phrase(language, "found", { query: output.query });
      return paragraphs.length === 0 ? [] : [{ id: step, heading, claims: [], paragraphs }];
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
  language: Language,
): DeliverableSection {
  const at = points?.claims.findIndex(({ id }) => id === output.point_id) ?? -1;
  const text = clipCodePoints(firstSentence(output.text ?? output.point_id), headingCodePoints);
  const heading = at >= 0 ? phrase(language, "more_on_point", { n: at + 1 }) : phrase(language, "more_on", { text });
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

function notesOf(steps: readonly Step[], sections: readonly DeliverableSection[], language: Language): string[] {
  const outputs = steps.map(([, output]) => output);
  const unknown = unknownColumns(outputs).map((words) => phrase(language, "no_such_column", { words }));
  const notes = [...outputs.flatMap((output) => noteOf(output, language)), ...unknown];
  return sections.length > 0 ? notes : [...notes, phrase(language, "nothing_to_report")];
}

/** Columns that were asked for and that no table has. */
function unknownColumns(outputs: readonly Output[]): readonly string[] {
  const tables = outputs.filter((output) => output.kind === "metrics" && output.table !== null);
  const lists = tables.map((output) => (output.kind === "metrics" ? output.unknown : []));
  const [first = [], ...others] = lists;
  return first.filter((words) => others.every((list) => list.includes(words)));
}

function noteOf(output: Output, language: Language): readonly string[] {
  switch (output.kind) {
    case "metrics":
      return output.notes;
    case "section":
      return output.claims.length > 0 ? [] : [phrase(language, "nothing_about", { topic: output.topic })];
    case "expansion":
      return output.paragraphs.length > 0
        ? []
        : [phrase(language, "nothing_more", { text: expanded(output, language) })];
    case "search_results":
      return output.results.length > 0 ? [] : [phrase(language, "nothing_about", { topic: output.query })];
    case "points":
    case "source_index":
      return [];
  }
}

function expanded({ text, point_id }: Extract<Output, { kind: "expansion" }>, language: Language): string {
  if (text === null) return `${phrase(language, "point")} ${point_id.replace("#", "")}`;
  return clipCodePoints(firstSentence(text), headingCodePoints);
}
