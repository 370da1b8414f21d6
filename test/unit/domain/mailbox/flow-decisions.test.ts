import { describe, expect, test } from "vitest";
import type { EventId } from "../../../../shared/contracts/ids.ts";
import type { Entry, OnBusy, Run } from "../../../../shared/contracts/records.ts";
import { restingOf } from "../../../../shared/domain/mailbox/debounce.ts";
import { busyFate } from "../../../../shared/domain/mailbox/on-busy.ts";
import { reorder } from "../../../../shared/domain/mailbox/reorder.ts";
import { baseVersion } from "../../../../shared/domain/runs/version-base.ts";

const id = (name: string): EventId => `evt_${name}`;
const [a, b, c, d] = ["a", "b", "c", "d"].map(id) as [EventId, EventId, EventId, EventId];

describe("the order of what waits", () => {
  test.each([
    [d, { position: 1 }, [d, a, b, c]],
    [a, { position: 2 }, [b, a, c, d]],
    [a, { position: 4 }, [b, c, d, a]],
    [b, { position: 64 }, [a, c, d, b]],
    [c, { before: a }, [c, a, b, d]],
    [a, { before: d }, [b, c, a, d]],
    [a, { before: a }, [a, b, c, d]],
  ])("puts %s at %j", (moved, place, order) => {
    expect(reorder([a, b, c, d], moved, place)).toEqual(order);
  });

  test("cannot put anything before what does not wait", () => {
    expect(reorder([a, b], a, { before: c })).toBeNull();
  });
});

describe("a follow-up to a run that goes on", () => {
  const fate = (said: OnBusy | undefined, by_agent: OnBusy, opened: OnBusy) =>
    busyFate(said === undefined ? {} : { on_busy: said }, { by_agent, mailbox: { on_busy: opened } });

  test.each(["revise", "enqueue", "rollback", "reject"] as const)(
    "does what it says, whatever its agent says (%s)",
    (other) => {
      expect(fate("revise", other, other)).toBe("take");
      expect(fate("enqueue", other, other)).toBe("wait");
      expect(fate("rollback", other, other)).toBe("start_over");
    },
  );

  test("does what its agent says when it says nothing", () => {
    expect(fate(undefined, "revise", "revise")).toBe("take");
    expect(fate(undefined, "enqueue", "revise")).toBe("wait");
    expect(fate(undefined, "rollback", "revise")).toBe("start_over");
  });

  test("is refused at the fold only if nobody could tell when it was accepted", () => {
    expect(fate(undefined, "reject", "revise")).toBe("refuse");
    expect(fate(undefined, "reject", "reject")).toBe("take");
    expect(fate("reject", "revise", "revise")).toBe("take");
  });
});

describe("a new version is made from", () => {
  const run = (more: Partial<Run>) => ({ dag_version: 5, status: "running", ...more }) as Run;

  test("the current one", () => {
    expect(baseVersion(run({}), false)).toBe(5);
    expect(baseVersion(run({ status: "canceled", discarded: [3] }), false)).toBe(5);
    expect(baseVersion(run({ status: "completed", delivered_version: 5 }), true)).toBe(5);
  });

  test("what was delivered last, after a rollback and after a discarded one", () => {
    expect(baseVersion(run({ delivered_version: 2 }), true)).toBe(2);
    expect(baseVersion(run({ delivered_version: 2, status: "canceled", discarded: [5] }), false)).toBe(2);
  });

  test("nothing, when nothing was delivered", () => {
    expect(baseVersion(run({}), true)).toBe(0);
    expect(baseVersion(run({ status: "canceled", discarded: [5] }), false)).toBe(0);
  });
});

describe("a burst of messages", () => {
  const at = (...times: readonly number[]) => times.map((received_at) => ({ received_at }) as Entry);
  const wait = { quiet_ms: 100, max_wait_ms: 250 };

  test("rests until it was quiet for long enough", () => {
    expect(restingOf(at(1000, 1050), wait, { now: 1100, room: 32 })?.until).toBe(1150);
    expect(restingOf(at(1000, 1050), wait, { now: 1150, room: 32 })).toBeNull();
  });

  test("rests no longer than the most", () => {
    expect(restingOf(at(1000, 1090, 1180, 1240), wait, { now: 1245, room: 32 })?.until).toBe(1250);
  });

  test("does not rest when it fills a fold, or was looked at before", () => {
    expect(restingOf(at(1000, 1000), wait, { now: 1000, room: 2 })).toBeNull();
    const known = at(1000).map(
      (entry) => ({ ...entry, verdict: { route: "revise_run", reason: "", by: "rules" } }) as Entry,
    );
    expect(restingOf(known, wait, { now: 1000, room: 32 })).toBeNull();
    expect(restingOf([...known, ...at(1000)], wait, { now: 1000, room: 32 })?.entries).toHaveLength(1);
  });
});
