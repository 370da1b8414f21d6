import { describe, expect, test } from "vitest";
import { routeOf } from "../../../support/routed-message.ts";

describe("another question or thing is routed by what it asks", () => {
  test.each([
    "Another question: why is the second point true?",
    "Another question. Why is the second point true?",
    "Thanks! One more question - where does row 2 come from?",
    "Question: why is the second point true?",
    "On another note, why is the second point true?",
    "Andere Frage: Warum stimmt der zweite Punkt?",
    "Noch eine Frage: woher kommt die Zahl?",
    "Autre question : pourquoi le deuxième point ?",
    "Encore une question : d'où vient ce chiffre ?",
    "Otra pregunta: ¿por qué es cierto el segundo punto?",
    "Un'altra domanda: perché è vero il secondo punto?",
    "Nuova domanda: da dove viene la cifra?",
  ])("%s: is a question about the result", (message) => {
    for (const agent_kind of ["specialised", "general"] as const)
      expect(routeOf(message, { agent_kind })).toBe("direct_answer");
  });

  test.each([
    "Another thing: make it a table",
    "One more thing, could you make it a table?",
    "Something else: expand the third point",
    "Noch was: mach daraus eine Tabelle",
    "Andere Sache: nimm den Median",
    "Autre chose : développe le troisième point",
    "Otra cosa: usa la mediana",
    "Un'altra cosa: aggiungi i rischi",
    "One more thing: cancel that",
  ])("%s: is a change of the result", (message) => {
    for (const agent_kind of ["specialised", "general"] as const)
      expect(routeOf(message, { agent_kind })).toBe("revise_run");
  });

  test.each([
    "Different question: who was the first on the moon?",
    "Something else is strange",
    "Ganz was anderes: plane ein Wochenende in Lissabon",
    "Otra cosa: organiza un fin de semana en Lisboa",
  ])("%s: is left to the model when its words do not say", (message) => {
    expect(routeOf(message, { agent_kind: "general" })).toBeNull();
  });

  test("another task or topic is still another goal", () => {
    for (const message of [
      "Another task: compare cars",
      "Andere Aufgabe: vergleiche Autos",
      "Autre sujet : les voitures",
    ])
      expect(routeOf(message, { agent_kind: "general" })).toBe("new_run");
  });
});
