import { styleText } from "node:util";
import type { EventView } from "../../shared/contracts/event.ts";
import type { RevisionView } from "../../shared/contracts/revision.ts";

/** Control characters of a source must not reach the terminal. */
const harmless = (text: string) => text.replaceAll(/(?!\n)\p{Cc}/gu, " ");
const line = (text = "") => void process.stdout.write(`${text}\n`);
const styled = (style: "dim" | "bold" | "cyan") => (text: string) =>
  styleText(style, harmless(text), { stream: process.stdout });
const [dim, bold, cyan] = [styled("dim"), styled("bold"), styled("cyan")];

/** A heading between two parts of the story. */
export function chapter(title: string): void {
  line();
  line(bold(`── ${title} ${"─".repeat(Math.max(3, 76 - title.length))}`));
}

/** What the person says. */
export function said(text: string): void {
  line(cyan(`you    ${text}`));
}

/** Blocks of earlier answers: what stands in a later one again is not printed again. */
const shownBlocks = new Set<string>();

/** What the agent says; paragraphs that were shown before are only counted. */
export function answered(text: string): void {
  let label = "agent  ";
  let again = 0;
  const print = (block: string) => {
    for (const one of block.split("\n")) {
      line(`${label}${one}`);
      label = "       ";
    }
  };
  const settle = () => {
    if (again > 0) print(dim(`… ${again === 1 ? "one paragraph" : `${again} paragraphs`} as before`));
    again = 0;
  };
  for (const block of harmless(text).split("\n\n")) {
    if (shownBlocks.has(block)) {
      again += 1;
      continue;
    }
    shownBlocks.add(block);
    settle();
    print(block);
  }
  settle();
}

/** A remark of the demo itself. */
export function remark(text: string): void {
  line(dim(`       ${text}`));
}

/** One event, as it happens; events whose words are shown elsewhere are left out. */
export function happened({ seq, type, payload }: EventView): void {
  const words = wordsOf(type, payload);
  if (words !== "") line(dim(`  ${String(seq).padStart(4)} ${type.padEnd(19)} ${words}`));
}

function wordsOf(type: EventView["type"], payload: EventView["payload"]): string {
  const text = (key: string) => String(payload[key] ?? "");
  switch (type) {
    case "react_observation":
      return text("kind");
    case "progress":
      return text("message");
    case "message":
      return clipped(text("text"));
    case "revision_committed":
      return `version ${text("dag_version")}`;
    case "task_completed":
    case "task_failed":
      return [text("step_id"), text("title")].filter((word) => word !== "").join(" · ");
    case "delivery":
    case "run_completed":
      return `version ${text("dag_version")}`;
    default:
      return [text("code"), clipped(text("reason")), text("followup_id")].filter((word) => word !== "").join(" · ");
  }
}

function clipped(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ");
  return flat.length > 80 ? `${flat.slice(0, 79)}…` : flat;
}

/** What a revision added, reused and dropped, and who caused it. */
export function revised(revision: RevisionView): void {
  line(bold(`       revision ${revision.dag_version}`));
  for (const { text, verdict, became, superseded_by } of revision.caused_by) {
    const route = verdict ? ` → ${verdict.route} (${verdict.by}: ${verdict.reason})` : "";
    line(harmless(`         caused by  “${text}”${route}`));
    const undone = superseded_by === null ? "" : `, undone by a later message (${superseded_by})`;
    if (became !== null) line(dim(`                    ${JSON.stringify(became).slice(0, 160)}${undone}`));
  }
  line(
    `         added      ${listed(revision.added.map(({ step_id, because }) => `${step_id} (${because.replace("_", " ")})`))}`,
  );
  line(`         reused     ${listed(revision.reused)}`);
  line(`         dropped    ${listed(revision.dropped)}`);
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? "–" : items.join(", ");
}
