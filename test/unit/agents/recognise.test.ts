import { describe, expect, test } from "vitest";
import type { Operation } from "../../../agents/report/brief.ts";
import { readFirstInput } from "../../../agents/report/first-input.ts";
import { recognise } from "../../../agents/report/recognise.ts";
import { aBrief, aView } from "../../support/report-view.ts";

const view = aView();
const brief = aBrief({ sections: ["risks"] });

const expand = (ordinal: number): Operation => ({
  op: "expand",
  part_id: `c_0000000${ordinal}`,
  text: `Point ${ordinal} speaks of energy.`,
  within: "points",
});
const recalculate = (over: Partial<Extract<Operation, { op: "recalculate" }>>): Operation => ({
  op: "recalculate",
  statistic: null,
  columns: null,
  group_by: null,
  ...over,
});
const table: Operation = { op: "change_format", format: "table" };
const email: Operation = { op: "change_format", format: "email" };
const bullets: Operation = { op: "change_format", format: "bullets" };
const shorten: Operation = { op: "shorten" };
const lengthen: Operation = { op: "lengthen" };
const add = (topic: string): Operation => ({ op: "add_section", topic });

const understood: readonly (readonly [message: string, operations: readonly Operation[]])[] = [
  ["Expand the third point", [expand(3)]],
  ["Can you please expand point 3?", [expand(3)]],
  ["Expand #2", [expand(2)]],
  ["Expand the last one", [expand(5)]],
  ["Expand the first and second points", [expand(1), expand(2)]],
  ["Go deeper into points 2 to 4", [expand(2), expand(3), expand(4)]],
  ["More detail on the third point, please", [expand(3)]],
  ["Expand c_00000004", [expand(4)]],
  ["Expand the second risk", [{ op: "expand", part_id: "c_0000000b", text: "Oil runs out.", within: "section:risks" }]],
  ["Expand the risks section", [{ op: "expand", part_id: "section:risks", text: "Risks", within: "section:risks" }]],
  ["Use the median instead of the mean", [recalculate({ statistic: "median" })]],
  ["Use the median, not the mean", [recalculate({ statistic: "median" })]],
  ["Instead of the mean use the median", [recalculate({ statistic: "median" })]],
  ["Switch from the mean to the maximum", [recalculate({ statistic: "max" })]],
  ["Median please", [recalculate({ statistic: "median" })]],
  [
    "Show the sum of net_generation by source",
    [recalculate({ statistic: "sum", columns: ["net_generation"], group_by: "source" })],
  ],
  ["Group by decade", [recalculate({ group_by: "decade" })]],
  ["Add the risks too", [add("risks")]],
  ["Add the costs and benefits", [add("costs"), add("benefits")]],
  ["Also include a section on storage", [add("storage")]],
  ["Remove the risks section", [{ op: "remove_section", topic: "section:risks" }]],
  ["Drop the risks", [{ op: "remove_section", topic: "section:risks" }]],
  ["make it a table", [table]],
  ["A table, please", [table]],
  ["as an email", [email]],
  ["Turn this into an e-mail", [email]],
  ["In bullet points", [bullets]],
  ["Make the report a table", [table]],
  ["Keep it short", [shorten]],
  ["Actually keep it short and make it a table", [shorten, table]],
  ["Make it a short table", [shorten, table]],
  ["Make it longer", [lengthen]],
  ["10 points instead", [{ op: "set_points", count: 10 }]],
  ["Only three points please", [{ op: "set_points", count: 3 }]],
  ["Give me the top 7", [{ op: "set_points", count: 7 }]],
  ["Two more points", [{ op: "set_points", count: 7 }]],
  ["Write about solar power instead", [{ op: "set_topic", topic: "solar power" }]],
  ["Expand the second point, add the costs, and make it short", [expand(2), add("costs"), shorten]],
  ["Führe den dritten Punkt aus", [expand(3)]],
  ["Vertiefe Punkt 2 und mach daraus eine Tabelle", [expand(2), table]],
  ["Nimm den Median statt des Mittelwerts", [recalculate({ statistic: "median" })]],
  ["Füge die Kosten hinzu", [add("Kosten")]],
  ["Mach daraus eine kurze Tabelle", [shorten, table]],
  ["Als E-Mail bitte", [email]],
  ["Kürzer bitte", [shorten]],
  ["Zehn Punkte bitte", [{ op: "set_points", count: 10 }]],
  ["Développe le troisième point", [expand(3)]],
  ["Utilise la médiane au lieu de la moyenne", [recalculate({ statistic: "median" })]],
  ["Ajoute aussi les coûts", [add("coûts")]],
  ["Fais-en un tableau", [table]],
  ["Plus court", [shorten]],
  ["Amplía el tercer punto", [expand(3)]],
  ["Usa la mediana en lugar de la media", [recalculate({ statistic: "median" })]],
  ["Añade los costes", [add("costes")]],
  ["Hazlo más corto", [shorten]],
  ["Como tabla, por favor", [table]],
  ["Espandi il terzo punto", [expand(3)]],
  ["Usa la mediana invece della media", [recalculate({ statistic: "median" })]],
  ["Aggiungi i costi", [add("costi")]],
  ["Fanne una tabella", [table]],
];

