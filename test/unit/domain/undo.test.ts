import { describe, expect, test } from "vitest";
import { isUndo } from "../../../shared/domain/route-rules.ts";
import { afterChange, newUndoable, undoLast } from "../../../shared/domain/undo.ts";

const at = (words: string) => ({ words });

describe("taking back", () => {
  test("undoes the last entry of the same fold, and is what superseded it", () => {
    const two = afterChange(afterChange(newUndoable(at("a"), null), at("ab")), at("abc"));
    const undone = undoLast(two);
    expect(undone.brief).toEqual(at("ab"));
    expect(undone.undone_by).toEqual([null, 2, null]);
    expect(undoLast(undone)).toMatchObject({ brief: at("a"), undone_by: [3, 2, null, null] });
  });

  test("undoes the last version when nothing of this fold is left", () => {
    const undone = undoLast(newUndoable(at("ab"), at("a")));
    expect(undone).toMatchObject({ brief: at("a"), base: at("a"), undone_by: [null] });
    expect(undoLast(undone).brief).toEqual(at("a"));
  });

  test("changes nothing when there was nothing before", () => {
    expect(undoLast(newUndoable(at("a"), null)).brief).toEqual(at("a"));
  });

  test("goes on from there", () => {
    const after = afterChange(undoLast(afterChange(newUndoable(at("a"), null), at("ab"))), at("ac"));
    expect(after).toMatchObject({ brief: at("ac"), undone_by: [1, null, null] });
  });
});

test.each([
  "cancel that",
  "Undo the last change",
  "please undo that",
  "Mach das rückgängig",
  "annule ça",
  "deshaz eso",
  "annulla l'ultima modifica",
  "never mind",
])("%s: takes back and nothing else", (message) => expect(isUndo(message)).toBe(true));

test.each([
  "no, the other one",
  "cancel the reminder",
  "undo the last change and then make a table of what is left over",
  "add two",
  "",
])("%s: is not only that", (message) => expect(isUndo(message)).toBe(false));
