import type { Part } from "../contracts/part.ts";
import { isLinked, type Pointer, scanPointers, type Word, wordsOf } from "./reference-scan.ts";
import { fold, isDefinite, type NounKind, nounKind, type Position } from "./reference-words.ts";

/** A position that a message names and the deliverable does not have. -1 is the last. */
export type MissingPart = { readonly kind: NounKind; readonly position: Position };

/** What a message points at. */
export type References = {
  /** Every part meant, in the order of the message; when it is ambiguous, all that can be meant. */
  readonly parts: readonly Part[];
  /** The message with the ids of what is meant behind each reference: `the third point [c_0123abcd]`. */
  readonly text: string;
  /** Named by position, but not there. */
  readonly missing: readonly MissingPart[];
  /** Each reference by itself, in the order of the message. */
  readonly mentions: readonly Mention[];
};

/** One reference in a message. */
export type Mention = {
  /** Where it stands: its first place, and the place behind its last. */
  readonly from: number;
  readonly to: number;
  readonly parts: readonly Part[];
  /** More parts fit than were meant. */
  readonly is_ambiguous: boolean;
  readonly missing: readonly MissingPart[];
};

type Match = {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly Part[];
  readonly pointer: Pointer | null;
};

/** Characters in which references are looked for; a longer message is a text rather than a pointer. */
const scannedCharacters = 4_000;

/**
 * Finds what a message points at: by position ("the third point", "#3", "the last two rows of …"), by name ("the risks
 * section", a source's name), by a literal id, or by words quoted from it. English, German, French, Spanish, Italian.
 */
export function resolveReferences(text: string, parts: readonly Part[]): References {
  const head = text.slice(0, scannedCharacters);
  const words = wordsOf(head);
  const pointers = scanPointers(words).map(
    (pointer): Match => ({ from: pointer.from, to: pointer.to, parts: pointedAt(pointer, parts), pointer }),
  );
  // A word that only looked like a part's name ("the second time") is not a reference.
  const meant = pointers.filter(({ pointer, parts: found }) => pointer?.noun === null || found.length > 0);
  const all = [...literals(head, parts), ...quoted(head, parts), ...named(words, parts), ...meant];
  const matches = narrow(withoutOverlaps(all), words, parts);
  const mentions = matches.map((match) => mentionOf(match, parts));
  return {
    parts: [...new Map(matches.flatMap((match) => match.parts).map((part) => [part.id, part])).values()],
    text: annotate(text, matches),
    missing: mentions.flatMap(({ missing }) => missing),
    mentions,
  };
}

/** The claims that people number: those that stand where the first claim stands. */
function points(parts: readonly Part[]): readonly Part[] {
  const claims = ofKind(parts, "claim");
  return claims.filter((claim) => claim.within === claims[0]?.within);
}

function ofKind(parts: readonly Part[], kind: Part["kind"]): readonly Part[] {
  return parts.filter((part) => part.kind === kind).toSorted((one, other) => one.ordinal - other.ordinal);
}

function pointedAt({ kind, positions, noun }: Pointer, parts: readonly Part[]): readonly Part[] {
  if (noun !== null) {
    const sections = ofKind(parts, "section").filter(({ label }) => isForm(noun, fold(label)));
    return sections.flatMap(({ id }) =>
      at(
        ofKind(parts, "claim").filter(({ within }) => within === id),
        positions,
      ),
    );
  }
  if (kind === "claim") return at(points(parts), positions);
  if (kind === "row") return ofKind(parts, "table").flatMap(({ id }) => at(rowsOf(parts, id), positions));
  return positions.length === 0 ? ofKind(parts, kind) : at(ofKind(parts, kind), positions);
}

function rowsOf(parts: readonly Part[], table: string): readonly Part[] {
  return ofKind(parts, "row").filter(({ within }) => within === table);
}

function at(list: readonly Part[], positions: readonly Position[]): readonly Part[] {
  return positions.flatMap((position) => {
    const part = list.at(position > 0 ? position - 1 : position);
    return part ? [part] : [];
  });
}

/** True when two words are the same but for an ending of at most two letters: risk and risks, Risiko and Risiken are not. */
function isForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 3 && long.startsWith(short) && long.length - short.length <= 2;
}

function literals(text: string, parts: readonly Part[]): readonly Match[] {
  return parts.flatMap((part) => {
    const from = text.indexOf(part.id);
    const to = from + part.id.length;
    const isWhole =
      from >= 0 && !/[\w.:-]/.test(text[from - 1] ?? "") && !/^[\w-]|^[.:]\w/.test(text.slice(to, to + 2));
    return isWhole && /[_:.\d]/.test(part.id) ? [{ from, to, parts: [part], pointer: null }] : [];
  });
}

