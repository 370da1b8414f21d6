import type { Act } from "./act.ts";
import type { MailboxRow } from "./invariants/rows.ts";
import type { Host } from "./process.ts";
import type { Item } from "./shadow.ts";

/** A session as its owner knows it: ids of its runs and of what was sent, oldest first. */
export type Known = {
  readonly id: string;
  readonly agent: string;
  readonly runs: string[];
  readonly entries: string[];
  /** What opened it, if that can be sent again. */
  readonly opening?: Act;
};

const rowsOf = ({ shadow }: Host, sessionId: string, family: string): readonly Item[] => [
  ...shadow
    .partition(`S#${sessionId.slice(4)}`)
    .family(family)
    .values(),
];

/** The pending wakes of a session, or those that have ended when there are no others: people try it on them, too. */
export function wakesOf(machine: Host, sessionId: string): readonly Item[] {
  const all = rowsOf(machine, sessionId, "WAKE");
  const pending = all.filter((wake) => wake["status"] === "scheduled");
  return pending.length > 0 ? pending : all;
}

/** What a session's runs ask. */
export const openQuestionsOf = (machine: Host, sessionId: string): readonly Item[] =>
  rowsOf(machine, sessionId, "Q").filter((question) => question["status"] === "open");

/** Ids of a session's runs that failed. */
export const failedRunsOf = (machine: Host, sessionId: string): readonly string[] =>
  rowsOf(machine, sessionId, "RUN").flatMap(({ status, turn }) =>
    status === "failed" ? [`run_${sessionId.slice(4)}_${String(turn)}`] : [],
  );

/** Ids of what a turn answers just now. */
export const answeredNow = ({ shadow }: Host, sessionId: string): readonly string[] => {
  const mailbox = shadow.partition(`S#${sessionId.slice(4)}`).get("MAILBOX") as MailboxRow | undefined;
  return Object.entries(mailbox?.entries ?? {}).flatMap(([key, { state }]) =>
    state === "answering" ? `evt_${key}` : [],
  );
};
