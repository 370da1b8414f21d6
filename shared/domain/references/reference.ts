import type { Part } from "../../contracts/part.ts";
import { type Match, matchesIn, pointedAt } from "./reference-match.ts";
import { isLinked, type Word, wordsOf } from "./reference-scan.ts";
import type { NounKind, Position } from "./reference-words.ts";
import { type Earlier, type VersionPhrase, versionMeant, versionPhrases } from "./version-words.ts";

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

/** Characters in which references are looked for; a longer message is a text rather than a pointer. */
const scannedCharacters = 4_000;

/**
 * Finds what a message points at: by position ("the third point", "#3", "the last two rows of …"), by name ("the risks
 * section", a source's name), by a literal id, or by words quoted from it; with `earlier` also in versions before this one
 * ("the third point of the first version"). English, German, French, Spanish, Italian.
 */
export function resolveReferences(text: string, parts: readonly Part[], earlier?: Earlier): References {
  const head = text.slice(0, scannedCharacters);
  const words = wordsOf(head);
  const { found, phrases } =
    earlier === undefined ? inOne(head, words, parts) : inVersions(head, words, parts, earlier);
  const mentions = found.map(({ match, parts: of }) => mentionOf(match, of));
  const all = [...mentions, ...phrases].toSorted((one, other) => one.from - other.from);
  const matches = found.map(({ match }) => match);
  return {
    parts: [...new Map(matches.flatMap((match) => match.parts).map((part) => [part.id, part])).values()],
    text: annotate(text, matches),
    missing: mentions.flatMap(({ missing }) => missing),
    mentions: all,
  };
}

/** What was found, each with the parts it was looked for in, and the words that only say in which version. */
type Found = {
  readonly found: readonly { readonly match: Match; readonly parts: readonly Part[] }[];
  readonly phrases: readonly Mention[];
};

function inOne(head: string, words: readonly Word[], parts: readonly Part[]): Found {
  return { found: matchesIn(head, words, parts).map((match) => ({ match, parts })), phrases: [] };
}

/**
 * A version that is named directly behind a reference holds for it ("the third point of the first version"); one that is
 * named before holds for all references behind it in the sentence ("in the first version, the third point").
 */
function inVersions(head: string, words: readonly Word[], parts: readonly Part[], earlier: Earlier): Found {
  const newest = earlier.delivered.at(-1);
  const named = versionPhrases(words).map((phrase) => ({
    ...phrase,
    is: versionMeant(phrase.which, earlier.delivered),
  }));
  const ofVersion = [{ dag_version: newest, parts }, ...earlier.versions];
  const all = ofVersion.flatMap((version) =>
    matchesIn(head, words, version.parts).map((match) => ({ match, version })),
  );
  const behind = (match: Match) =>
    named.find((phrase) => phrase.from >= match.to && isLinked(words, match.to, phrase.from));
  const taken = new Set(all.map(({ match }) => behind(match)));
  const before = (match: Match) =>
    named.findLast(
      (phrase) => !taken.has(phrase) && phrase.to <= match.from && !/[.?!;\n]/.test(head.slice(phrase.to, match.from)),
    );
  const used = new Set<VersionPhrase>();
  const found = all.flatMap(({ match, version }) => {
    const own = behind(match);
    const phrase = own ?? before(match);
    if ((phrase === undefined ? newest : phrase.is) !== version.dag_version) return [];
    if (own === undefined && phrase !== undefined) used.add(phrase);
    return [{ match: { ...match, to: own?.to ?? match.to }, parts: version.parts }];
  });
  const phrases = [...used].map(({ outer, to }) => ({ from: outer, to, parts: [], is_ambiguous: false, missing: [] }));
  return { found: found.toSorted((one, other) => one.match.from - other.match.from), phrases };
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
