import * as z from "zod";
import { Language } from "./language.ts";

/** How a deliverable is shown. */
export const Format = z.enum(["report", "table", "bullets", "email"]);
export type Format = z.infer<typeof Format>;

export const Length = z.enum(["short", "normal"]);
export type Length = z.infer<typeof Length>;

/** A statement with the ids of the passages, rows or sources it rests on. */
export const Claim = z.object({
  /** `c_` and 8 hex digits. */
  id: z.string(),
  text: z.string(),
  rests_on: z.array(z.string()),
});
export type Claim = z.infer<typeof Claim>;

export const Paragraph = z.object({ text: z.string(), rests_on: z.array(z.string()) });
export type Paragraph = z.infer<typeof Paragraph>;

const Cell = z.union([z.string(), z.number(), z.null()]);

/** A table of a deliverable. `cells` stand in the order of `columns`. */
export const DeliverableTable = z.object({
  /** `<source_id>.t1`. */
  id: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ /** `<table id>.r<n>`, from 1. */ id: z.string(), cells: z.array(Cell) })),
});
export type DeliverableTable = z.infer<typeof DeliverableTable>;

/** A part under a heading. Its id is that of the step that made it; `points` holds the key points. */
export const DeliverableSection = z.object({
  id: z.string(),
  heading: z.string(),
  claims: z.array(Claim),
  paragraphs: z.array(Paragraph).optional(),
  table: DeliverableTable.optional(),
});
export type DeliverableSection = z.infer<typeof DeliverableSection>;

/** What a person reads. The section with the id `points`, when there is one, is the first. */
export const Deliverable = z.object({
  kind: z.literal("deliverable"),
  title: z.string(),
  /** Of the words that are not taken from the sources. */
  language: Language.default("en"),
  format: Format,
  length: Length,
  sections: z.array(DeliverableSection),
  /** What it rests on, in the order they were given. */
  sources: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What a reader has to know about what is missing: cells left out, topics the sources do not speak of. */
  notes: z.array(z.string()),
});
export type Deliverable = z.infer<typeof Deliverable>;
