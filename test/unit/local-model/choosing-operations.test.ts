import { describe, expect, it } from "vitest";
import * as z from "zod";
import { Operation } from "../../../agents/report/brief.ts";
import { chooseOperations } from "../../../local/bedrock/model/structured/choose-operations.ts";
import { JsonObject } from "../../../shared/contracts/json.ts";

const parts = [
  { id: "points", kind: "section", ordinal: 1, label: "Key points", text: "" },
  {
    id: "c_00000001",
    kind: "claim",
    ordinal: 1,
    label: "point 1",
    text: "The council approved the electric ferry pilot.",
  },
  {
    id: "c_00000002",
    kind: "claim",
    ordinal: 2,
    label: "point 2",
    text: "The largest risk is the single charging tower.",
  },
  { id: "c_00000003", kind: "claim", ordinal: 3, label: "point 3", text: "The line carried 1.2 million passengers." },
  {
    id: "src_1.t1",
    kind: "table",
    ordinal: 1,
    label: "weather.csv",
    text: "weather, rows, mean of temp_max, mean of wind",
  },
  {
    id: "src_1.t1.r1",
    kind: "row",
    ordinal: 1,
    label: "row 1",
    text: "weather: sun; rows: 714; mean of temp_max: 19.9; mean of wind: 3",
  },
  { id: "section:costs", kind: "section", ordinal: 2, label: "Costs", text: "" },
];
const operations = JsonObject.parse(z.toJSONSchema(Operation, { io: "input" }));
const chosen = (message: string, schema = operations) =>
  chooseOperations({ message, parts, brief: {}, operations: schema })["operations"];
const third = { op: "expand", part_id: "c_00000003", text: "The line carried 1.2 million passengers." };
const second = { op: "expand", part_id: "c_00000002", text: "The largest risk is the single charging tower." };

describe("the operations a message asks for", () => {
  it.each<[string, readonly object[]]>([
    [
      "Expand the third point, add the risks too. Actually keep it short and make it a table.",
      [third, { op: "add_section", topic: "Risks" }, { op: "shorten" }, { op: "change_format", format: "table" }],
    ],
    ["Expand points 2 and 3", [second, third]],
    ["Go deeper into the charging tower risk", [second]],
    ["Turn this into an email", [{ op: "change_format", format: "email" }]],
    [
      "use the median of wind by weather",
      [{ op: "recalculate", statistic: "median", columns: ["wind"], group_by: "weather" }],
    ],
    ["sum instead of mean", [{ op: "recalculate", statistic: "sum" }]],
    ["Remove the costs section", [{ op: "remove_section", topic: "Costs" }]],
    ["Only 3 key points please", [{ op: "set_points", count: 3 }]],
    ["focus on maintenance", [{ op: "set_topic", topic: "Maintenance" }]],
    ["Could you look at passenger comfort as well?", [{ op: "add_section", topic: "Passenger comfort" }]],
    [
      "Ergänze bitte einen Abschnitt zu den Kosten und vertiefe den zweiten Punkt",
      [{ op: "add_section", topic: "Kosten" }, second],
    ],
    ["Développe le troisième point et ajoute les risques", [third, { op: "add_section", topic: "Risques" }]],
    [
      "Ponlo en una tabla y usa la mediana",
      [
        { op: "change_format", format: "table" },
        { op: "recalculate", statistic: "median" },
      ],
    ],
    ["Aggiungi una sezione sui rischi", [{ op: "add_section", topic: "Rischi" }]],
    ["Hello there", []],
  ])("%s", (message, expected) => expect(chosen(message)).toEqual(expected));

  it("always fit the schema they were chosen from", () => {
    const messages = [
      "expand it",
      "table",
      "more",
      "add",
      "remove",
      "by",
      "7",
      "make it better?",
      "por favor",
      "…",
      "",
    ];
    for (const message of messages) {
      for (const operation of z.array(z.unknown()).parse(chosen(message)))
        expect(Operation.safeParse(operation).success).toBe(true);
    }
  });

  it("come from the given schema only", () => {
    const schema = JsonObject.parse(
      z.toJSONSchema(
        z.discriminatedUnion("op", [
          z.object({ op: z.literal("translate"), language: z.enum(["german", "french"]) }),
          z.object({ op: z.literal("shorten") }),
        ]),
      ),
    );
    expect(chosen("Translate it to French and shorten it", schema)).toEqual([
      { op: "translate", language: "french" },
      { op: "shorten" },
    ]);
    expect(chosen("Expand the third point", schema)).toEqual([]);
  });
});
