import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { expandPoint } from "../../../local/bedrock/model/structured/expand-point.ts";
import { keyPoints } from "../../../local/bedrock/model/structured/key-points.ts";
import { writeSection } from "../../../local/bedrock/model/structured/write-section.ts";
import { ferryReport, gettysburgAddress, heatingReport, passagesOf, saidIn } from "../../support/texts.ts";

const readme = readFileSync(new URL("../../../node_modules/minisearch/README.md", import.meta.url), "utf8");
const texts: readonly (readonly [string, string, string])[] = [
  ["an English report", ferryReport, "the electric ferry pilot"],
  ["a German report", heatingReport, "Das Nahwärmenetz Auental"],
  ["a speech", gettysburgAddress, "the nation and the war"],
  ["a manual", readme, "search engine features"],
];

describe.each(texts)("what is written from %s", (_, text, topic) => {
  const passages = passagesOf(text);
  const points = saidIn(keyPoints({ topic, count: 5, passages }));
  const all = [
    ...points,
    ...saidIn(writeSection({ topic, passages })),
    ...saidIn(expandPoint({ point: { id: "c_1", text: points[1]?.text ?? "" }, passages })),
  ];

  it("is as many points as there is to say", () => expect(points.length).toBeGreaterThanOrEqual(4));

  it("is whole sentences", () => {
    for (const { text: said } of all) {
      expect(said).toMatch(/^[\p{Lu}\p{N}"“„[`*]/u);
      expect(said).toMatch(/[.!?…]["”“)\]]?$/u);
    }
  });

  it("says nothing twice", () => {
    expect(new Set(points.map((point) => point.text)).size).toBe(points.length);
    for (const point of points) expect(points.filter((other) => other.text.includes(point.text))).toHaveLength(1);
  });

  it("stands in the passages it names", () => {
    const bare = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
    for (const { text: said, passage_ids } of all) {
      const [cited] = passages.filter(({ id }) => passage_ids.includes(id));
      // A connector may be gone from the front, so only the rest has to be there word for word.
      expect(bare(cited?.text ?? "")).toContain(bare(said).slice(3, 60));
    }
  });

  it("is the same every time", () => expect(saidIn(keyPoints({ topic, count: 5, passages }))).toEqual(points));
});

describe("key points", () => {
  it("are at most as many as asked for, the first ones the same", () => {
    const passages = passagesOf(ferryReport);
    const five = saidIn(keyPoints({ topic: "ferry", count: 5, passages }));
    expect(saidIn(keyPoints({ topic: "ferry", count: 2, passages }))).toEqual(five.slice(0, 2));
  });

  it("come from all over the text", () => {
    const points = saidIn(keyPoints({ topic: "electric ferry pilot", count: 5, passages: passagesOf(ferryReport) }));
    expect(new Set(points.flatMap((point) => point.passage_ids)).size).toBeGreaterThanOrEqual(4);
  });

  it("do not break at an abbreviation", () => {
    const points = saidIn(keyPoints({ topic: "Kosten", count: 5, passages: passagesOf(heatingReport) }));
    expect(points.map((point) => point.text).join(" ")).toContain("mit 6,8 Mio. Euro um neun Prozent");
  });

  it("of notes without sentences are their lines", () => {
    const passages = [
      { id: "p1", source: "notes.md", text: "- second tower at the Old Mill\n- ask the insurer again" },
    ];
    const points = saidIn(keyPoints({ topic: "tower", count: 3, passages }));
    expect(points.map((point) => point.text)).toEqual(["Second tower at the Old Mill.", "Ask the insurer again."]);
  });

  it("of nothing are none", () => expect(keyPoints({ topic: "x", count: 3, passages: [] })).toEqual({ points: [] }));
});

describe("a section", () => {
  const claims = (topic: string, text: string) =>
    saidIn(writeSection({ topic, passages: passagesOf(text) })).map((claim) => claim.text);

  it("on risks finds what is a risk without the word", () => {
    const said = claims("Risks", ferryReport);
    expect(said[0]).toContain("The largest risk is the single charging tower");
    expect(said.join(" ")).toContain("Ice damaged the hull");
    expect(said.join(" ")).toContain("The charging tower failed eleven times");
    expect(said.join(" ")).not.toContain("Energy costs fell");
  });

  it("in another language finds the same kind of thing", () => {
    const said = claims("Risiken", heatingReport).join(" ");
    expect(said).toContain("Das größte Risiko ist der Preis der Hackschnitzel");
    expect(said).toContain("Der Mangel an Fachkräften gefährdet den Ausbau");
  });

  it("on costs speaks of money", () =>
    expect(claims("Costs", ferryReport).join(" ")).toContain("Energy costs fell by 62 percent"));

  it("on something the text does not speak of is empty", () => {
    expect(claims("Penguin migration", ferryReport)).toEqual([]);
    expect(claims("Opera houses", gettysburgAddress)).toEqual([]);
  });
});

describe("an expansion", () => {
  const text =
    "The largest risk is the single charging tower: if it fails in summer, the line can run only every 40 minutes.";
  const paragraphs = saidIn(expandPoint({ point: { id: "c_1", text }, passages: passagesOf(ferryReport) }));

  it("begins with what stands around the point and does not repeat it", () => {
    expect(paragraphs[0]?.text).toMatch(/^Battery modules are delivered by one supplier/);
    expect(paragraphs.map((paragraph) => paragraph.text).join(" ")).not.toContain("The largest risk is");
  });

  it("goes on with what else the sources say about it", () => {
    expect(
      paragraphs
        .slice(1)
        .map((paragraph) => paragraph.text)
        .join(" "),
    ).toContain("the charging tower failed eleven times");
  });
});

describe("what is listed", () => {
  const text = readFileSync(new URL("../../../examples/energy/energy-address-1977.md", import.meta.url), "utf8");
  const listed = (topic: string, count: number) =>
    saidIn(keyPoints({ topic, count, passages: passagesOf(text) })).map((point) => point.text);

  it("is what is asked for, and not what the text speaks of most", () => {
    const principles = listed("ten principles of the energy plan", 10);
    expect(principles.filter((point) => /principle/.test(point)).length).toBeGreaterThanOrEqual(8);
    const others = listed("energy", 10);
    expect(others.filter((point) => /principle/.test(point)).length).toBeLessThan(8);
  });

  it("is left alone when the text has none of it", () => {
    expect(listed("the penguins of the energy plan", 3)).toEqual(listed("penguins energy plan", 3));
  });
});
