import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Route } from "../../../../shared/contracts/records.ts";
import { routeByRules } from "../../../../shared/domain/routing/route-rules.ts";
import { someParts } from "../../../support/report-view.ts";
import { routed, routeOf } from "../../../support/routed-message.ts";

const routes: readonly (readonly [route: Route, messages: readonly string[]])[] = [
  [
    "direct_answer",
    [
      "Why is the first point true?",
      "Explain the second point",
      "What does this mean?",
      "Source?",
      "Which source says so?",
      "Where does row 2 come from?",
      "How do you know?",
      "Can you explain how the mean was computed?",
      "OK, and why?",
      "Why is it longer than before?",
      "Warum ist das so?",
      "Erkläre den zweiten Punkt",
      "Woher kommt die Zahl?",
      "Pourquoi ?",
      "Explique le deuxième point",
      "D'où vient ce chiffre ?",
      "¿Por qué?",
      "¿De dónde sale esa cifra?",
      "Perché?",
      "Spiega il secondo punto",
      "Thanks!",
      "Great, thank you",
      "Vielen Dank",
    ],
  ],
  [
    "direct_answer",
    [
      "check this again in 30 minutes",
      "Please check back tomorrow",
      "Remind me next week",
      "Keep an eye on this",
      "Follow up on this in 3 days",
      "Look again in an hour",
      "Let me know in 2h if anything changed",
      "Schau in 2 Stunden nochmal nach",
      "Erinnere mich morgen",
      "Vérifie encore dans 30 minutes",
      "Rappelle-moi demain",
      "Revisa esto dentro de 30 minutos",
      "Recuérdame mañana",
      "Controlla di nuovo tra 30 minuti",
      "Ricordami domani",
      "Cancel the reminder",
      "What is scheduled?",
    ],
  ],
  [
    "revise_run",
    [
      "Expand the third point",
      "Use the median instead of the mean",
      "Add the risks too",
      "Actually keep it short and make it a table",
      "Make it a table",
      "Turn this into an email",
      "as bullet points",
      "Only three points",
      "Recalculate with the maximum",
      "Group by source",
      "Remove the risks section",
      "Could you please expand point 2?",
      "The third point in more detail, please",
      "Make it shorter",
      "Führe den dritten Punkt aus",
      "Nimm den Median statt des Mittelwerts",
      "Füge die Risiken hinzu",
      "Mach daraus eine Tabelle",
      "Kürzer bitte",
      "Développe le troisième point",
      "Utilise la médiane",
      "Ajoute les risques",
      "Sous forme de tableau",
      "Amplía el tercer punto",
      "Usa la mediana",
      "Añade los riesgos",
      "Más corto",
      "Espandi il terzo punto",
      "Usa la mediana invece della media",
      "Aggiungi i rischi",
    ],
  ],
];

describe.each(routes)("%s", (route, messages) => {
  test.each(messages)("%s", (message) => {
    expect(routeByRules(routed(message))).toMatchObject({ route, by: "rules" });
  });
});

describe("what was asked last", () => {
  test.each([
    "cancel that",
    "no, the other one",
    "undo the last change",
    "Nein, das andere",
    "annule ça",
    "no, el otro",
    "no, l'altro",
  ])("%s: is a change, unless something is scheduled that it may be about", (message) => {
    expect(routeOf(message)).toBe("revise_run");
    expect(routeOf(message, { has_wakes: true })).toBeNull();
  });
});

test.each([
  "Go back to the first version",
  "Zurück zur ersten Fassung",
  "Reviens à la première version",
  "Vuelve a la primera versión",
  "Torna alla prima versione",
])("%s: is a change", (message) => {
  expect(routeOf(message)).toBe("revise_run");
});

test.each(["Cancel that and make it a list", "Undo that and add the risks", "Vergiss das, als Tabelle bitte"])(
  "%s: is left to the model when something is scheduled that it may be about",
  (message) => {
    expect(routeOf(message, { agent_kind: "general", has_wakes: true })).toBeNull();
  },
);