/** Words in quotation marks, at least two or of at least eight letters, that stand in a claim, a row or a heading. */
function quoted(text: string, parts: readonly Part[]): readonly Match[] {
  const marks = /["“„«]([^"“”„«»]{3,400})["”“»]|(?<![\p{L}\d])['‘‚]([^'‘’‚]{3,400})['’‘](?![\p{L}\d])/gu;
  return [...text.matchAll(marks)].flatMap((found) => {
    const words = bare(found[1] ?? found[2] ?? "");
    if (words.length < 8 && !words.includes(" ")) return [];
    const within = (part: Part) => bare(part.kind === "claim" || part.kind === "row" ? part.text : part.label);
    const meant = parts.filter((part) => ` ${within(part)} `.includes(` ${words} `));
    return meant.length === 0
      ? []
      : [{ from: found.index, to: found.index + found[0].length, parts: meant, pointer: null }];
  });
}

function bare(text: string): string {
  return fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** "the risks", "the section on risks", "risks section", the name of a source: the whole label, known as a name by what stands around it. */
function named(words: readonly Word[], parts: readonly Part[]): readonly Match[] {
  return parts
    .filter(({ kind }) => kind === "section" || kind === "table" || kind === "source")
    .flatMap((part) => {
      const label = wordsOf(part.label).map(({ text }) => text);
      const start = words.findIndex((_, index) => label.every((word, offset) => words[index + offset]?.text === word));
      if (label.length === 0 || start < 0) return [];
      return nameAt(words, start, start + label.length, part);
    });
}

function nameAt(words: readonly Word[], start: number, end: number, part: Part): readonly Match[] {
  const before = words[start - 1]?.text ?? "";
  const after = words[end]?.text ?? "";
  const isOn =
    /^(?:on|about|uber|zu|sur|sobre|su|sui|sulle)$/.test(before) &&
    nounKind(words[start - 2]?.text ?? "") === part.kind;
  const hasNoun = nounKind(after) === part.kind || nounKind(before) === part.kind || isOn;
  // A name with a dot, as a file has it, or of several words needs nothing around it.
  const isTelling = part.kind === "source" && end - start > 1;
  if (!(hasNoun || isDefinite(before) || isTelling)) return [];
  const to = words[nounKind(after) === part.kind ? end : end - 1]?.to ?? 0;
  return [{ from: words[start]?.from ?? 0, to, parts: [part], pointer: null }];
}

/** In the order of the text; of two that overlap the longer one, of two alike both their parts. */
function withoutOverlaps(matches: readonly Match[]): readonly Match[] {
  const byLength = matches.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  const kept: Match[] = [];
  for (const match of byLength) {
    const same = kept.findIndex(({ from, to }) => from === match.from && to === match.to);
    const before = kept[same];
    if (before) kept[same] = { ...before, parts: [...before.parts, ...match.parts] };
    else if (!kept.some(({ from, to }) => match.from < to && from < match.to)) kept.push(match);
  }
  return kept.toSorted((one, other) => one.from - other.from);
}

/** "row 3 of the second table", "the first point of the risks section": the first is looked for in the second alone. */
function narrow(matches: readonly Match[], words: readonly Word[], parts: readonly Part[]): readonly Match[] {
  const narrowed: Match[] = [];
  for (const match of matches) {
    const inner = narrowed.at(-1);
    const kind = inner?.pointer?.kind;
    const isInside = kind === "row" || kind === "claim";
    if (!inner?.pointer || !isInside || !isLinked(words, inner.to, match.from) || !holds(match, kind)) {
      narrowed.push(match);
      continue;
    }
    const { positions } = inner.pointer;
    const found = match.parts.flatMap(({ id }) =>
      at(
        ofKind(parts, kind).filter(({ within }) => within === id),
        positions,
      ),
    );
    narrowed.splice(-1, 1, { ...inner, to: match.to, parts: found });
  }
  return narrowed;
}

function holds({ parts }: Match, kind: "row" | "claim"): boolean {
  return parts.length > 0 && parts.every((part) => part.kind === (kind === "row" ? "table" : "section"));
}

function mentionOf(match: Match, parts: readonly Part[]): Mention {
  const { from, to, pointer } = match;
  const found = [...new Map(match.parts.map((part) => [part.id, part])).values()];
  const meant = Math.max(1, pointer?.positions.length ?? 1);
  return { from, to, parts: found, is_ambiguous: found.length > meant, missing: missingOf(match, parts) };
}

function missingOf({ parts: found, pointer }: Match, parts: readonly Part[]): readonly MissingPart[] {
  if (pointer === null || pointer.noun !== null) return [];
  const isThere = (position: Position) =>
    found.length > 0 && pointedAt({ ...pointer, positions: [position] }, parts).length > 0;
  return pointer.positions
    .filter((position) => !isThere(position))
    .map((position) => ({ kind: pointer.kind, position }));
}

/** Does nothing where the ids stand already, so that a text can be resolved again. */
function annotate(text: string, matches: readonly Match[]): string {
  return matches.toReversed().reduce((annotated, { to, parts, from }) => {
    const ids = parts.map(({ id }) => id).join(" or ");
    const isThere = annotated.startsWith(` [${ids}]`, to) || text.slice(from, to) === ids;
    return ids === "" || isThere ? annotated : `${annotated.slice(0, to)} [${ids}]${annotated.slice(to)}`;
  }, text);
}
