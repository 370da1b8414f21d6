import { wakeUpOwner } from "../deployment.ts";
import { KEY_MS, type Promises } from "../promises.ts";
import type { Partition, Shadow } from "../shadow.ts";
import { must } from "../violation.ts";
import { type EventRow, isLive, mailboxOf, type QuestionRow, type RunRow, rows, type WakeRow } from "./rows.ts";

/** When nothing goes wrong any more and nothing is left to happen: everything promised was kept, and nothing hangs. */
export function checkRest(shadow: Shadow, promises: Promises): void {
  const ended = new Map<string, EventRow>();
  for (const pk of shadow.keys("S#")) {
    const session = shadow.partition(pk);
    for (const event of rows<EventRow>(session, "EVT"))
      if (event.entry !== undefined) {
        const first = ended.get(event.entry.event_id);
        const apart = event.entry.received_at - (first?.entry?.received_at ?? 0);
        must(1, apart >= KEY_MS, () => `${event.entry?.event_id} ended as ${first?.seq} and as ${event.seq}`);
        ended.set(event.entry.event_id, event);
      }
    checkSession(pk, session);
  }
  for (const [id, { session_id, seq }] of promises.accepted) {
    const event = ended.get(id);
    must(1, event !== undefined, () => `${id} was acknowledged in ${session_id} and is lost`);
    must(1, (event?.seq ?? 0) >= seq, () => `${id} was acknowledged as ${seq} and is ${event?.seq}`);
  }
  for (const id of promises.withdrawn) {
    const kind = ended.get(id)?.disposition?.kind;
    must(1, kind === "withdrawn", () => `${id} was withdrawn and is ${kind}`);
  }
  for (const [id, edits] of promises.edits) {
    const done = ended.get(id)?.entry?.edits ?? 0;
    must(1, done >= edits, () => `${id} was edited ${edits} times and counts ${done}`);
  }
  checkWakeUps(shadow, promises);
  const wakes = new Map(
    shadow.keys("S#").flatMap((pk) => rows<WakeRow>(shadow.partition(pk), "WAKE").map((w) => [w.followup_id, w])),
  );
  for (const id of promises.cancelled)
    must(5, wakes.get(id)?.status === "cancelled", () => `${id} was cancelled and is ${wakes.get(id)?.status}`);
  for (const id of promises.archived) {
    const status = mailboxOf(shadow.partition(`S#${id.slice(4)}`))?.status;
    must(1, status === "archived", () => `${id} was archived and is ${status}`);
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
