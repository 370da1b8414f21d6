import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStandingWishes } from "../../../../shared/domain/routing/standing-wish.ts";

describe("a wish for everything from now on", () => {
  test.each([
    "Never use supplier X.",
    "always in euros",
    "From now on use the median",
    "Do not ever quote the address",
    "Don't use supplier X again",
    "We never work with ACME Inc.",
    "Figures always in euros please",
    "Make sure you always name the source",
    "Nimm nie Lieferant X.",
    "Bitte immer in Euro rechnen",
    "Ab jetzt bitte nur Zahlen ab 2010",
    "Ne cite jamais le discours mot à mot",
    "Toujours en euros, s'il te plaît",
    "N'utilise jamais le fournisseur X",
    "No uses nunca al proveedor X",
    "Siempre en euros, por favor",
    "Non citare mai il discorso alla lettera",
    "Sempre in euro, per favore",
    "From now on make it a table",
    "Make it a table from now on",
    "Keep it short from now on, please",
    "In future use euros",
    "In future, could you round the figures",
    "In the future, please answer in German",
    "Use euros in the future",
    "Round to whole numbers in future.",
    "Prices never in dollars",
    "Mach es immer als Tabelle",
    "In Zukunft bitte nur Zahlen ab 2010",
    "Nimm den Median in Zukunft",
    "À l'avenir, utilise la médiane",
    "Réponds en anglais à l'avenir",
    "En adelante usa la mediana",
    "In futuro usa la mediana",
    "Usa la mediana d'ora in poi",
    "Mai citare il discorso",
  ])("%s: is kept word for word", (message) => {
    expect(readStandingWishes(message)).toEqual({ wishes: [message], lifted: [], rest: "" });
  });

  test.each([
    "Is it always like this?",
    "Why never?",
    "It is always cold in Iowa.",
    "Prices never rise",
    "Never mind",
    "I never said that",
    "Das ist immer so",
    "it was high, always above 3",
    "Use the median",
    "C'est toujours pareil",
    "Siempre ha sido así",
    "Write a report on nuclear power in the future",
    "Compare that with what experts expect in the future",
    "Show how prices develop in the future",
    "Use the outlook on prices in the future",
    "In the future nuclear power will be cheaper",
    "Write about coal today and in the future",
    "Write about coal today and in the future, please",
    "Write about coal now and in the future without subsidies",
    "In the future work will be scarce",
    "It was never as high as in 2020.",
    "Demand peaked always in July",
    "Prices never as low as then",
    "Prices were always in euros",
    "It will be cheaper from now on",
    "Mention that it was never so high",
    "Schreib einen Bericht über Kernkraft in Zukunft",
    "In Zukunft wird Kernkraft billiger",
    "Der Preis war nie in Euro",
    "Die Preise stiegen immer in Krisen",
    "Zeige die Werte im Mai",
    "Nenne nur Mai und Juni",
    "April und Mai in Berlin",
    "Écris un rapport sur le nucléaire à l'avenir",
    "Montre les chiffres de mai",
    "Les prix étaient toujours en francs",
    "Escribe un informe sobre la energía nuclear en el futuro",
    "El precio es siempre en euros",
    "Scrivi una relazione sul nucleare in futuro",
    "I prezzi erano sempre in lire",
    "",
  ])("%s: is none", (message) => {
    expect(readStandingWishes(message)).toEqual({ wishes: [], lifted: [], rest: message });
  });

  test("stands beside another wish and is taken out of it", () => {
    expect(readStandingWishes("Make it a table, and in future use euros")).toEqual({
      wishes: ["in future use euros"],
      lifted: [],
      rest: "Make it a table",
    });
    expect(readStandingWishes("Make it a table and never use supplier X")).toEqual({
      wishes: ["never use supplier X"],
      lifted: [],
      rest: "Make it a table",
    });
    expect(readStandingWishes("toujours en tableau, et n'utilise jamais le fichier X").wishes).toEqual([
      "toujours en tableau",
      "n'utilise jamais le fichier X",
    ]);
    expect(readStandingWishes("Expand point 3. And always in euros! Thanks")).toEqual({
      wishes: ["always in euros!"],
      lifted: [],
      rest: "Expand point 3. Thanks",
    });
  });

  test.each([
    "You may use supplier X again",
    "Du darfst Lieferant X wieder nehmen",
    "Forget the rule about supplier X",
  ])("%s: takes one back", (message) => {
    expect(readStandingWishes(message)).toEqual({ wishes: [], lifted: [message], rest: "" });
  });
});

test("whatever is typed, nothing is invented, and it takes no time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (message) => {
      const { wishes, lifted, rest } = readStandingWishes(message);
      for (const sentence of [...wishes, ...lifted]) expect(message).toContain(sentence);
      expect(rest.length).toBeLessThanOrEqual(message.length);
    }),
  );
  const began = process.hrtime.bigint();
  readStandingWishes("never , and always ".repeat(15_000));
  expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(2_000);
});
