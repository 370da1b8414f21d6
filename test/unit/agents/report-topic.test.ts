import { describe, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { toAsked } from "../../../shared/agents/asked.ts";
import type { SpecialisedAgent } from "../../../shared/agents/define-agent.ts";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { readAnswer } from "../../../shared/domain/questions/read-answer.ts";
import { exampleSources } from "../../support/example-sources.ts";

if (report.kind !== "specialised") throw new Error("the report agent is specialised");
const { policy } = report satisfies SpecialisedAgent;
const { sources } = exampleSources();
const form = policy.form;
if (form === undefined) throw new Error("the report agent has a form");

const asks = (input: string, from = sources) => form.missing(policy.initial(input, from));
const filled = (input: string, topic: string): JsonObject => form.fill(policy.initial(input, sources), { topic });

describe("the topic is asked for", () => {
  test.each([
    "Write a report.",
    "A short report as a table, please",
    "Schreib bitte einen Bericht",
    "Rédige un rapport",
  ])("when nothing is named and it could be any of several sources: %s", (input) => {
    expect(asks(input)).toMatchObject([{ name: "topic", expires_in_ms: 86_400_000 }]);
  });

  test.each([
    "Write a report on the energy crisis",
    "Summarise these sources",
    "Write a report from all the sources",
    "Fasse die Dateien zusammen",
    "The energy crisis",
  ])("and not when it is named, or when the sources are meant as they are: %s", (input) => {
    expect(asks(input)).toEqual([]);
  });

  test("and not when there is only one thing it could be", () => {
    expect(asks("Write a report.", sources.slice(0, 1))).toEqual([]);
    expect(asks("Write a report.", [])).toEqual([]);
  });

  test("in the person's language, with the sources to choose from", () => {
    const [german] = toAsked(asks("Schreib bitte einen Bericht mit den Kosten"));
    expect(german?.text).toMatch(/^Worüber soll der Bericht sein\?/);
    expect(german?.schema["examples"]).toEqual(["energy address 1977", "global temp", "iowa electricity", "alle"]);
    expect(german?.default).toBe("alle");
  });
});

describe("an answer", () => {
  const [asked] = toAsked(asks("Write a report."));
  const read = (said: string) => readAnswer(said, asked ?? { text: "", schema: {} })?.value;

  test.each([
    ["The energy crisis", "The energy crisis"],
    ["the second one", "global temp"],
    ["iowa electricity, please", "iowa electricity"],
    ["all of them", "energy address 1977, global temp, iowa electricity"],
    ["about wind power", "wind power"],
    ["A report on wind power", "wind power"],
    ["these files", "energy address 1977, global temp, iowa electricity"],
  ])("%s: is the topic", (said, topic) => {
    const brief = filled("Write a report.", String(read(said)));
    expect(brief["topic"]).toBe(topic);
    expect(form.missing(brief)).toEqual([]);
    expect(policy.plan(brief, sources).map(({ step_id }) => step_id)).toContain("points");
  });

  test("keeps the other wishes, and can be given again", () => {
    const brief = filled("Write a short report as a table", "wind power");
    expect(form.fill(brief, { topic: "all of them" })["topic"]).toBe(
      "energy address 1977, global temp, iowa electricity",
    );
  });
});

test("a topic that is set by another message is not asked for any more", () => {
  const open = policy.initial("Write a report.", sources);
  const set = policy.apply(open, policy.operation.parse({ op: "set_topic", topic: "wind power" }));
  expect(form.missing(set)).toEqual([]);
  const shorter = policy.apply(open, policy.operation.parse({ op: "shorten" }));
  expect(form.missing(shorter)).toHaveLength(1);
});