describe("messages that rules understand", () => {
  test.each(understood)("%s", (message, operations) => {
    expect(recognise(message, view, brief)).toEqual(operations);
  });
});

describe("messages that are left to the model, because a word of them would be lost", () => {
  test.each([
    "Why is the first point true?",
    "Expand the third point and use a friendlier tone",
    "Make it nicer",
    "Expand the ninth point",
    "What is the median?",
    "Do not make it a table",
    "Add a column for the cost to the table",
    "Add the risks and a list of sources",
    "Expand it",
    "Not too long",
    "Use the table",
    "Remove the costs",
    "900 points",
    "42",
    "",
    "Thanks",
    "Make it short and long",
    "Make it a table and an email at the same time, depending on the weather",
    "a, b, c, d, e, f, g, h, i, j, k, l, m, n",
  ])("%s", (message) => {
    expect(recognise(message, view, brief)).toBeNull();
  });
});

const count = (points: number) => ({ op: "set_points", count: points }) as const;

describe("the first message", () => {
  test.each([
    [
      "Write a short report on the Iowa electricity mix with the risks, as a table",
      "Iowa electricity mix",
      [shorten, add("risks"), table],
    ],
    ["Summarise these sources", "", []],
    [
      "Please write me an email about wind power in 3 points using the median",
      "wind power",
      [email, { op: "set_points", count: 3 }, recalculate({ statistic: "median" })],
    ],
    ["Schreibe einen kurzen Bericht über die Energiekrise mit den Risiken", "Energiekrise", [shorten, add("Risiken")]],
    ["Fasse die Quellen zusammen", "", []],
    ["Écris un rapport sur l'énergie avec les risques", "énergie", [add("risques")]],
    ["Escribe un informe sobre la energía como tabla", "energía", [table]],
    ["Scrivi una relazione sull'energia con i rischi", "energia", [add("rischi")]],
    ["Wind power in Iowa", "Wind power in Iowa", []],
    ["Compare cars with the best mileage", "cars with the best mileage", []],
    ["Report on dealing with risks", "dealing with risks", []],
    ["Write a report on energy with a section on storage", "energy", [add("storage")]],
    ["List the five main causes of the crisis", "five main causes of the crisis", [bullets, count(5)]],
    ["Please name three risks", "three risks", [bullets, count(3)]],
    ["Give me a list of the ten principles of the plan", "ten principles of the plan", [bullets, count(10)]],
    ["Nenne die Ursachen der Krise", "Ursachen der Krise", [bullets]],
    ["List of suppliers", "suppliers", [bullets]],
  ] as const)("%s", (message, topic, wishes) => {
    const read = readFirstInput(message);
    expect(read.topic).toBe(topic);
    expect(read.wishes).toEqual(wishes);
  });

  test("has its wishes picked out, whatever else it says", () => {
    const first = "Write a report on the energy crisis with the risks";
    expect(recognise(first, { content: null, parts: [] }, aBrief({ topic: "energy crisis" }))).toEqual([add("risks")]);
  });

  test("is not mistaken for a message that comes before anything was delivered", () => {
    const operations = recognise("Expand the third point", { content: null, parts: [] }, brief);
    expect(operations).toEqual([{ op: "expand", part_id: "#3", text: null, within: null }]);
  });
});
