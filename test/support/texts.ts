import type { Json, JsonObject } from "../../shared/contracts/json.ts";

/** A report in English about an invented ferry line, with headings. */
export const ferryReport = `# Electric ferry pilot: first-year report

The city council approved the electric ferry pilot in March 2024 with a budget of 18.4 million euros. Two vessels, the Alma and the Borea, replaced diesel boats on the harbour line between Northquay and the Old Mill. The line carried 1.2 million passengers in the first year, 14 percent more than the diesel boats carried in 2023.

## Operations

Each vessel makes 46 crossings a day and charges for seven minutes at Northquay after every second crossing. Punctuality rose from 91 to 96 percent, mostly because electric motors accelerate faster when leaving the pier. However, the charging tower failed eleven times between November and February, and passengers waited up to 40 minutes on those days.

## Costs

Energy costs fell by 62 percent compared with diesel. Maintenance was cheaper than planned in the first six months, but the replacement of two battery modules on the Borea cost 310,000 euros in January. Overall, the first year cost 4.9 million euros, 300,000 euros more than budgeted.

## Risks

The largest risk is the single charging tower: if it fails in summer, the line can run only every 40 minutes. Battery modules are delivered by one supplier in Norway, and the delivery time has grown from eight to twenty weeks. Ice damaged the hull of the Alma in February, and the insurer has announced higher premiums.

## Outlook

The operator recommends a second charging tower at the Old Mill for 2.1 million euros. The council will decide on the second line in June 2025. Passenger surveys show that 83 percent are satisfied or very satisfied.
`;

/** A report in German about an invented heating network. */
export const heatingReport = `Die Gemeinde Auental hat im vergangenen Jahr ihr Nahwärmenetz in Betrieb genommen. Das Netz versorgt 214 Gebäude mit Wärme aus Holzhackschnitzeln und Solarkollektoren. Die Kosten lagen mit 6,8 Mio. Euro um neun Prozent über dem Plan, weil die Leitungen unter der Bahnlinie gebohrt werden mussten.

Im Winter deckte die Anlage 94 Prozent des Bedarfs. An elf Tagen musste der alte Ölkessel einspringen. Er soll im Jahr 2027 abgebaut werden.

Das größte Risiko ist der Preis der Hackschnitzel, der seit dem Herbst um 31 Prozent gestiegen ist. Fällt der einzige Lieferant aus, reichen die Vorräte nur für zwölf Tage. Auch der Mangel an Fachkräften gefährdet den Ausbau im Ortsteil Sonnberg.

Die Haushalte zahlen im Schnitt 11,2 Cent je Kilowattstunde. Das sind 2,4 Cent weniger als mit Heizöl. Der Gemeinderat will bis Juni entscheiden, ob weitere 90 Gebäude angeschlossen werden.`;

/** Abraham Lincoln, 19 November 1863 (public domain). */
export const gettysburgAddress = `Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty, and dedicated to the proposition that all men are created equal.

Now we are engaged in a great civil war, testing whether that nation, or any nation so conceived and so dedicated, can long endure. We are met on a great battle-field of that war. We have come to dedicate a portion of that field, as a final resting place for those who here gave their lives that that nation might live. It is altogether fitting and proper that we should do this.

But, in a larger sense, we can not dedicate -- we can not consecrate -- we can not hallow -- this ground. The brave men, living and dead, who struggled here, have consecrated it, far above our poor power to add or detract. The world will little note, nor long remember what we say here, but it can never forget what they did here. It is for us the living, rather, to be dedicated here to the unfinished work which they who fought here have thus far so nobly advanced.`;

/** The paragraphs of a text as passages, headings left out; ids are `p1`, `p2` … */
export function passagesOf(
  text: string,
  source = "source.md",
): readonly { id: string; source: string; text: string }[] {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== "" && !block.startsWith("#"))
    .map((block, index) => ({ id: `p${index + 1}`, source, text: block.trim() }));
}

/** The claims, points or paragraphs of an answer. */
export function saidIn(
  answer: JsonObject,
): readonly { readonly text: string; readonly passage_ids: readonly string[] }[] {
  const lists = Object.values(answer).filter((value): value is readonly Json[] => Array.isArray(value));
  return lists.flat().flatMap((one) => {
    const said = typeof one === "object" && one !== null && !Array.isArray(one) ? (one as JsonObject) : {};
    const ids = Array.isArray(said["passage_ids"]) ? said["passage_ids"].filter((id) => typeof id === "string") : [];
    return typeof said["text"] === "string" ? [{ text: said["text"], passage_ids: ids }] : [];
  });
}