describe("a source comes with it", () => {
  test.each(["", "here is the 2018 file", "Does this contradict point 2?", "Danke, hier noch eine Datei"])(
    "%s: the result is revised",
    (message) => {
      expect(routeOf(message, { has_attachment: true })).toBe("revise_run");
    },
  );

  test("a new goal with a source of its own is a new run of a general agent", () => {
    const over = { has_attachment: true, agent_kind: "general" } as const;
    expect(routeOf("New task: compare these two contracts", over)).toBe("new_run");
  });
});

describe("quoting the answer", () => {
  test("what is quoted is what a message is about, not what it wants", () => {
    expect(routeOf("“make it a table and add the risks” — says who?")).toBe("direct_answer");
    expect(routeOf("Expand “why did this happen to the oil”")).toBe("revise_run");
  });
});

describe("another goal", () => {
  test.each([
    "New task: compare cars",
    "Now write about penguins instead",
    "Write about penguins instead",
    "Write me a report on whales",
    "Forget that, look into whales",
    "Neue Aufgabe: vergleiche Autos",
    "Schreib jetzt über Pinguine",
    "Nouvelle tâche : compare les voitures",
    "Nueva tarea: compara coches",
    "Nuovo compito: confronta le auto",
  ])("%s: a new run of a general agent", (message) => {
    expect(routeOf(message, { agent_kind: "general" })).toBe("new_run");
  });

  test.each([
    "Forget that, add the risks",
    "Never mind that, make it shorter",
    "Vergiss das, nimm den Median",
    "Oublie ça, ajoute les risques",
    "Olvida eso, añade los riesgos",
    "Dimentica questo, usa la mediana",
  ])("%s: may be a change of the same, so the model decides", (message) => {
    expect(routeOf(message, { agent_kind: "general" })).not.toBe("new_run");
  });

  test.each([
    "Write a summary of the third point",
    "Write a summary of the first two points",
    "Prepare a summary of your findings",
    "Prepare an overview of our results",
    "Make a comparison of the two options",
    "Write a comparison of both approaches",
    "Schreib eine Zusammenfassung zum dritten Punkt",
    "Erstelle einen Vergleich zu den zwei Optionen",
    "Schreib eine Zusammenfassung zu deinen Ergebnissen",
    "Écris un résumé sur le troisième point",
    "Rédige une comparaison de tes résultats",
    "Escribe un resumen sobre el tercer punto",
    "Prepara un resumen de tus resultados",
    "Scrivi un riassunto sul terzo punto",
    "Prepara un confronto sulle due opzioni",
    "Scrivi un riassunto di entrambe le opzioni",
  ])("%s: is about the result, so no run is begun", (message) => {
    expect(routeOf(message, { agent_kind: "general" })).not.toBe("new_run");
    expect(routeOf(message, { agent_kind: "general", parts: [] })).not.toBe("new_run");
  });

  test.each([
    "Write a report on 12 countries",
    "Write a summary of the history of coal",
    "Prepare a comparison of three cars",
    "Schreib einen Bericht über die Geschichte der Kohle",
    "Écris un rapport sur la migration des baleines",
    "Escribe un informe sobre tulipanes",
    "Scrivi una relazione sulla migrazione delle balene",
  ])("%s: is a matter of its own", (message) => {
    expect(routeOf(message, { agent_kind: "general" })).toBe("new_run");
  });

  test("a part that is named is none", () => {
    const named = { agent_kind: "general", parts: someParts } as const;
    expect(routeOf("Write a summary of section 1", named)).not.toBe("new_run");
  });

  test("a specialised agent never starts a new run", () => {
    for (const message of ["New task: compare cars", "Write me a report on whales"])
      expect(routeOf(message)).not.toBe("new_run");
    expect(routeOf("Write about penguins instead")).toBe("revise_run");
  });
});

describe("what is left to the model", () => {
  test.each([
    "What is the median?",
    "How many points are there?",
    "Check the numbers again",
    "Look at the third point again",
    "Explain it and expand the third point",
    "Expand the third point and check again tomorrow",
    "Why is it so long? And make it a table",
    "42",
    "yes",
    "",
    "   ",
    "!!!",
    "最初の点を説明して",
  ])("%s", (message) => {
    expect(routeOf(message)).toBeNull();
  });

  test("a question while nothing was delivered", () => {
    expect(routeOf("Why is the first point true?", { has_delivery: false, parts: [] })).toBeNull();
  });

  test("a change while nothing was delivered is still a change", () => {
    expect(routeOf("Make it a table", { has_delivery: false, parts: [], is_busy: true })).toBe("revise_run");
  });
});

