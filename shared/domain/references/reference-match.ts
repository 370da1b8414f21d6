import type { Part } from "../../contracts/part.ts";
import { isLinked, type Pointer, scanPointers, type Word, wordsOf } from "./reference-scan.ts";
import { fold, isDefinite, nounKind, type Position } from "./reference-words.ts";

/** A place in a message and the parts it can mean. */
export type Match = {
  readonly from: number;
  readonly to: number;
  readonly parts: readonly Part[];
  readonly pointer: Pointer | null;
};

/** Every place in a message that points at one of these parts, or at a position that they do not have. */
export function matchesIn(head: string, words: readonly Word[], parts: readonly Part[]): readonly Match[] {
  const pointers = scanPointers(words).map(
    (pointer): Match => ({ from: pointer.from, to: pointer.to, parts: pointedAt(pointer, parts), pointer }),
  );
  // A word that only looked like a part's name ("the second time") is not a reference.
  const meant = pointers.filter(({ pointer, parts: found }) => pointer?.noun === null || found.length > 0);
  const all = [...literals(head, parts), ...quoted(head, parts), ...named(words, parts), ...meant];
  return narrow(withoutOverlaps(all), words, parts);
}

/** The claims that people number: those that stand where the first claim stands. */
function points(parts: readonly Part[]): readonly Part[] {
  const claims = ofKind(parts, "claim");
  return claims.filter((claim) => claim.within === claims[0]?.within);
}

function ofKind(parts: readonly Part[], kind: Part["kind"]): readonly Part[] {
  return parts.filter((part) => part.kind === kind).toSorted((one, other) => one.ordinal - other.ordinal);
}

/** The parts that a pointer means. */
export function pointedAt({ kind, positions, noun }: Pointer, parts: readonly Part[]): readonly Part[] {
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
