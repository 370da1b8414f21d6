import { wakeUpOwner } from "../deployment.ts";
import { pkOf } from "../lives.ts";
import type { Host } from "../process.ts";
import { KEY_MS, type Promises } from "../promises.ts";
import type { Partition, Shadow } from "../shadow.ts";
import { must } from "../violation.ts";
import type { TombstoneRow } from "./ends.ts";
import { type EventRow, isLive, mailboxOf, type QuestionRow, type RunRow, row, rows, type WakeRow } from "./rows.ts";

/** A session as it is, or as it was when it was removed. */
type Session = { readonly pk: string; readonly rows: Partition };

/** When nothing goes wrong any more and nothing is left to happen: everything promised was kept, and nothing hangs. */
export function checkRest(machine: Host, promises: Promises): void {
  const { shadow, lives } = machine;
  const living = shadow.keys("S#").map((pk): Session => ({ pk, rows: shadow.partition(pk) }));
  for (const { pk, rows: session } of living) checkSession(pk, session);
  checkRemoved(shadow);
  const sessions = [...lives.ended, ...living];
  checkAccepted(machine, endsIn(sessions), promises);
  checkWakeUps(shadow, promises);
  for (const { session_id, followup_id } of promises.cancelled) {
    const ends = sessions.flatMap(({ pk, rows: session }) =>
      pk === pkOf(session_id) ? (row<WakeRow>(session.get(`WAKE#${followup_id}`))?.status ?? []) : [],
    );
    must(5, ends.includes("cancelled"), () => `${followup_id} was cancelled and is ${ends.join(", ")}`);
  }
  for (const id of promises.archived) {
    const ends = sessions.flatMap(({ pk, rows: session }) =>
      pk === pkOf(id) ? (mailboxOf(session)?.status ?? []) : [],
    );
    must(1, ends.includes("archived"), () => `${id} was archived and is ${ends.join(", ")}`);
  }
}

type Ends = ReadonlyMap<string, readonly EventRow[]>;

/** How every entry ended, by session and id: once, also in sessions that were removed. */
function endsIn(sessions: readonly Session[]): Ends {
  const ended = new Map<string, EventRow[]>();
  for (const { pk, rows: session } of sessions)
    for (const event of rows<EventRow>(session, "EVT")) {
      if (event.entry === undefined) continue;
      const { event_id, received_at } = event.entry;
      const others = ended.get(`${pk} ${event_id}`) ?? [];
      const twice = others.find(({ entry }) => received_at - (entry?.received_at ?? 0) < KEY_MS);
      must(1, twice === undefined, () => `${event_id} ended as ${twice?.seq} and as ${event.seq}`);
      ended.set(`${pk} ${event_id}`, [...others, event]);
    }
  return ended;
}

/** What was acknowledged ended as it was acknowledged, or was removed with its session by whoever sent it. */
function checkAccepted({ lives }: Host, ended: Ends, promises: Promises): void {
  const wasRemoved = (id: string) => lives.ended.some(({ mailbox }) => mailbox.entries[id.slice(4)] !== undefined);
  const endsOf = (id: string) => {
    const session = pkOf(promises.accepted.get(id)?.session_id ?? "");
    return ended.get(`${session} ${id}`) ?? [];
  };
  for (const [id, { session_id, seq }] of promises.accepted) {
    const events = endsOf(id);
    must(1, events.length > 0 || wasRemoved(id), () => `${id} was acknowledged in ${session_id} and is lost`);
    const last = events.at(-1)?.seq ?? seq;
    must(1, last >= seq || wasRemoved(id), () => `${id} was acknowledged as ${seq} and is ${last}`);
  }
  for (const id of promises.withdrawn) {
    const kinds = endsOf(id).map(({ disposition }) => disposition?.kind);
    must(1, kinds.includes("withdrawn"), () => `${id} was withdrawn and is ${kinds.join(", ")}`);
  }
  for (const [id, edits] of promises.edits) {
    const done = Math.max(0, ...endsOf(id).map(({ entry }) => entry?.edits ?? 0));
    must(1, done >= edits || wasRemoved(id), () => `${id} was edited ${edits} times and counts ${done}`);
  }
}

/** Of a session that was removed nothing is left but its tombstone, and nobody has it in their list. */
function checkRemoved(shadow: Shadow): void {
  for (const pk of shadow.keys("S#")) {
    const session = shadow.partition(pk);
    const stone = row<TombstoneRow>(session.get("GONE"));
    must(8, stone === null || stone.done_at !== undefined, () => `the removal of ${pk} never ends`);
    if (mailboxOf(session) !== null) continue;
    const left = [...session.all().keys()].filter((sk) => sk !== "GONE");
    must(8, left.length === 0, () => `${left.join(", ")} of ${pk} are left, and it is gone`);
  }
  for (const list of shadow.keys("O#"))
    for (const { session_id } of rows<{ readonly session_id: string }>(shadow.partition(list), "SES")) {
      const isThere = mailboxOf(shadow.partition(pkOf(session_id))) !== null;
      must(9, isThere, () => `${session_id} is in the list of ${list}, and it is gone`);
    }
}

/** Each ring of an agent's fixed schedule starts one run, in the one session for them. */
function checkWakeUps(shadow: Shadow, { wakeUps, wakeUpsGivenUp }: Promises): void {
  const sessions = shadow.keys("S#").map((pk) => shadow.partition(pk));
  const own = sessions.filter((session) => mailboxOf(session)?.owner === wakeUpOwner);
  const runs = own.flatMap((session) => rows<RunRow>(session, "RUN"));
  must(5, own.length <= 1, () => `the wake-ups have ${own.length} sessions`);
  const isRight = runs.length <= wakeUps && runs.length >= wakeUps - wakeUpsGivenUp;
  must(5, isRight, () => `${wakeUps} wake-ups started ${runs.length} runs`);
}

function checkSession(pk: string, session: Partition): void {
  const mailbox = mailboxOf(session);
  if (mailbox === null) return;
  const waits = Object.keys(mailbox.entries);
  must(8, waits.length === 0, () => `${waits.join(", ")} wait in ${pk} for ever`);
  const live = rows<RunRow>(session, "RUN").filter(isLive);
  must(8, live.length === 0, () => `run ${live[0]?.turn} of ${pk} is ${live[0]?.status} for ever`);
  const lost = rows<WakeRow>(session, "WAKE").find(({ status }) => status === "scheduled");
  must(5, lost === undefined, () => `${lost?.followup_id} never rang`);
  for (const { turn, status, failure } of rows<RunRow>(session, "RUN")) {
    must(8, status !== "failed" || failure !== undefined, () => `run ${turn} of ${pk} failed without a reason`);
    const open = rows<QuestionRow>(session, "Q").filter((one) => one.turn === turn && one.status === "open");
    must(
      8,
      status !== "awaiting_input" || open.length > 0,
      () => `run ${turn} of ${pk} waits for input and asks nothing`,
    );
    const isTimed = open.some(({ expires_at }) => expires_at !== undefined);
    must(8, !isTimed, () => `a question of run ${turn} of ${pk} is open for ever although its time is over`);
  }
}
