import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EventId } from "../../../shared/contracts/ids.ts";
import type { Place } from "../../../shared/domain/mailbox/reorder.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { editEntry, moveEntry, withdrawEntry } from "../../../shared/steps/mailbox/edit-mailbox.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { gateRequests, interleave } from "../../support/request-gate.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

/** A session that delivered "one", with three messages that wait. */
async function waiting(): Promise<{ memo: MemoSession; ids: readonly EventId[] }> {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  return { memo, ids: await sendThree(memo) };
}

async function sendThree(memo: MemoSession): Promise<readonly EventId[]> {
  const ids: EventId[] = [];
  for (const text of ["add a", "add b", "add c"]) {
    const sent = await memo.say(text);
    if ("event_id" in sent) ids.push(sent.event_id);
  }
  return ids;
}

const which = (memo: MemoSession, event_id: EventId | undefined) => ({
  owner: "ada",
  session_id: memo.session_id,
  event_id: event_id ?? "evt_",
});

const edit = (memo: MemoSession, id: EventId | undefined, text: string) =>
  editEntry(memo.world.ports, which(memo, id), text);
const withdraw = (memo: MemoSession, id: EventId | undefined) => withdrawEntry(memo.world.ports, which(memo, id));
const move = (memo: MemoSession, id: EventId | undefined, place: Place) =>
  moveEntry(memo.world.ports, which(memo, id), place);

const textsOf = async (memo: MemoSession) => (await memo.mailbox()).entries.map(({ text }) => text);

describe("what waits", () => {
  test("is taken in the order in which it was put, with its numbers unchanged", async () => {
    const { memo, ids } = await waiting();
    const before = new Map((await memo.mailbox()).entries.map(({ event_id, seq }) => [event_id, seq]));
    expect(await move(memo, ids[2], { position: 1 })).toEqual({ kind: "placed" });
    expect(await textsOf(memo)).toEqual(["add c", "add a", "add b"]);
    expect(await move(memo, ids[0], { position: 64 })).toEqual({ kind: "placed" });
    expect(await textsOf(memo)).toEqual(["add c", "add b", "add a"]);
    expect(await move(memo, ids[1], { before: ids[2] ?? "evt_" })).toEqual({ kind: "placed" });
    expect(await textsOf(memo)).toEqual(["add b", "add c", "add a"]);
    await memo.say("add d");
    expect(await textsOf(memo)).toEqual(["add b", "add c", "add a", "add d"]);
    for (const { event_id, seq } of (await memo.mailbox()).entries.slice(0, 3)) expect(before.get(event_id)).toBe(seq);
    await memo.settle();
    expect(await memo.delivered()).toBe("one b c a d");
  });

  test("lets runs that wait start in another order", async () => {
    const memo = new MemoSession(table);
    await memo.start("add one");
    await memo.fold();
    await memo.start("add two");
    const third = await memo.start("add three");
    await move(memo, "event_id" in third ? third.event_id : undefined, { position: 1 });
    await memo.cancel("keep", 1);
    await memo.fold();
    expect(await memo.mailbox()).toMatchObject({ active_turn: 3 });
    await memo.settle();
    expect(await memo.delivered(2)).toBe("two");
  });

  test("cannot be put before what does not wait, nor by somebody else, nor once it is taken", async () => {
    const { memo, ids } = await waiting();
    expect(await move(memo, ids[0], { before: "evt_01J00000000000000000000404" })).toEqual({ kind: "other_taken" });
    const foreign = { ...which(memo, ids[0]), owner: "eve" };
    expect(await moveEntry(memo.world.ports, foreign, { position: 1 })).toEqual({ kind: "not_found" });
    await memo.fold();
    expect(await move(memo, ids[0], { position: 1 })).toEqual({ kind: "taken" });
    expect(await move(memo, "evt_01J00000000000000000000404", { position: 1 })).toEqual({ kind: "not_found" });
  });

  test("is said to be taken as long as the history holds it, however long ago that was and without a key", async () => {
    const { memo, ids } = await waiting();
    await memo.settle();
    for (let more = 0; more < 3; more += 1) {
      memo.world.clock.advance(3_600_000);
      await memo.say(`add more${more}`);
      await memo.settle();
    }
    expect(Object.keys((await memo.mailbox()).seen)).not.toContain(ids[0]?.slice(4));
    expect(await withdraw(memo, ids[0])).toEqual({ kind: "taken" });
    expect(await edit(memo, ids[1], "add d")).toEqual({ kind: "taken" });
    expect(await move(memo, ids[2], { position: 1 })).toEqual({ kind: "taken" });
    const foreign = { ...which(memo, ids[0]), owner: "eve" };
    expect(await withdrawEntry(memo.world.ports, foreign)).toEqual({ kind: "not_found" });
    expect(await editEntry(memo.world.ports, foreign, "add e")).toEqual({ kind: "not_found" });
    // The acknowledgement is an event, too, but nothing that could ever be withdrawn.
    const { items } = await memo.world.ports.reader.events(memo.session_id, {
      after: 0,
      upTo: 1e9,
      turn: null,
      limit: 99,
    });
    const other = items.flatMap((item) => (item.kind === "event" ? [item.event.id] : []))[0];
    expect(await withdraw(memo, other)).toEqual({ kind: "not_found" });
    expect(await edit(memo, "evt_01J00000000000000000000404", "add f")).toEqual({ kind: "not_found" });
  });

  test("can be given words longer than 4 KB and short ones again, and is read with them", async () => {
    const { memo, ids } = await waiting();
    const long = `add long ${"x".repeat(100_000)}`;
    expect(await edit(memo, ids[0], long)).toEqual({ kind: "edited" });
    expect(await edit(memo, ids[1], `${long} too`)).toEqual({ kind: "edited" });
    expect(await edit(memo, ids[1], "add short")).toEqual({ kind: "edited" });
    const [first, second] = (await memo.mailbox()).entries;
    expect(first).toMatchObject({ text_elsewhere: true, edits: 1 });
    expect(second).toMatchObject({ text: "add short", edits: 2 });
    expect(second).not.toHaveProperty("text_elsewhere");
    expect(await memo.world.ports.mailboxes.readText(memo.session_id, ids[0] ?? "evt_")).toBe(long);
    expect(await memo.world.ports.mailboxes.readText(memo.session_id, ids[1] ?? "evt_")).toBeNull();
    await memo.settle();
    expect(await memo.delivered()).toBe("one long short c");
  });
});

