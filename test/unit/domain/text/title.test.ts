import { expect, test } from "vitest";
import { titleOf } from "../../../../shared/domain/text/clip-text.ts";

test.each([
  ["Write a report", "Write a report"],
  ["  Write a report\non energy use\r\n\n\tby state \u0007 ", "Write a report on energy use by state"],
  ["🌳".repeat(121), `${"🌳".repeat(119)}…`],
])("a conversation that begins with %j is called %j", (text, title) => {
  expect(titleOf(text)).toBe(title);
});
