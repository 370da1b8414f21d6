import { describe, expect, it } from "vitest";
import { routeFollowUp } from "../../../local/bedrock/model/structured/route-follow-up.ts";
import { ferryReport } from "../../support/texts.ts";

const routeOf = (message: string, agent_kind = "general") =>
  routeFollowUp({
    message,
    latest_delivery: ferryReport,
    run_summary: "A report on the ferry",
    open_questions: [],
    agent_kind,
  })["route"];

describe("a follow-up is routed", () => {
  it.each([
    "Why is the tower a risk?",
    "Explain the second point",
    "Where does this number come from?",
    "How many passengers did the line carry?",
    "Warum ist das so teuer?",
    "Woher stammt diese Zahl?",
    "Peux-tu expliquer le deuxième point ?",
    "¿Por qué es un riesgo?",
    "Da dove viene questo numero?",
    "thanks!",
    "Check this again in 30 minutes",
    "Erinnere mich morgen daran",
    "cancel that follow-up",
  ])("to an answer from the result: %s", (message) => expect(routeOf(message)).toBe("direct_answer"));

  it.each([
    "Expand the third point",
    "Turn this into an email",
    "use the median instead",
    "Actually keep it short and make it a table",
    "What is the population of France?",
    "What are the latest passenger numbers?",
    "Und die Personalausstattung?",
    "Mach daraus eine Tabelle",
    "Ajoute une section sur les risques",
    "Añade una sección sobre los costes",
    "Accorcia il testo",
    "Forget the table, keep the list",
    "Vergiss die Tabelle, behalte die Liste",
  ])("to a revision: %s", (message) => expect(routeOf(message)).toBe("revise_run"));

  it.each([
    "Now research the history of Kyoto",
    "Write a report on whale migration",
    "Forget that, research the history of Kyoto",
    "Something else: plan a weekend in Lisbon",
    "Was anderes: plane ein Wochenende in Lissabon",
    "Neues Thema: Solarparks in Spanien",
  ])("to a new run of a general agent, and to a revision of a specialised one: %s", (message) => {
    expect(routeOf(message)).toBe("new_run");
    expect(routeOf(message, "specialised")).toBe("revise_run");
  });
});
