import { describe, expect, test } from "vitest";
import { routeOf } from "../../../support/routed-message.ts";

describe("giving up what was asked", () => {
  test.each([
    "Forget that, look into whales",
    "Never mind, research heat pumps for old houses",
    "Forget all that. Write a report on whales",
    "Forget it, write about penguins instead",
    "Vergiss das, recherchiere lieber Wärmepumpen",
    "Oublie ça et fais des recherches sur les baleines",
    "Olvídalo, investiga ballenas",
    "Lascia perdere e cerca informazioni sulle balene",
  ])("%s: is a new goal with work of its own behind it", (message) => {
    expect(routeOf(message, { agent_kind: "general" })).toBe("new_run");
    expect(routeOf(message)).toBe("revise_run");
  });

  test.each([
    "Forget the table, keep the list",
    "Forget that, keep the list",
    "Forget that, look into the second point",
    "Forget that, look into why it is so high",
    "Forget it, investigate the costs",
    "Leave that, we are fine with the list",
    "Vergiss die Tabelle, behalte die Liste",
    "Vergiss das, untersuche den zweiten Punkt",
    "Oublie le tableau, garde la liste",
    "Olvida la tabla, deja la lista",
    "Dimentica la tabella, tieni la lista",
  ])("%s: is none without it, and the model decides", (message) => {
    expect(routeOf(message, { agent_kind: "general" })).toBeNull();
    expect(routeOf(message)).toBeNull();
  });

  test.each([
    "Forget that, thanks anyway",
    "Forget that, it's fine as it was",
    "Vergiss das, danke trotzdem",
    "Oublie ça, merci quand même",
    "Olvida eso, gracias de todos modos",
    "Dimentica questo, grazie comunque",
  ])("%s: takes back what was asked last", (message) => {
    for (const agent_kind of ["specialised", "general"] as const)
      expect(routeOf(message, { agent_kind })).toBe("revise_run");
  });

  test("a change in its place is one of a specialised agent's deliverable", () => {
    expect(routeOf("Forget that, add the risks")).toBe("revise_run");
    expect(routeOf("Vergiss das, nimm den Median")).toBe("revise_run");
  });
});
