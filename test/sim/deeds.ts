/** What has to happen somewhere in a campaign, or nothing was shown about it. */
export const deedKinds = [
  "session_deleted",
  /** With a run that goes on, or under somebody's lock. */
  "session_deleted_at_work",
  /** With a wake that was pending. */
  "session_deleted_with_wakes",
  /** Under the id of one that was removed. */
  "session_opened_again",
  /** Whoever removed it died, and another went on. */
  "removal_died",
  "written_behind_a_tombstone",
  "session_expired",
  "expiry_came_too_late",
  "session_exported",
  "session_imported",
  "session_imported_of_a_removed_one",
  "import_repeated",
  "import_refused",
  "retry_accepted",
  "retry_refused",
  "retry_came_too_late",
  "budget_spent",
  "source_uploaded",
] as const;

export type DeedKind = (typeof deedKinds)[number];

export type DeedCounts = Readonly<Record<DeedKind, number>>;

export const noDeeds = (): Record<DeedKind, number> =>
  Object.fromEntries(deedKinds.map((kind) => [kind, 0])) as Record<DeedKind, number>;

/** Counts what happened in one seed. */
export class Deeds {
  readonly counts = noDeeds();

  happened(kind: DeedKind, really = true): void {
    if (really) this.counts[kind] += 1;
  }
}
