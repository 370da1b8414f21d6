import type { DocumentItem, WaitingEntry } from "../../contracts/session-document.ts";

/**
 * What belongs to runs that began while the document was read. Its runs were read first, so these are of no run there: of
 * turns after the last run, or of one that waited then.
 */
export function ofLateRuns({
  items,
  waiting,
}: {
  readonly items: readonly DocumentItem[];
  readonly waiting: readonly WaitingEntry[];
}): ReadonlySet<DocumentItem> {
  const runs = new Set(items.flatMap((item) => (item.kind === "run" ? [item.record.turn] : [])));
  const last = Math.max(0, ...runs);
  const waited = new Set(waiting.flatMap(({ kind, turn }) => (kind === "start_run" ? [turn] : [])));
  const isLate = (turn: number) => !runs.has(turn) && (turn > last || waited.has(turn));
  return new Set(items.filter((item) => isOfRun(item) && isLate(item.record.turn)));
}

type OfRun = Extract<DocumentItem, { kind: "revision" | "task" | "work" | "artifact" | "question" }>;

/** It is there only if its run is. */
const isOfRun = (item: DocumentItem): item is OfRun =>
  ["revision", "task", "work", "artifact", "question"].includes(item.kind);
