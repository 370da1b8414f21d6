import type { Source } from "../../shared/contracts/records.ts";
import { jsonBlocks } from "./json-blocks.ts";
import { type Block, markdownBlocks } from "./markdown-blocks.ts";

/** A stretch of a source that can be cited. */
export type Passage = {
  /** `<source_id>.p<n>`, from 1 in reading order. */
  readonly id: string;
  readonly source_id: string;
  /** The source's name. */
  readonly source: string;
  readonly section_id: string;
  /** First of its section, or among the first two of its source. */
  readonly lead: boolean;
  readonly text: string;
};

/** A heading of a source with what stands under it. */
export type Section = {
  /** `<source_id>.s<n>`, from 1. Words before any heading are in a section without one. */
  readonly id: string;
  readonly heading: string;
  readonly passages: number;
};

export type Reading = { readonly sections: readonly Section[]; readonly passages: readonly Passage[] };

/** What the ids of a reading are made of. */
export type Named = Pick<Source, "id" | "name" | "media_type">;

/** Longest passage; longer ones are cut at the ends of sentences. */
const passageCharacters = 1200;

/** Reads a text source: Markdown, plain text, or JSON that is not a table. The same text always gives the same ids. */
export function readPassages(source: Named, text: string): Reading {
  const sections: { id: string; heading: string; passages: number }[] = [];
  const passages: Passage[] = [];
  const open = (heading: string) => {
    const section = { id: `${source.id}.s${sections.length + 1}`, heading, passages: 0 };
    sections.push(section);
    return section;
  };
  for (const block of blocksOf(source, text)) {
    if (block.kind === "heading") {
      open(block.text);
      continue;
    }
    const section = sections.at(-1) ?? open("");
    for (const piece of piecesOf(block.text)) {
      section.passages += 1;
      const lead = section.passages === 1 || passages.length < 2;
      const id = `${source.id}.p${passages.length + 1}`;
      passages.push({ id, source_id: source.id, source: source.name, section_id: section.id, lead, text: piece });
    }
  }
  return { sections, passages };
}

function blocksOf(source: Named, text: string): readonly Block[] {
  switch (source.media_type) {
    case "text/markdown":
      return markdownBlocks(text);
    case "application/json":
      return jsonBlocks(text);
    case "text/plain":
      return plainBlocks(text);
    case "text/csv":
      return [];
  }
}

/** Paragraphs are parted by empty lines; in a text of long lines without any, each line is a paragraph. */
function plainBlocks(text: string): readonly Block[] {
  const clean = text.replaceAll(/\r\n?/g, "\n").trim();
  const parted = clean.split(/\n\s*\n/);
  const lines = clean.split("\n");
  const isLineEach = parted.length === 1 && lines.some((line) => line.length > 200);
  return (isLineEach ? lines : parted).map(plainBlock).filter((block) => block.text !== "");
}

function plainBlock(paragraph: string): Block {
  const words = paragraph.replaceAll(/\s+/g, " ").trim();
  const isHeading = !paragraph.trim().includes("\n") && words.length <= 80 && !/[.!?:;,…"”»]$/.test(words);
  return { kind: isHeading ? "heading" : "text", text: words };
}

function piecesOf(text: string): readonly string[] {
  if (text.length <= passageCharacters) return [text];
  const pieces: string[] = [];
  let piece = "";
  for (const sentence of sentencesOf(text)) {
    if (piece !== "" && piece.length + sentence.length + 1 > passageCharacters) {
      pieces.push(piece);
      piece = "";
    }
    piece = piece === "" ? sentence : `${piece} ${sentence}`;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a text, trimmed; a sentence without an end that is longer than a passage is cut at a space. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = Array.from(segmenter.segment(text), ({ segment }) => segment.trim());
  return sentences.filter((sentence) => sentence !== "").flatMap((sentence) => cut(sentence));
}

function cut(sentence: string): readonly string[] {
  if (sentence.length <= passageCharacters) return [sentence];
  const space = sentence.lastIndexOf(" ", passageCharacters);
  const end = space > 0 ? space : passageCharacters;
  return [sentence.slice(0, end), ...cut(sentence.slice(end).trim())];
}
