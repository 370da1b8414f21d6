import { describe, expect, test } from "vitest";
import { goesBackTo, isDismissal, isUndo, wantsBack } from "../../../../shared/domain/routing/take-back.ts";
import {
  afterChange,
  correctLast,
  newUndoable,
  onlyTakesBack,
  undoLast,
} from "../../../../shared/domain/routing/undo.ts";

const at = (words: string) => ({ words });

describe("taking back", () => {
  test("undoes the last entry of the same fold, and is what superseded it", () => {
    const two = afterChange(afterChange(newUndoable(at("a"), []), at("ab")), at("abc"));
    const undone = undoLast(two);
    expect(undone.brief).toEqual(at("ab"));
    expect(undone.undone_by).toEqual([null, 2, null]);
    expect(undoLast(undone)).toMatchObject({ brief: at("a"), undone_by: [3, 2, null, null] });
  });

  test("undoes the last version when nothing of this fold is left", () => {
    const undone = undoLast(newUndoable(at("ab"), [at("a")]));
    expect(undone).toMatchObject({ brief: at("a"), base: at("a"), versions: 1, undone_by: [null] });
    expect(undoLast(undone)).toMatchObject({ brief: at("a"), versions: 1 });
  });

  test("undoes one version more with every entry", () => {
    const undone = undoLast(undoLast(newUndoable(at("abc"), [at("ab"), at("a")])));
    expect(undone).toMatchObject({ brief: at("a"), base: at("a"), versions: 2 });
    expect(onlyTakesBack(undone)).toBe(true);
    expect(onlyTakesBack(afterChange(undone, at("ad")))).toBe(false);
  });

  test("counts a correction as made from what it corrects, until it is taken back itself", () => {
    const corrected = correctLast(newUndoable(at("ab"), [at("a")]), () => at("ac"));
    expect(corrected).toMatchObject({ brief: at("ac"), versions: 0 });
    expect(undoLast(corrected)).toMatchObject({ brief: at("a"), versions: 1 });
  });

  test("changes nothing when there was nothing before", () => {
    expect(undoLast(newUndoable(at("a"), [])).brief).toEqual(at("a"));
  });

  test("goes on from there", () => {
    const after = afterChange(undoLast(afterChange(newUndoable(at("a"), []), at("ab"))), at("ac"));
    expect(after).toMatchObject({ brief: at("ac"), undone_by: [1, null, null] });
  });
});

test.each([
  ["Go back to the first version", 2],
  ["Please go back to version 3, please", 3],
  ["Go back to the first version, thanks", 2],
  ["zurück zur ersten Fassung, bitte", 2],
  ["Torna alla prima versione.", 2],
  ["Go back to the first version and make it a table", null],
  ["Go back to the fifth version", null],
  ["Show me the first version", null],
  ["Go back to the first point", null],
])("%s: goes back to %s and nothing else", (message, version) => expect(goesBackTo(message, [2, 3, 5])).toBe(version));

test.each([
  ["Undo the table", true],
  ["Forget that, add the risks", true],
  ["Go back to the start", true],
  ["cancel that", false],
  ["Add the risks", false],
  ["Never mind, it's fine", false],
  ["Scratch that", false],
  ["Stop talking about coal", false],
  ["Para el segundo punto", false],
])("%s: begins with taking something back and goes on: %s", (message, isSo) => expect(wantsBack(message)).toBe(isSo));

test.each([
  "cancel that",
  "Undo my last change",
  "Undo what you did",
  "Cancel that, it was wrong",
  "Cancel that, my mistake",
  "Mach diese Änderung rückgängig",
  "Undo the last change",
  "please undo that",
  "Mach das rückgängig",
  "annule ça",
  "deshaz eso",
  "annulla l'ultima modifica",
  "Forget that, thanks anyway",
  "Scratch that",
  "Disregard that, please",
  "Verwirf das bitte",
  "Ne tiens pas compte de ça",
  "Descarta eso",
  "Come non detto",
  "Can you undo that, please?",
  "Go back to the previous version",
  "Undo the last change you made",
  "Mach die letzte Änderung bitte rückgängig",
  "Zurück zur vorigen Fassung",
  "Reviens à la version précédente, s'il te plaît",
  "Annule la dernière modification",
  "Vuelve a la versión anterior, por favor",
  "Torna alla versione precedente",
])("%s: takes back and nothing else", (message) => expect(isUndo(message, false)).toBe(true));

test.each([
  "Stop!",
  "Stop it, please",
  "Please stop right now",
  "STOP STOP STOP",
  "Cancel everything",
  "Stop, cancel everything!",
  "Stopp!",
  "Hör auf",
  "Brich alles ab",
  "Arrête tout",
  "¡Para!",
  "Cancela todo",
  "Fermati",
  "Annulla tutto, per favore",
])("%s: takes no version back, and is no wish for something more", (message) => {
  expect(isUndo(message, true)).toBe(false);
  expect(wantsBack(message)).toBe(true);
});

describe.each([
  "never mind",
  "Never mind, thanks",
  "Forget it, it's fine",
  "Leave it as it is",
  "Vergiss es, schon gut",
  "Lass es gut sein",
  "Laisse tomber, c'est bon",
  "Olvídalo",
  "Déjalo, está bien así",
  "Lascia perdere, grazie",
  "Lascia stare",
])("%s", (message) => {
  test("lets go of what is not done yet", () => expect(isUndo(message, true)).toBe(true));
  test("takes back nothing that is done", () => {
    expect(isUndo(message, false)).toBe(false);
    expect(isDismissal(message)).toBe(true);
    expect(wantsBack(message)).toBe(false);
  });
});

test.each([
  "Never mind, expand point 2",
  "Vergiss es, nimm den Median",
  "Leave it out",
  "Lass es weg",
  "Laisse tomber le tableau",
  "Déjalo en una tabla",
  "Lascialo in inglese",
])("%s: is more than to let go", (message) => {
  expect(isDismissal(message)).toBe(false);
  expect(isUndo(message, true)).toBe(false);
});

test.each([
  "no, the other one",
  "cancel the reminder",
  "undo the last change and then make a table of what is left over",
  "add two",
  "",
  "Cancel that and make it a list",
  "Never mind, expand point 2",
  "Forget that, add the risks",
  "Undo the table",
  "Undo “the table of temperatures”",
  "Undo the last two changes",
  "Go back to the first version",
  "Undo that, version 1 please",
  "Mach die Tabelle rückgängig",
  "Vergiss das, nimm den Median",
  "Zurück zur ersten Fassung",
  "Reviens à la moyenne",
  "Annule ça et fais un tableau",
  "Reviens à la première version",
  "Deshaz eso y usa la mediana",
  "Vuelve a la primera versión",
  "Torna alla media",
  "Torna alla prima versione",
  "Annulla questo e aggiungi i rischi",
])("%s: is not only that", (message) => expect(isUndo(message, true)).toBe(false));

test.each(["undo", "never mind", "stop"])("%s with one word over and over behind it is read in no time", (words) => {
  const began = process.hrtime.bigint();
  const message = `${words}${" version it mi stop".repeat(50)} x`;
  expect([isUndo(message, true), isDismissal(message)]).toEqual([false, false]);
  wantsBack(message);
  expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(2_000);
});
