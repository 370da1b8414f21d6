import { expect, test } from "vitest";
import type { Agenda } from "../../../local/clock/agenda.ts";
import { VirtualClock } from "../../../local/clock/clock.ts";
import { NotSettled, TimeTravel } from "../../../local/clock/time-travel.ts";

/** Runs what is due and writes down when; a thing may put further things on the list. */
class List implements Agenda {
  readonly ran: string[] = [];
  readonly #clock: VirtualClock;
  #due: { readonly at: number; readonly name: string; readonly then?: () => void }[] = [];

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  add(at: number, name: string, then?: () => void): void {
    this.#due.push({ at, name, ...(then === undefined ? {} : { then }) });
  }

  nextDueAt(): Promise<number | undefined> {
    return Promise.resolve(this.#due.length === 0 ? undefined : Math.min(...this.#due.map(({ at }) => at)));
  }

  release(): Promise<void> {
    const now = this.#clock.now();
    const due = this.#due.filter(({ at }) => at <= now);
    this.#due = this.#due.filter(({ at }) => at > now);
    for (const { name, then } of due) {
      this.ran.push(`${name}@${now}`);
      then?.();
    }
    return Promise.resolve();
  }
}

function aTravel(settled = () => true) {
  const clock = new VirtualClock(1_000);
  const lists = [new List(clock), new List(clock)] as const;
  const moves: number[] = [];
  const travel = new TimeTravel({
    clock,
    agendas: lists,
    settle: () => Promise.resolve(settled()),
    onMoved: (now) => moves.push(now),
  });
  return { clock, lists, moves, travel };
}

test("things of different lists run in the order of their times, and the clock ends at its target", async () => {
  const { clock, lists, moves, travel } = aTravel();
  lists[0].add(3_000, "c");
  lists[1].add(2_000, "b");
  lists[0].add(1_500, "a");
  lists[1].add(9_000, "later");
  expect(await travel.advanceTo(() => 5_000)).toBe(5_000);
  expect(lists[0].ran).toEqual(["a@1500", "c@3000"]);
  expect(lists[1].ran).toEqual(["b@2000"]);
  expect(moves).toEqual([1_500, 2_000, 3_000, 5_000]);
  expect(clock.now()).toBe(5_000);
});

test("what a thing puts on the list runs before the clock goes past it", async () => {
  const { lists, travel } = aTravel();
  lists[0].add(2_000, "first", () => lists[1].add(2_500, "second", () => lists[0].add(2_500, "third")));
  lists[0].add(3_000, "last");
  await travel.advanceTo(() => 4_000);
  expect(lists[0].ran).toEqual(["first@2000", "third@2500", "last@3000"]);
  expect(lists[1].ran).toEqual(["second@2500"]);
});

test("what was due before the clock began runs at the present, and time never goes back", async () => {
  const { clock, lists, travel } = aTravel();
  lists[0].add(10, "overdue");
  expect(await travel.advanceTo(() => 500)).toBe(1_000);
  expect(lists[0].ran).toEqual(["overdue@1000"]);
  expect(clock.now()).toBe(1_000);
});

test("a stack that does not come to rest stops the clock", async () => {
  const { clock, travel } = aTravel(() => false);
  await expect(travel.advanceTo(() => 5_000)).rejects.toThrow(NotSettled);
  expect(clock.now()).toBe(1_000);
});

test("a thing that is due again and again at one moment is not followed for ever", async () => {
  const { lists, travel } = aTravel();
  const again = () => lists[0].add(2_000, "again", again);
  lists[0].add(2_000, "again", again);
  await expect(travel.advanceTo(() => 5_000)).rejects.toThrow("again and again");
});

test("a second caller starts from where the first one stopped", async () => {
  const { clock, travel } = aTravel();
  const results = await Promise.all([
    travel.advanceTo(() => clock.now() + 100),
    travel.advanceTo(() => clock.now() + 100),
  ]);
  expect(results).toEqual([1_100, 1_200]);
});
