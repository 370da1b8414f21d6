import type { Json } from "../shared/contracts/json.ts";
import { inWords } from "./cells/statistics.ts";
import type { Claim, Deliverable, DeliverableSection, DeliverableTable, Paragraph } from "./deliverable.ts";
import type { Language } from "./language.ts";
import { phrase } from "./phrases.ts";
import { readDelivery } from "./read-delivery.ts";

/** The delivery as Markdown. What is no deliverable is shown as the JSON it is. */
export function render(delivery: Json): string {
  const deliverable = readDelivery(delivery);
  if (deliverable === null) return `\`\`\`json\n${JSON.stringify(delivery, null, 2)}\n\`\`\``;
  const blocks = deliverable.format === "email" ? emailOf(deliverable) : documentOf(deliverable);
  return blocks.filter((block) => block !== "").join("\n\n");
}

type Blocks = readonly string[];

function documentOf(deliverable: Deliverable): Blocks {
  const { title, sections, notes } = deliverable;
  return [
    `# ${title}`,
    ...sections.flatMap((section) => [`## ${section.heading}`, ...bodyOf(deliverable, section)]),
    ...notes.map((note) => `> ${note}`),
    sourcesOf(deliverable),
  ];
}

function emailOf(deliverable: Deliverable): Blocks {
  const { title, language, sections, notes } = deliverable;
  return [
    phrase(language, "subject", { title }),
    phrase(language, "greeting"),
    phrase(language, "here_is", { title }),
    ...sections.flatMap((section) => [`**${section.heading}**`, ...bodyOf(deliverable, section)]),
    ...notes.map((text) => phrase(language, "please_note", { text })),
    sourcesOf(deliverable),
    phrase(language, "regards"),
  ];
}

function bodyOf(deliverable: Deliverable, section: DeliverableSection): Blocks {
  const { claims, paragraphs, table } = section;
  return [
    claims.length === 0 ? "" : claimsOf(deliverable, claims),
    ...(paragraphs ?? []).map((paragraph) => `${paragraph.text}${cited(deliverable, paragraph)}`),
    table ? tableOf(table, deliverable.language) : "",
  ];
}

function claimsOf(deliverable: Deliverable, claims: readonly Claim[]): string {
  switch (deliverable.format) {
    case "table":
      return markdownTable(
        ["#", phrase(deliverable.language, "point"), phrase(deliverable.language, "source")],
        claims.map((claim, index) => [String(index + 1), claim.text, citation(deliverable, claim.rests_on)]),
      );
    case "bullets":
      return claims.map((claim) => `- ${claim.text}${cited(deliverable, claim)}`).join("\n");
    case "report":
    case "email":
      return claims.map((claim, index) => `${index + 1}. ${claim.text}${cited(deliverable, claim)}`).join("\n");
  }
}

function tableOf({ columns, rows }: DeliverableTable, language: Language): string {
  const words = (cell: string | number | null) => {
    if (cell === null) return "–";
    return typeof cell === "number" ? inWords(cell, language) : cell;
  };
  return markdownTable(
    columns,
    rows.map(({ cells }) => cells.map(words)),
  );
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function cited(deliverable: Deliverable, { rests_on }: Claim | Paragraph): string {
  const words = citation(deliverable, rests_on);
  return words === "" ? "" : ` (${words})`;
}

/** Names of the sources with the passages or rows, as `address.md p3, p4; mix.csv r2`. */
function citation({ sources }: Deliverable, restsOn: readonly string[]): string {
  const named = sources.flatMap(({ id, name }) => {
    const own = restsOn.filter((ref) => ref === id || ref.startsWith(`${id}.`));
    const places = own.flatMap((ref) => /\.([prs]\d+)$/.exec(ref)?.[1] ?? []);
    return own.length === 0 ? [] : [[name, places.join(", ")].filter((word) => word !== "").join(" ")];
  });
  return named.join("; ");
}

function sourcesOf({ sources, language }: Deliverable): string {
  return sources.length === 0 ? "" : phrase(language, "sources", { list: sources.map(({ name }) => name).join(", ") });
}