describe("praise with a no", () => {
  test.each([
    "No good.",
    "This is no good",
    "No está bien.",
    "No es lo que necesitaba, gracias",
    "no es todo",
    "Perfecto no es",
    "Non va bene",
    "Non è tutto",
    "Non è quello che mi serviva, grazie",
    "Das ist nicht gut",
    "Ce n'est pas bon",
  ])("%s: is a complaint, and the model decides", (message) => expect(routeOf(message)).not.toBe("direct_answer"));

  test.each([
    "No, thanks",
    "no thanks",
    "No that's all, thank you",
    "Nein danke, das war's",
    "Non merci",
    "Non, c'est tout bon, merci",
    "No, gracias",
    "no muchas gracias",
    "No, va bene",
    "no grazie, va bene",
  ])("%s: needs no work when the no stands for itself", (message) => expect(routeOf(message)).toBe("direct_answer"));
});

describe("something to look at", () => {
  test.each([
    "Check every figure against the sources",
    "Look at each row",
    "Prüfe jede Zahl",
    "Überprüfe alle 12 Länder",
    "Vérifie chaque chiffre",
    "Vérifie tous les points",
    "Revisa cada punto",
    "Mira a las 12 regiones",
    "Controlla ogni numero",
    "Guarda alle 12 regioni",
    "Look at 12 countries",
    "Look at 5",
    "Prüfe den Anstieg um 12 Prozent",
    "Look at the later chapters",
    "Check later years",
    "Check the Monday row",
    "Review tomorrow's forecast",
  ])("%s: is no time to come back at", (message) => expect(routeOf(message)).not.toBe("direct_answer"));

  test.each([
    "Check this every day",
    "Check every 30 minutes",
    "Look at it every other week",
    "Check each Monday",
    "Check again later",
    "Look again later today, please",
    "Check this at 5 pm",
    "Check this at 17:30",
    "Look at it again at 9 o'clock",
    "Check again Monday morning",
    "Prüfe das jeden Montag",
    "Prüfe das alle zwei Stunden",
    "Schau um 17 Uhr nach",
    "Schau später nochmal drauf",
    "Vérifie chaque jour",
    "Vérifie toutes les heures",
    "Vérifie ça à 17 h",
    "Revisa esto cada semana",
    "Revisa esto a las 5",
    "Revisa esto a las 5 de la tarde",
    "Controlla ogni due ore",
    "Controlla di nuovo alle 17",
    "Controlla ogni lunedì",
  ])("%s: is one with a time to come back at", (message) => expect(routeOf(message)).toBe("direct_answer"));
});

describe("while a question is open", () => {
  const asked = { open_questions: ["q_1"] };

  test.each(["What do you mean?", "Why do you ask?", "Was meinst du?", "No entiendo"])(
    "%s: is answered, and it stays open",
    (message) => {
      expect(routeOf(message, asked)).toBe("direct_answer");
    },
  );

  test.each(["42", "the median", "Use the median", "yes", "in 30 minutes", "thanks"])(
    "%s: may be the answer, so no rule decides",
    (message) => {
      expect(routeOf(message, asked)).toBeNull();
    },
  );
});

test("whatever is typed, the same message is always routed the same way, and never to an answer of a question", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.constantFrom("specialised" as const, "general" as const),
      (message, agent_kind) => {
        const verdict = routeByRules(routed(message, { agent_kind }));
        expect(routeByRules(routed(message, { agent_kind }))).toEqual(verdict);
        expect(verdict?.route).not.toBe("resume_need_input");
      },
    ),
  );
});

test("a long message is routed in no time", () => {
  const began = process.hrtime.bigint();
  routeByRules(routed(`what does ${"in a table make it ".repeat(3_000)}`));
  expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(2_000);
});

test.each([",", ".", "-", ", "])("a message of one mark over and over is read like any other: %j", (mark) => {
  const message = `forget that ${mark.repeat(250_000)}`;
  expect(routeByRules(routed(message, { agent_kind: "general" }))?.by ?? "rules").toBe("rules");
});
