import { expect, test } from "vitest";
import { allowedSources } from "../../../../shared/domain/references/allowed-sources.ts";

const sources = [{ name: "global-temp.csv" }, { name: "report.md" }, { name: "Überblick 2024.txt" }];
const left = (...rules: readonly string[]) => allowedSources(sources, rules).map(({ name }) => name);

test.each([
  ["Never use the global-temp file", "global-temp.csv"],
  ["never quote global-temp.csv", "global-temp.csv"],
  ["Nimm nie die Datei Überblick 2024", "Überblick 2024.txt"],
  ["N'utilise jamais la source report.md", "report.md"],
])("%s: %s is kept out", (rule, name) => {
  expect(left(rule)).toEqual(sources.map((one) => one.name).filter((one) => one !== name));
});

test.each([
  "Never make the report longer",
  "always use the report file",
  "Never use supplier X",
  "never use the temp file of last year",
  "Make it a table",
])("%s: keeps nothing out", (rule) => {
  expect(left(rule)).toEqual(sources.map(({ name }) => name));
});
