import { runIdOf } from "../../contracts/ids.ts";
import type { Part } from "../../contracts/part.ts";
import type { Artifact, Memory, Run, Source } from "../../contracts/records.ts";
import { clipBytes, clipCodePoints } from "../text/clip-text.ts";

/** A memory before the session's counter has numbered it. */
export type NewMemory = Omit<Memory, "version">;

/** Longest text of one memory: every later turn may be shown it, so it is a note and no copy. */
const textCodePoints = 3000;
const textBytes = 8 * 1024;
/** Words of one claim that an index of a delivery keeps. Code points. */
const claimCodePoints = 240;

/** Id of the one memory that sums a session up. */
export const SUMMARY_ID = "summary";

/** What memories are kept under: rules sort apart from what only happened, sources have an id of their own. */
export const memoryIds = {
  rule: (ulid: string): string => `con_${ulid}`,
  event: (ulid: string): string => `mem_${ulid}`,
  source: (sourceId: string): string => sourceId,
} as const;

type Of = Pick<Run, "session_id" | "turn">;
type Written = Pick<NewMemory, "id" | "kind" | "text" | "importance" | "created_at"> &
  Partial<Pick<NewMemory, "pinned" | "withdrawn" | "refs">>;

/** A memory of a run, cut to what one may hold. */
function memoryOf(run: Of, { text, refs = [], ...rest }: Written): NewMemory {
  return {
    ...rest,
    refs,
    text: clipBytes(clipCodePoints(text, textCodePoints), textBytes),
    session_id: run.session_id,
    source_run_id: runIdOf(run.session_id, run.turn),
  };
}

/** What a delivery said and what it consists of: its conclusions with an index of its parts, not the whole text. */
export function deliveryMemory(
  run: Of,
  delivery: {
    readonly artifact: Pick<Artifact, "id">;
    readonly title: string;
    readonly parts: readonly Part[];
    readonly text: string;
  },
  at: { readonly id: string; readonly now: number },
): NewMemory {
  const { artifact, title, parts, text } = delivery;
  const claims = parts.filter(({ kind }) => kind === "claim");
  const said = claims.length === 0 ? [text] : claims.map((claim) => `- ${clipCodePoints(claim.text, claimCodePoints)}`);
  const index = outlineOf(parts);
  return memoryOf(run, {
    id: memoryIds.event(at.id),
    kind: "delivery",
    text: [title, ...(index === "" ? [] : [index]), ...said].join("\n"),
    importance: 0.7,
    created_at: at.now,
    refs: [artifact.id],
  });
}

/** The headings of a delivery and the tables in it, in one line. */
export function outlineOf(parts: readonly Part[]): string {
  return parts
    .filter(({ kind }) => kind === "section")
    .map(({ label }) => clipCodePoints(label, 80))
    .join("; ");
}

/** What a person set as rules in one message, in their own words, a line each. They are short enough never to be cut. */
export function rulesMemory(
  run: Of,
  rule: { readonly wishes: readonly string[]; readonly event_id: string },
  at: { readonly id: string; readonly now: number },
): NewMemory {
  return memoryOf(run, {
    id: memoryIds.rule(at.id),
    kind: "preference",
    text: rule.wishes.join("\n"),
    importance: 1,
    created_at: at.now,
    pinned: true,
    refs: [rule.event_id],
  });
}

/** Why a step could not be done. */
export function errorMemory(
  run: Of,
  failed: { readonly title: string; readonly step_id: string; readonly code: string },
  at: { readonly id: string; readonly now: number },
): NewMemory {
  return memoryOf(run, {
    id: memoryIds.event(at.id),
    kind: "error",
    text: `Step “${failed.title}” could not be done: ${failed.code}.`,
    importance: 0.6,
    created_at: at.now,
    refs: [failed.step_id],
  });
}

/** What is in a source, as the step that read it tells. Reading it again only renews it. */
export function sourceMemory(
  run: Of,
  source: Pick<Source, "id">,
  said: { readonly text: string; readonly now: number },
): NewMemory {
  return memoryOf(run, {
    id: memoryIds.source(source.id),
    kind: "source",
    text: said.text,
    importance: 0.4,
    created_at: said.now,
    refs: [source.id],
  });
}

/** The summary of a session, which replaces the one before. */
export function summaryMemory(run: Of, text: string, now: number): NewMemory {
  return memoryOf(run, { id: SUMMARY_ID, kind: "summary", text, importance: 0.5, created_at: now });
}