/** One order of the requests of a fold and of a change, and what came of it: the texts that caused new versions. */
type Race = { readonly kind: string; readonly caused: readonly string[]; readonly steps: readonly number[] };

async function race(memo: MemoSession, change: Change, order: Iterable<number>): Promise<Race> {
  memo.world.clock.advance(60_000);
  const { dag_version: before } = await memo.run();
  const ids = await sendThree(memo);
  memo.world.pending.splice(0);
  let kind = "";
  const folding = () => fold(memo.world.ports, { session_id: memo.session_id });
  const changing = async () => {
    kind = (await change(memo, ids)).kind;
  };
  const steps = await interleave([folding, changing], order);
  await memo.settle();
  expect(await textsOf(memo)).toEqual([]);
  const { dag_version: after } = await memo.run();
  const versions = Array.from({ length: after - before }, (_, index) => memo.revision(before + index + 1));
  return { kind, steps, caused: (await Promise.all(versions)).flatMap((one) => one.caused_by.map(({ text }) => text)) };
}

type Change = (memo: MemoSession, ids: readonly EventId[]) => Promise<{ readonly kind: string }>;

/** Runs a fold and a change against each other: the change looks after any request of the fold, and writes after any. */
async function races(change: Change): Promise<readonly Race[]> {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  const alone = (who: number) => Array.from({ length: 20 }, () => who);
  // The change first, and the fold first: what is to be folded may be more by one of the two.
  const results = [await race(memo, change, alone(1)), await race(memo, change, alone(0))];
  const folding = Math.max(...results.map(({ steps }) => steps[0] ?? 0));
  const changing = Math.max(...results.map(({ steps }) => steps[1] ?? 0));
  for (const [looking, writing] of pairsUpTo(folding)) {
    const between = Array.from({ length: writing - looking }, () => 0);
    const order = [
      ...Array.from({ length: looking }, () => 0),
      1,
      ...between,
      ...Array.from({ length: changing }, () => 1),
    ];
    results.push(await race(memo, change, order));
  }
  return results;
}

function* pairsUpTo(last: number): Generator<readonly [number, number]> {
  for (let one = 0; one <= last; one += 1) for (let other = one; other <= last; other += 1) yield [one, other];
}

/** What was seen in all races: each outcome with what it led to. */
const outcomes = (results: readonly Race[]) =>
  Object.fromEntries([...new Set(results.map(({ kind }) => kind))].sort().map((kind) => [kind, seen(results, kind)]));

const seen = (results: readonly Race[], kind: string) => [
  ...new Set(results.filter((one) => one.kind === kind).map(({ caused }) => caused.join(", "))),
];

describe("INV-1 against a fold, in every order of their requests,", () => {
  test("an entry is either taken or edited", async () => {
    const results = await races((memo, ids) => edit(memo, ids[1], "add other"));
    expect(outcomes(results)).toEqual({
      edited: ["add a, add other, add c"],
      taken: ["add a, add b, add c"],
    });
  });

  test("an entry is either taken or withdrawn", async () => {
    const results = await races((memo, ids) => withdraw(memo, ids[1]));
    expect(outcomes(results)).toEqual({ taken: ["add a, add b, add c"], withdrawn: ["add a, add c"] });
  });

  test("an entry is either taken or put elsewhere", async () => {
    const results = await races((memo, ids) => move(memo, ids[2], { position: 1 }));
    expect(outcomes(results)).toEqual({ placed: ["add c, add a, add b"], taken: ["add a, add b, add c"] });
  });
});
