import type { Json } from "../shared/contracts/json.ts";
import type { Part } from "../shared/contracts/part.ts";
import type { Deliverable, DeliverableSection } from "./deliverable.ts";
import { readDelivery } from "./read-delivery.ts";

/**
 * The parts of a delivery that a person can point at. Claims are numbered on through the whole, the key points first:
 * "the third point" is the third claim of the first section that has claims.
 */
export function parts(delivery: Json): readonly Part[] {
  const deliverable = readDelivery(delivery);
  return deliverable === null ? [] : partsOf(deliverable);
}

function partsOf({ sections, sources }: Deliverable): readonly Part[] {
  const unnumbered = [
    ...sections.flatMap(sectionParts),
    ...sources.map(({ id, name }): Unnumbered => ({ ...part("source", id, name), text: name })),
  ];
  const counts = new Map<Part["kind"], number>();
  return unnumbered.map((one) => {
    const ordinal = (counts.get(one.kind) ?? 0) + 1;
    counts.set(one.kind, ordinal);
    return { ...one, ordinal };
  });
}

type Unnumbered = Omit<Part, "ordinal">;

function part(kind: Part["kind"], id: string, label: string): Unnumbered {
  return { id, kind, label, text: "", within: null, rests_on: [] };
}

function sectionParts(section: DeliverableSection): readonly Unnumbered[] {
  const { id, heading, claims, paragraphs, table } = section;
  const text = (paragraphs ?? []).map((paragraph) => paragraph.text).join("\n\n");
  const rests_on = [...new Set([...claims, ...(paragraphs ?? [])].flatMap((claim) => claim.rests_on))];
  const label = id === "points" ? "point" : heading;
  const own = claims.map((claim, index) => ({
    ...part("claim", claim.id, `${label} ${index + 1}`),
    text: claim.text,
    within: id,
    rests_on: claim.rests_on,
  }));
  return [
    { ...part("section", id, heading), text, rests_on },
    ...own,
    ...(table ? tableParts(id, heading, table) : []),
  ];
}

function tableParts(
  section: string,
  heading: string,
  { id, columns, rows }: NonNullable<DeliverableSection["table"]>,
): readonly Unnumbered[] {
  const source = id.replace(/\.t\d+$/, "");
  return [
    { ...part("table", id, heading), text: columns.join(", "), within: section, rests_on: [source] },
    ...rows.map((row, index) => ({
      ...part("row", row.id, `row ${index + 1}`),
      text: columns.map((column, at) => `${column}: ${row.cells[at] ?? ""}`).join("; "),
      within: id,
      rests_on: [source],
    })),
  ];
}
