import type { Mention, References } from "../../shared/domain/references/reference.ts";
import { fold } from "../../shared/domain/references/reference-words.ts";

/** A piece of a message in which one wish stands, with the references in it. */
export type Clause = {
  readonly text: string;
  /** Folded, of the same length. */
  readonly folded: string;
  /** With places counted from the beginning of the clause. */
  readonly mentions: readonly Mention[];
  /** It is the whole message. */
  readonly is_whole: boolean;
};

/** Most pieces a message may have for rules to try all the ways they may belong together. */
const piecesAtMost = 10;

const joint =
  /[,;!?\n]+|\.(?!\d)|:(?=\s)|(?<![\p{L}\d])(?:and then|and|then|but|und dann|und|dann|aber|et puis|et|puis|mais|y luego|y|luego|pero|e poi|e|poi|ma)(?![\p{L}\d])/gu;

/**
 * Parts a message at commas, full stops and joining words, but never inside a reference, and reads it with `read`: every
 * clause has to be read; a piece that cannot be read alone is tried together with those behind it. Null when it cannot be done.
 */
export function readClauses<T>(
  message: string,
  { mentions }: References,
  read: (clause: Clause) => readonly T[] | null,
): readonly T[] | null {
  const pieces = piecesOf(message, mentions);
  if (pieces.length > piecesAtMost) return null;
  const from = (index: number): readonly T[] | null => {
    if (index >= pieces.length) return [];
    for (let end = index; end < pieces.length; end += 1) {
      const [start, stop] = [pieces[index]?.from ?? 0, pieces[end]?.to ?? 0];
      const first = read(clauseOf(message, { from: start, to: stop, mentions }));
      const rest = first === null ? null : from(end + 1);
      if (first !== null && rest !== null) return [...first, ...rest];
    }
    return null;
  };
  return from(0);
}

type Piece = { readonly from: number; readonly to: number };

function piecesOf(message: string, mentions: readonly Mention[]): readonly Piece[] {
  const cuts = [...fold(message).matchAll(joint)]
    .map((found): Piece => ({ from: found.index, to: found.index + found[0].length }))
    .filter((cut) => !mentions.some(({ from, to }) => cut.from < to && from < cut.to));
  const edges = [{ from: 0, to: 0 }, ...cuts, { from: message.length, to: message.length }];
  return edges
    .slice(0, -1)
    .map((edge, index): Piece => ({ from: edge.to, to: edges[index + 1]?.from ?? edge.to }))
    .filter(({ from, to }) => message.slice(from, to).trim() !== "");
}

function clauseOf(message: string, { from, to, mentions }: Piece & { readonly mentions: readonly Mention[] }): Clause {
  const text = message.slice(from, to);
  const inside = mentions
    .filter((mention) => mention.from >= from && mention.to <= to)
    .map((mention) => ({ ...mention, from: mention.from - from, to: mention.to - from }));
  const is_whole = message.slice(0, from).trim() === "" && /^[\s.!?]*$/.test(message.slice(to));
  return { text, folded: fold(text), mentions: inside, is_whole };
}

/** The folded words of a clause that stand in none of its references. */
export function looseWords({ folded, mentions }: Clause): readonly string[] {
  return [...folded.matchAll(/[\p{L}\d]+/gu)]
    .filter(({ index }) => !mentions.some(({ from, to }) => index >= from && index < to))
    .map(([word]) => word);
}
