import {
  cardinalNumber,
  fold,
  isDefinite,
  isJoin,
  isLink,
  isNumberMark,
  isRange,
  type NounKind,
  nounKind,
  ordinalPosition,
  type Position,
} from "./reference-words.ts";

/** A word of a message: `text` is folded, `from` and `to` are places in the message. */
export type Word = { readonly text: string; readonly from: number; readonly to: number };

/** A reference by kind and position. No positions: the thing itself, as in "the table". */
export type Pointer = {
  readonly kind: NounKind;
  readonly positions: readonly Position[];
  /** The folded word that named the kind when it is not one of ours: "the second risk". */
  readonly noun: string | null;
  readonly from: number;
  readonly to: number;
};

/** The words, numbers and single marks of a message. */
export function wordsOf(message: string): readonly Word[] {
  const found = message.matchAll(
    /\d+(?:st|nd|rd|th|er|re|ère|e|ème|eme|ième|º|ª|°)?(?![\p{L}\d])|[\p{L}\p{M}]+|[#№&–,.;:!?()[\]-]|\S/gu,
  );
  return Array.from(found, ({ 0: text, index }) => ({ text: fold(text), from: index, to: index + text.length }));
}

/** Every reference by kind and position in a message, in the order it stands there. */
export function scanPointers(words: readonly Word[]): readonly Pointer[] {
  const pointers: Pointer[] = [];
  let at = 0;
  while (at < words.length) {
    const found = pointerAt(words, at);
    if (found === null) {
      at += 1;
      continue;
    }
    pointers.push(found.pointer);
    at = found.next;
  }
  return pointers;
}

type Found = { readonly pointer: Pointer; readonly next: number };

function pointerAt(words: readonly Word[], at: number): Found | null {
  return numberSign(words, at) ?? nounFirst(words, at) ?? ordinalFirst(words, at) ?? bareNoun(words, at);
}

/** `#3`, `#3 and #4`. */
function numberSign(words: readonly Word[], at: number): Found | null {
  const number = words[at]?.text === "#" ? cardinalNumber(words[at + 1]?.text ?? "") : null;
  return number === null ? null : made(words, at, at + 2, { kind: "claim", positions: [number], noun: null });
}

/** `point 3`, `points 1, 2 and 4`, `rows 2 to 4`, `punto tercero`, `Punkt Nr. 3`. */
function nounFirst(words: readonly Word[], at: number): Found | null {
  const kind = nounKind(words[at]?.text ?? "");
  if (kind === null) return null;
  const list = numbersAt(words, skipMarks(words, at + 1));
  return list === null ? null : made(words, at, list.next, { kind, positions: list.positions, noun: null });
}

function skipMarks(words: readonly Word[], at: number): number {
  let next = at;
  while (isNumberMark(words[next]?.text ?? "") || (next > at && words[next]?.text === ".")) next += 1;
  return next;
}

type List = { readonly positions: readonly Position[]; readonly next: number };

/** Numbers or ordinals behind a noun, joined by commas, joining words or a range. */
function numbersAt(words: readonly Word[], at: number): List | null {
  const first = positionAt(words, at);
  if (first === null) return null;
  const positions = [first];
  let next = at + 1;
  for (;;) {
    const step = furtherNumber(words, next);
    if (step === null) return { positions, next };
    const last = positions.at(-1) ?? step.position;
    positions.push(...(step.is_range ? between(last, step.position) : [step.position]));
    next = step.next;
  }
}

function furtherNumber(words: readonly Word[], at: number) {
  const joint = words[at]?.text ?? "";
  if (isRange(joint)) {
    const position = positionAt(words, at + 1);
    return position === null ? null : { position, next: at + 2, is_range: true };
  }
  if (joint !== "," && !isJoin(joint)) return null;
  const behind = joint === "," && isJoin(words[at + 1]?.text ?? "") ? at + 2 : at + 1;
  const to = skipMarks(words, behind);
  const position = positionAt(words, to);
  return position === null ? null : { position, next: to + 1, is_range: false };
}

function positionAt(words: readonly Word[], at: number): Position | null {
  const word = words[at]?.text ?? "";
  return cardinalNumber(word) ?? ordinalPosition(word);
}

function between(first: Position, last: Position): readonly Position[] {
  if (last <= first || last - first > 50) return [last];
  return Array.from({ length: last - first }, (_, index) => first + index + 1);
}

/** `third point`, `the first and second points`, `3. Punkt`, `the last one`, `the third` at the end of a clause, `the second risk`. */
function ordinalFirst(words: readonly Word[], at: number): Found | null {
  const list = ordinalsAt(words, at);
  if (list === null) return null;
  const noun = words[list.next]?.text ?? "";
  const kind = nounKind(noun);
  if (kind !== null) return made(words, at, list.next + 1, { kind, positions: list.positions, noun: null });
  if (!isDefinite(words[at - 1]?.text ?? "")) return null;
  if (standsAlone.has(noun)) {
    const next = ones.has(noun) ? list.next + 1 : list.next;
    return made(words, at, next, { kind: "claim", positions: list.positions, noun: null });
  }
  return /^\p{L}{3,}$/u.test(noun)
    ? made(words, at, list.next + 1, { kind: "claim", positions: list.positions, noun })
    : null;
}

const ones = new Set(["one", "ones"]);

/** Words that may follow an ordinal that stands for a point by itself; "" is the end. */
const standsAlone = new Set(
  (
    " one ones . ! ? ; , : ) and or in please with to more further too also again bitte genauer ausfuhrlicher weiter aus auch und " +
    "et en plus aussi davantage y con mas tambien por e piu anche per"
  ).split(" "),
);

function ordinalsAt(words: readonly Word[], at: number): List | null {
  const first = ordinalAt(words, at);
  if (first === null) return null;
  const positions = [first.position];
  let next = first.next;
  for (;;) {
    const joint = words[next]?.text ?? "";
    if (joint !== "," && !isJoin(joint)) return { positions, next };
    const behind = isDefinite(words[next + 1]?.text ?? "") ? next + 2 : next + 1;
    const further = ordinalAt(words, behind);
    if (further === null) return { positions, next };
    positions.push(further.position);
    next = further.next;
  }
}

function ordinalAt(words: readonly Word[], at: number): { readonly position: Position; readonly next: number } | null {
  const word = words[at]?.text ?? "";
  const position = ordinalPosition(word);
  if (position !== null) return { position, next: at + 1 };
  // German writes "3. Punkt": the point makes it an ordinal when a noun follows.
  const isDotted =
    /^\d{1,3}$/.test(word) && words[at + 1]?.text === "." && nounKind(words[at + 2]?.text ?? "") !== null;
  return isDotted ? { position: Number(word), next: at + 2 } : null;
}

/** `the table`, `this section`: one of its kind, or all of them. "a table" is none of ours. */
function bareNoun(words: readonly Word[], at: number): Found | null {
  const kind = nounKind(words[at]?.text ?? "");
  if (kind !== "table" || !isDefinite(words[at - 1]?.text ?? "")) return null;
  return made(words, at, at + 1, { kind, positions: [], noun: null });
}

function made(
  words: readonly Word[],
  at: number,
  next: number,
  pointer: Pick<Pointer, "kind" | "positions" | "noun">,
): Found {
  const from = words[at]?.from ?? 0;
  return { pointer: { ...pointer, from, to: words[next - 1]?.to ?? from }, next };
}

/** True when only linking words stand between two places, as in "row 3 of the second table". */
export function isLinked(words: readonly Word[], from: number, to: number): boolean {
  const between = words.filter((word) => word.from >= from && word.to <= to);
  return between.length > 0 && between.length <= 3 && between.every((word) => isLink(word.text));
}
