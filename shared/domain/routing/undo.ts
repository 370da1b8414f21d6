import type { JsonObject } from "../../contracts/json.ts";

/** A brief that changes one after the other, and what was there before each. */
export type Undoable = {
  readonly brief: JsonObject;
  /** What the changes that count were made to. */
  readonly base: JsonObject;
  /** The briefs of the versions before the one that is built on, the latest first. */
  readonly earlier: readonly JsonObject[];
  /** How many versions back the brief begins; a correction begins with the version that it corrects. */
  readonly versions: number;
  /** How many versions entries have taken back, corrections included. */
  readonly taken_back: number;
  /** For each entry so far: the brief before it, or null when it is undone or undoes. */
  readonly before: readonly (JsonObject | null)[];
  /** For each entry so far: the index of the entry that took it back, or null. */
  readonly undone_by: readonly (number | null)[];
};

/** Begins with a brief. */
export function newUndoable(brief: JsonObject, earlier: readonly JsonObject[]): Undoable {
  return { brief, base: brief, earlier, versions: 0, taken_back: 0, before: [], undone_by: [] };
}

/** True when entries only took back: nothing that they changed counts. */
export const onlyTakesBack = ({ before }: Undoable): boolean => before.every((brief) => brief === null);

/** One entry more that changed the brief, or left it as it was. */
export function afterChange(undoable: Undoable, brief: JsonObject): Undoable {
  return {
    ...undoable,
    brief,
    before: [...undoable.before, undoable.brief],
    undone_by: [...undoable.undone_by, null],
  };
}

/**
 * An entry that takes the last one back: what it did is undone, and it is superseded. When none is left of this fold, the
 * last version is taken back, and so on; when there was none before it, nothing happens.
 */
export function undoLast(undoable: Undoable): Undoable {
  const undone = withoutLast(undoable);
  return onlyTakesBack(undone) ? { ...undone, versions: undone.taken_back } : undone;
}

function withoutLast(undoable: Undoable): Undoable {
  const { before, undone_by, earlier, taken_back } = undoable;
  const last = before.findLastIndex((brief) => brief !== null);
  const own = { before: [...before, null], undone_by: [...undone_by, null] };
  if (last >= 0) {
    return {
      ...undoable,
      brief: before[last] ?? undoable.brief,
      before: own.before.map((brief, index) => (index === last ? null : brief)),
      undone_by: own.undone_by.map((by, index) => (index === last ? before.length : by)),
    };
  }
  const [previous, ...rest] = earlier;
  return previous === undefined
    ? { ...undoable, ...own }
    : { ...undoable, ...own, brief: previous, base: previous, earlier: rest, taken_back: taken_back + 1 };
}

/** An entry that takes the last one back and puts something else in its place: "no, the other one". */
export function correctLast(undoable: Undoable, instead: (brief: JsonObject) => JsonObject): Undoable {
  const undone = undoLast(undoable);
  const before = undone.before.map((brief, index) => (index === undone.before.length - 1 ? undone.brief : brief));
  return { ...undone, brief: instead(undone.brief), before, versions: undoable.versions };
}
