import { describe, expect, it } from "vitest";
import { scheduleIntentOf } from "../../../local/bedrock/model/free/schedule-intent.ts";
import { delayText, timeIn } from "../../../local/bedrock/model/free/time-words.ts";

const now = "2026-07-01T10:00:00.000Z";

describe("a time in a message", () => {
  it.each([
    ["check this again in 30 minutes", 30],
    ["in an hour", 60],
    ["in half an hour", 30],
    ["in 2 hours and 15 minutes", 135],
    ["in 1h30m", 90],
    ["again in 3d", 4320],
    ["within two days", 2880],
    ["next week", 10_080],
    ["tomorrow", 1440],
    ["in 1.5 hours", 90],
    ["in zwei Stunden", 120],
    ["in einer Stunde", 60],
    ["übermorgen", 2880],
    ["dans 45 minutes", 45],
    ["dans une heure", 60],
    ["demain matin", 1440],
    ["dentro de tres días", 4320],
    ["mañana", 1440],
    ["tra un'ora", 60],
    ["fra 20 minuti", 20],
    ["domani", 1440],
  ])("%s", (message, minutes) => expect(timeIn(message, undefined)?.wish).toEqual({ delay_minutes: minutes }));

  it.each([
    ["at 2026-07-18T09:00Z", "2026-07-18T09:00Z"],
    ["at 2026-07-18T09:00:00+02:00", "2026-07-18T09:00:00+02:00"],
    ["tomorrow at 9:30", "2026-07-02T09:30:00Z"],
    ["tomorrow at 5 pm", "2026-07-02T17:00:00Z"],
    ["tomorrow at 12 am", "2026-07-02T00:00:00Z"],
    ["tomorrow at 12 pm", "2026-07-02T12:00:00Z"],
    ["morgen um 8 Uhr", "2026-07-02T08:00:00Z"],
  ])("%s", (message, at) => expect(timeIn(message, now)?.wish).toEqual({ at }));

  it("tonight is today, also late in the evening", () =>
    expect(timeIn("tonight at 10 pm", "2026-07-01T20:30:00.000Z")?.wish).toEqual({ at: "2026-07-01T22:00:00Z" }));

  it("an hour that no day has is not taken for one", () =>
    expect(timeIn("tomorrow at 25", now)?.wish).toEqual({ delay_minutes: 1440 }));

  it.each(["it rained 30 minutes", "the 3rd point", "section 4m of the table", "in the report", "version 2h", ""])(
    "is not in: %s",
    (message) => {
      const found = timeIn(message, now);
      expect(found === undefined || scheduleIntentOf(message, now).kind === "none").toBe(true);
    },
  );

  it.each([
    [1, "1m"],
    [0.5, "1m"],
    [90, "1h30m"],
    [1440, "1d"],
    [1501, "1d1h1m"],
  ])("of %d minutes is written %s", (minutes, text) => expect(delayText(minutes)).toBe(text));
});

describe("what a message wants to be scheduled", () => {
  it.each([
    ["Check this again in 30 minutes", "Check this again", ""],
    ["in 2 hours tell me whether it changed", "Tell me whether it changed", ""],
    ["at 2026-07-18T09:00Z verify the premiums", "Verify the premiums", ""],
    ["Could you remind me tomorrow to call the insurer?", "Remind me to call the insurer?", ""],
    ["Expand the third point and check again in 2 hours", "Check again", "Expand the third point"],
    ["Why is it a risk? Look at it again in a week.", "Look at it again.", "Why is it a risk?"],
    ["Prüf das bitte in zwei Stunden nochmal", "Prüf das bitte nochmal", ""],
    ["Vérifie encore dans une heure, s'il te plaît", "Vérifie encore", ""],
    ["In 30 minutes, make it a table", "Make it a table", ""],
    ["Recalculate it tomorrow.", "Recalculate it.", ""],
  ])("%s", (message, note, rest) => {
    expect(scheduleIntentOf(message, now)).toMatchObject({ kind: "schedule", note, rest });
  });

  it.each([
    ["What happened in 30 minutes?", "none"],
    ["Add what changed in 2 days of rain", "none"],
    ["Expand the third point", "none"],
    ["In two days, did it rain?", "none"],
    ["remind me", "schedule_without_time"],
    ["cancel that follow-up", "cancel"],
    ["please don't check again", "cancel"],
    ["Sag die Erinnerung ab", "cancel"],
    ["annule le rappel", "cancel"],
    ["which follow-ups are pending?", "list"],
  ])("%s: %s", (message, kind) => expect(scheduleIntentOf(message, now).kind).toBe(kind));
});
