import { describe, expect, test } from "vitest";
import { asksLater, partFirst, partLater } from "../../../../shared/domain/routing/asked-later.ts";

describe("a message that asks for something now and for something later is parted", () => {
  test.each([
    ["Add the risks and remind me tomorrow", "Add the risks", "remind me tomorrow"],
    ["Add the risks. Remind me tomorrow.", "Add the risks.", "Remind me tomorrow."],
    ["Remind me tomorrow and add the risks", "add the risks", "Remind me tomorrow"],
    [
      "Could you make it a table, and then check again in 2 hours?",
      "Could you make it a table",
      "then check again in 2 hours?",
    ],
    [
      "Write a report on energy and water use and check the figures again in 30 minutes",
      "Write a report on energy and water use",
      "check the figures again in 30 minutes",
    ],
    ["Add the risks and in 30 minutes check the figures", "Add the risks", "in 30 minutes check the figures"],
    [
      "Make it shorter.\nCheck back in an hour. Tell me what changed.",
      "Make it shorter.",
      "Check back in an hour. Tell me what changed.",
    ],
    [
      "Write a report on X-rays. Remind me tomorrow. Verify all figures against the sources.",
      "Write a report on X-rays. Verify all figures against the sources.",
      "Remind me tomorrow.",
    ],
    ["Make it a table and cancel the reminder", "Make it a table", "cancel the reminder"],
    ["Füge die Risiken hinzu und erinnere mich morgen", "Füge die Risiken hinzu", "erinnere mich morgen"],
    ["Ajoute les risques et rappelle-moi demain", "Ajoute les risques", "rappelle-moi demain"],
    ["Añade los riesgos y recuérdame mañana", "Añade los riesgos", "recuérdame mañana"],
    ["Aggiungi i rischi e ricordami domani", "Aggiungi i rischi", "ricordami domani"],
  ])("%s", (message, now, later) => {
    expect(partLater(message)).toEqual({ now, later });
    expect(asksLater(message)).toBe(true);
  });
});

test.each([
  "On Monday, remind me about the figures",
  "Remind me on Monday, Wednesday and Friday",
  "Remind me tomorrow, please",
  "Check the figures again in 30 minutes",
  "In 30 minutes, check the figures again",
  "Remind me tomorrow to make it shorter",
  "Check back in an hour and make it a table",
  "Check the figures in an hour. If they changed, add them.",
])("%s: is all for later", (message) => {
  expect(partLater(message)).toBeNull();
  expect(asksLater(message)).toBe(true);
});

test.each([
  "Add the risks",
  "Write a guide to cars and what to check every month",
  "Write a poem about friends and how they remind me of home",
  "The nurse should look at it every day. Add that.",
  "Check every figure and make it a table",
  "Add a chart and tell me the forecast for next week",
  "Write a report on costs and check the figures for next month",
  "Check the forecast for tomorrow",
  "Tell me the demand forecast for next week.",
  `Add the risks. ${"The valley is green. ".repeat(300)}Remind me tomorrow.`,
])("%.60s: asks for nothing later", (message) => {
  expect(partLater(message)).toBeNull();
  expect(asksLater(message)).toBe(false);
});

test("a long message is looked through quickly", () => {
  const began = performance.now();
  for (const words of ["and check, ", "remind me and ", "in 5 minutes. ", "\n, "]) partLater(words.repeat(300));
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each(["Anna, remind me tomorrow", "Thanks a lot! Check back in an hour."])(
  "%s: is routed as a whole, for nothing else in it is a matter of its own",
  (message) => {
    expect(partLater(message)).toBeNull();
    expect(asksLater(message)).toBe(true);
  },
);

test.each(["If the price rises, remind me", "When it is done, check back tomorrow"])(
  "%s: is not cut where it leans on what comes",
  (message) => {
    expect(partLater(message)).toBeNull();
  },
);

describe("the first words of a run", () => {
  test("are parted like others", () => {
    expect(partFirst("Write a report on energy use and check the figures again in 30 minutes")).toEqual({
      now: "Write a report on energy use",
      later: "check the figures again in 30 minutes",
    });
  });

  test("that only ask to come back are for now, too", () => {
    const words = "Check the prices again tomorrow";
    expect(partFirst(words)).toEqual({ now: words, later: words });
  });

  test.each(["Write a report on energy use", "Write a report. List the reminders that drivers get."])(
    "%s: ask for nothing later",
    (words) => {
      expect(partFirst(words)).toBeNull();
    },
  );
});
