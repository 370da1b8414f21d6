import { describe, expect, test } from "vitest";
import { isKnownWish, needsNoFacts } from "../../../../shared/domain/routing/route-rules.ts";
import { routed, routeOf } from "../../../support/routed-message.ts";

describe("a change that is to be made later", () => {
  test.each([
    "Add the June numbers next Monday",
    "In 30 minutes, make it a table",
    "Recalculate it tomorrow",
    "Tomorrow make it a table, please",
    "Make it a table at 9 am",
    "Add the latest figures every Monday",
    "Füge morgen die Risiken hinzu",
    "Berechne es nächste Woche neu",
    "Ergänze in der nächsten Woche die Risiken",
    "Ajoute les risques demain",
    "Recalcule-le la semaine prochaine",
    "Añade los riesgos mañana",
    "Dentro de dos horas, usa la mediana",
    "Aggiungi i rischi domani",
    "Tra due ore fanne una tabella",
  ])("%s: is not made now, and the model decides", (message) => {
    for (const agent_kind of ["specialised", "general"] as const) {
      expect(routeOf(message, { agent_kind })).toBeNull();
      expect(isKnownWish(routed(message, { agent_kind }))).toBe(true);
    }
  });

  test("is no new run of now either", () => {
    expect(routeOf("New task: compare cars tomorrow", { agent_kind: "general" })).toBeNull();
    expect(routeOf("New task: write a plan for next week", { agent_kind: "general" })).toBe("new_run");
  });
});

describe("a time that belongs to what is asked for", () => {
  test.each([
    "Add the numbers of next Monday",
    "Add the forecast for tomorrow",
    "Add a section on the next 3 years",
    "Add the later chapters",
    "Add a column for each month",
    "Remove everything from Monday",
    "What about next week?",
    "Ergänze die Zahlen für nächste Woche",
    "Ergänze die Zahlen vom Montag",
    "Ajoute les chiffres de lundi",
    "Ajoute les prévisions pour la semaine prochaine",
    "Añade los datos de mañana",
    "Añade los datos del lunes",
    "Aggiungi i dati di domani",
  ])("%s: is a change of now", (message) => expect(routeOf(message)).toBe("revise_run"));
});

describe("what needs no facts", () => {
  test.each([
    "Thanks!",
    "Check this again next week",
    "Remind me about the forecast for next week",
    "Cancel the reminder",
    "Tell me tomorrow whether it changed",
    "Let me know in 2h if anything changed",
    "Sag mir morgen, ob sich etwas geändert hat",
    "Add the June numbers next Monday",
  ])("%s: is answered whatever the age of the result", (message) => expect(needsNoFacts(message)).toBe(true));

  test.each([
    "Tell me the demand forecast for next week.",
    "Tell me the demand forecast next week",
    "Check the forecast for tomorrow",
    "Let me know the forecast for next week",
    "Sag mir die Prognose für nächste Woche",
    "Dis-moi les prévisions pour la semaine prochaine",
    "Revisa la previsión de mañana",
    "Controlla le previsioni di domani",
    "Why is the second point true?",
    "Did you check it tomorrow or today?",
  ])("%s: is not answered from a result that is too old", (message) => expect(needsNoFacts(message)).toBe(false));
});

describe("a wish to come back in the form of a question", () => {
  test.each(["Can you remind me tomorrow?", "Could you check this again in two hours?"])(
    "%s: needs no facts",
    (message) => {
      expect(needsNoFacts(message)).toBe(true);
    },
  );

  test("a question about what was delivered does", () => {
    expect(needsNoFacts("What happens tomorrow?")).toBe(false);
  });
});
