import { afterAll, beforeAll, expect, test } from "vitest";
import { mailboxKey } from "../../../shared/adapters/dynamo/keys.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { wireLimits } from "../../../shared/contracts/wire-limits.ts";
import { itemSize } from "../../../shared/domain/sessions/item-size.ts";
import { withdrawEntry } from "../../../shared/steps/mailbox/edit-mailbox.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** DynamoDB's limit for one item. */
const MOST = 400 * 1024;
/** The longest subject that a token may name. */
const owner = "o".repeat(255);

const mailboxOf = async (memo: MemoSession) => (await memo.world.table.get(mailboxKey(memo.session_id))) ?? {};

const answers = { year: "x".repeat(wireLimits.answersBytes - 12) };
const uploads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ upload_id: `src_${String(index).padStart(26, "0")}` as const }));

test.each([
  { of: "4 KB of text and nothing else", message: { text: "x".repeat(limits.inlineTextBytes) } },
  { of: "text of four bytes a character", message: { text: "😀".repeat(limits.inlineTextBytes / 4) } },
  {
    of: "as much beside the text as there may be",
    message: { text: "x".repeat(2_400), answers, attachments: uploads(limits.sourcesPerRequest) },
  },
  {
    of: "256 KB of text and as much beside it",
    message: {
      text: "😀".repeat(limits.messageTextBytes / 4),
      answers,
      attachments: uploads(limits.sourcesPerRequest),
    },
  },
])(
  "a full mailbox of messages with $of stays below the limit of an item",
  async ({ message }) => {
    const memo = new MemoSession(table);
    await memo.start("add one", { owner });
    await memo.fold();
    for (let sent = 0; ; sent += 1) {
      const outcome = await memo.say(message.text, {
        ...message,
        owner,
        on_busy: "enqueue",
        idempotency_key: `${sent}`,
      });
      if (outcome.kind === "full") break;
      expect(outcome.kind).toBe("accepted");
    }
    const { entries } = await memo.mailbox();
    expect(entries).toHaveLength(limits.mailboxEntries);
    const verdict = { route: "direct_answer" as const, reason: "é".repeat(500), by: "model" as const };
    const keep = (from: number, to: number) =>
      memo.world.ports.ledger.commit({
        session_id: memo.session_id,
        at: memo.world.clock.now(),
        mailbox: { keep: entries.slice(from, to).map((entry) => ({ entry, verdict, state: "waiting" })) },
        events: [],
        writes: [],
      });
    expect(await keep(0, 32)).toMatchObject({ kind: "done" });
    expect(await keep(32, 64)).toMatchObject({ kind: "done" });
    expect(itemSize(await mailboxOf(memo))).toBeLessThan(MOST - 16 * 1024);
    const last = entries.at(-1);
    const which = { owner, session_id: memo.session_id, event_id: last?.event_id ?? "evt_" };
    await memo.world.ports.mailboxes.editEntry(which, "y".repeat(4096));
    expect(itemSize(await mailboxOf(memo))).toBeLessThan(MOST - 16 * 1024);
  },
  60_000,
);

test("idempotency keys are forgotten in time, also when what came was withdrawn before anybody took it", async () => {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.fold();
  for (let round = 0; round < 300; round += 1) {
    const sent = await memo.say("add x", { on_busy: "enqueue", idempotency_key: `key-${round}` });
    if (!("event_id" in sent)) throw new Error(sent.kind);
    const which = { owner: "ada", session_id: memo.session_id, event_id: sent.event_id };
    expect(await withdrawEntry(memo.world.ports, which)).toEqual({ kind: "withdrawn" });
    memo.world.clock.advance(1_000);
  }
  const { seen } = await memo.mailbox();
  expect(Object.keys(seen).length).toBeLessThanOrEqual(limits.idempotencyKeys + 1);
  expect(itemSize(await mailboxOf(memo))).toBeLessThan(20 * 1024);
});
