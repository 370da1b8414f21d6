import { expect, test } from "vitest";
import { forOtherPart } from "../../../../shared/domain/references/other-part.ts";
import { meansAnother } from "../../../../shared/domain/routing/take-back.ts";
import { someParts } from "../../../support/report-view.ts";

test.each([
  ["Expand “Prices rise.”", { kind: "reworded", text: "Expand Risks 2" }],
  ["Why is “Oil runs out.” true?", { kind: "reworded", text: "Why is Risks 1 true?" }],
  ["Expand the third point", { kind: "unclear" }],
  ["Expand the first and the second point", { kind: "no_part" }],
  ["Make it a table", { kind: "no_part" }],
])("%s, for the other part: %j", (text, other) => expect(forOtherPart(text, someParts)).toEqual(other));

test.each([
  ["no, the other one", ""],
  ["No, the other one please.", ""],
  ["sorry, I meant the other one", ""],
  ["not that one", ""],
  ["the other table", "table"],
  ["Nein, den anderen bitte", ""],
  ["die andere Tabelle", "tabelle"],
  ["non, l’autre", ""],
  ["pas celui-là", ""],
  ["no, el otro", ""],
  ["no, l'altro", ""],
  ["l'altra riga", "riga"],
])("%s means another and does not say which", (text, noun) => expect(meansAnother(text)).toBe(noun));

test.each([
  "the other day",
  "no, the other solar panels",
  "no",
  "no, I meant the median",
  "nein, nicht das Jahr 1990",
  "",
])("%s does not", (text) => expect(meansAnother(text)).toBeNull());
