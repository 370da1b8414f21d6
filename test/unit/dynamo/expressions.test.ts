import { expect, test } from "vitest";
import { mailboxWrite } from "../../../shared/adapters/dynamo/mailbox-change.ts";
import type { EventId } from "../../../shared/contracts/ids.ts";
import type { Entry, Mailbox, Verdict } from "../../../shared/contracts/records.ts";
import { ENTRIES_PER_FOLD } from "../../../shared/domain/mailbox/fold-agenda.ts";
import type { MailboxChange } from "../../../shared/ports/stores.ts";

/** DynamoDB's limit for one expression, bytes, and for its operators and functions. */
const MOST_BYTES = 4096;
const MOST_OPERATORS = 300;

const idOf = (index: number): EventId => `evt_${String(index).padStart(26, "0")}`;

const entry = (index: number): Entry => ({
  event_id: idOf(index),
  seq: index * 3 + 1,
  kind: "follow_up",
  turn: 1,
  text: "x",
  received_at: 0,
  origin: { type: "person", owner: "ada" },
  state: "waiting",
  edits: index,
  shuffles: 7,
});

const entries = Array.from({ length: ENTRIES_PER_FOLD }, (_, index) => entry(index));

/** A mailbox full of entries and of keys that are old enough to be forgotten. */
const seen = {
  session_id: "ses_01J00000000000000000000001",
  seq: 1000,
  accepted: 500,
  turns: 1,
  entries,
  seen: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [idOf(1000 + index).slice(4), `hash:${index}`])),
  active_turn: 1,
  lock_token: "token",
} as unknown as Mailbox;

const verdict: Verdict = { route: "revise_run", reason: "", by: "rules" };
const half = ENTRIES_PER_FOLD / 2;
const merged = { kind: "merged" as const, dag_version: 2 };

test.each<{ of: string; change: Partial<MailboxChange> }>([
  {
    of: "closes a whole fold",
    change: { close: entries.map((one) => ({ entry: one, verdict, disposition: merged })) },
  },
  { of: "keeps a whole fold", change: { keep: entries.map((one) => ({ entry: one, verdict, state: "answering" })) } },
  {
    of: "closes half and keeps half",
    change: {
      close: entries.slice(0, half).map((one) => ({ entry: one, verdict, disposition: merged })),
      keep: entries.slice(half).map((one) => ({ entry: one, verdict, state: "waiting" })),
    },
  },
])("a commit that $of stays within what one expression may hold", ({ change }) => {
  const mailbox = { ...change, active: { turn: 1 }, next_turn: 2, lock_token: "token" };
  const events = [{ id: idOf(9999), turn: 1, type: "progress" as const, payload: {} }];
  const { Update } = mailboxWrite({ session_id: seen.session_id, at: 1e15, mailbox, events, writes: [] }, seen);
  const update = Update?.UpdateExpression ?? "";
  const condition = Update?.ConditionExpression ?? "";
  expect(update).toContain("seen.#f39");
  expect(Buffer.byteLength(update)).toBeLessThan(MOST_BYTES);
  expect(Buffer.byteLength(condition)).toBeLessThan(MOST_BYTES);
  expect(condition.match(/ AND | OR |=|<|>|attribute_\w+/g)?.length).toBeLessThan(MOST_OPERATORS);
});
