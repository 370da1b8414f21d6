import { describe, expect, test } from "vitest";
import { asksAgain } from "../../../../shared/domain/routing/again-words.ts";
import { asksForFacts } from "../../../../shared/domain/routing/route-rules.ts";
import { asksToStop } from "../../../../shared/domain/routing/stop-words.ts";
import { onlyRefuses } from "../../../../shared/domain/routing/take-back.ts";
import {
  addedUnread,
  howToStop,
  nothingFits,
  nothingFitsBeside,
} from "../../../../shared/domain/routing/unmet-words.ts";
import { languageOf, languages } from "../../../../shared/domain/text/language.ts";

describe.each(languages)("in %s", (language) => {
  test.each([
    nothingFits([], language),
    nothingFits(["42"], language),
    nothingFitsBeside([], language),
    nothingFitsBeside(["42"], language),
    howToStop(language),
    addedUnread(language),
  ])("%s", (text) => {
    expect(languageOf(text)).toBe(language);
    expect(text).not.toMatch(/[{}]/);
  });
});

test("examples are said as they are", () => {
  expect(nothingFits(["$& {list}", "Make it a table"], "en")).toMatch(/for example: \$& \{list\} · Make it a table$/);
});

test.each([
  "Stop!",
  "please stop",
  "No, stop it now",
  "stop stop stop",
  "Halt",
  "Abort the run",
  "Cancel everything",
  "Stopp bitte",
  "Hör bitte auf damit",
  "Brich alles ab",
  "Kannst du das abbrechen?",
  "Arrêtez, s'il vous plaît",
  "Annule tout",
  "Detente",
  "Cancela todo",
  "Fermati!",
  "Annulla tutto",
])("%s: only asks to stop", (message) => expect(asksToStop(message)).toBe(true));

test.each([
  "",
  "—",
  "Stop using the mean",
  "Stop at point 2",
  "Stop, add the risks",
  "Cancel that",
  "Cancel the reminder",
  "annule ça",
  "Add a section on the stop signs",
])("%s: asks for something else than to stop", (message) => expect(asksToStop(message)).toBe(false));

test("a long message is found to be no wish to stop in no time", () => {
  const before = performance.now();
  expect(asksToStop(`${"stop now ".repeat(20_000)}or go on`)).toBe(false);
  expect(asksToStop(`${"stop now ".repeat(5)}or on`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(500);
});

test.each([
  "try again",
  "Do it again please",
  "Refresh it with the newest data",
  "go on",
  "Aktualisiere das bitte",
  "Versuch es nochmal",
  "Encore une fois",
  "Refais-le",
  "Otra vez",
  "di nuovo per favore",
])("%s: only asks for the same once more", (message) => expect(asksAgain(message)).toBe(true));

test.each(["", "please", "Translate it again", "Update the title", "Again in German"])(
  "%s: asks for something else than the same",
  (message) => expect(asksAgain(message)).toBe(false),
);

test.each([
  "Does the attached file confirm point 2?",
  "Bestätigt die Datei Punkt 2?",
  "¿Confirma el archivo el punto 2?",
  "Explain point 2",
  "And what about solar?",
  "how many tonnes does it weigh",
])("%s: asks for facts", (message) => expect(asksForFacts(message)).toBe(true));

test.each([
  "",
  "Translate it",
  "Can you translate it?",
  "Why is that? And make it a table.",
  "Please check whether it is true",
])("%s: asks for no facts", (message) => expect(asksForFacts(message)).toBe(false));

test.each([
  ["No", true],
  ["Nein!", true],
  ["No, thanks", true],
  ["no, add the risks", false],
  ["", false],
])("%s: only says no: %s", (message, isSo) => expect(onlyRefuses(message)).toBe(isSo));
