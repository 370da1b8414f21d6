import { describe, expect, test } from "vitest";
import { FollowUpSettings } from "../../../../shared/contracts/follow-up-settings.ts";
import type { Wake } from "../../../../shared/contracts/wake.ts";
import { checkContext } from "../../../../shared/domain/wakes/wake-context.ts";
import { type WakeGround, whyDropped } from "../../../../shared/domain/wakes/wake-gate.ts";
import { type AskedWake, type Asking, guardWake, isSameNote } from "../../../../shared/domain/wakes/wake-guard.ts";
import { settingsWith } from "../../../../shared/domain/wakes/wake-settings.ts";

const defaults = FollowUpSettings.parse({});

describe("a context", () => {
  const fitsAt = (bytes: number, unit = "a") => {
    const empty = Buffer.byteLength(JSON.stringify({ text: "" }));
    const width = Buffer.byteLength(unit);
    const units = Math.floor((bytes - empty) / width);
    const rest = bytes - empty - units * width;
    return { text: unit.repeat(units) + "a".repeat(rest) };
  };

  test.each([
    [16_383, "fits"],
    [16_384, "fits"],
    [16_385, "too_large"],
  ])("of %i bytes %s", (bytes, kind) => {
    for (const unit of ["a", "é", "漢", "🙂"]) {
      const context = fitsAt(bytes, unit);
      expect(Buffer.byteLength(JSON.stringify(context))).toBe(bytes);
      expect(checkContext(context, 16_384)).toMatchObject({ kind, bytes });
    }
  });

  test("is measured with its escapes, as it is kept", () => {
    expect(checkContext({ text: "\n".repeat(8_000) }, 16_384)).toMatchObject({ kind: "fits", bytes: 16_011 });
    expect(checkContext({ text: "\u0001".repeat(3_000) }, 16_384)).toMatchObject({ kind: "too_large", bytes: 18_011 });
  });

  test("that is cyclic is refused", () => {
    const context: Record<string, unknown> = { a: 1 };
    context["self"] = context;
    const list: unknown[] = [];
    list.push(list, list);
    expect(checkContext(context, 16_384)).toMatchObject({ kind: "unfit" });
    expect(checkContext({ list }, 16_384)).toMatchObject({ kind: "unfit" });
  });

  test("that is a tower of brackets is refused and breaks nothing", () => {
    const tower = JSON.parse(`{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`) as unknown;
    expect(checkContext(tower, 16_384)).toMatchObject({
      kind: "unfit",
      why: "context may be nested 20 levels deep at most.",
    });
  });

  test("with __proto__ is refused at any depth, and pollutes nothing", () => {
    expect(checkContext(JSON.parse('{"__proto__":{"admin":true}}'), 16_384)).toMatchObject({ kind: "unfit" });
    expect(checkContext(JSON.parse('{"a":[{"__proto__":1}]}'), 16_384)).toMatchObject({ kind: "unfit" });
    expect("admin" in {}).toBe(false);
  });

  test.each([
    ["a text", "x"],
    ["a list", []],
    ["null", null],
    ["nothing", undefined],
    ["a number", 5],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["a function inside", { run: () => 1 }],
    ["undefined inside", { a: undefined }],
    ["a bigint inside", { a: 1n }],
    ["infinity inside", { a: Number.POSITIVE_INFINITY }],
    ["a number the table rounds", { a: 2 ** 53 }],
    ["a number the table cannot hold", { a: 1e-200 }],
    ["an empty name", { "": 1 }],
    ["a long name", { ["x".repeat(201)]: 1 }],
    ["half a surrogate pair", { a: "\ud83d" }],
    ["half a surrogate pair in a name", { "\udc00": 1 }],
  ])("that is or holds %s is refused", (_what, context) => {
    expect(checkContext(context, 16_384)).toMatchObject({ kind: "unfit" });
  });

  test("without a prototype, and with names of object members, is taken", () => {
    const bare: unknown = Object.assign(Object.create(null), { constructor: "a", toString: "b", hasOwnProperty: 1 });
    expect(checkContext(bare, 16_384)).toMatchObject({ kind: "fits" });
  });
});

describe("the guard of a schedule call", () => {
  const asking = (more: Partial<Asking> = {}): Asking => ({
    agent: { slug: "researcher", can_call: ["report"], manager: false },
    settings: defaults,
    depth: 0,
    own_note: null,
    ...more,
  });
  const asked = (more: Partial<AskedWake> = {}): AskedWake => ({ target: "self", reason: "Look again.", ...more });

  test.each([
    ["self", "researcher"],
    ["researcher", "researcher"],
    ["report", "report"],
  ])("lets an agent wake %s", (target, slug) => {
    expect(guardWake(asking(), asked({ target }))).toEqual({ kind: "allowed", target: slug });
  });

  test("names who may be woken when the target is another", () => {
    const outcome = guardWake(asking(), asked({ target: "intruder" }));
    expect(outcome).toEqual({ kind: "target_not_allowed", allowed: ["self", "report"] });
  });

  test("holds an agent to its own list of targets, when it has one", () => {
    const settings = { ...defaults, targets: ["report"] };
    expect(guardWake(asking({ settings }), asked())).toEqual({ kind: "target_not_allowed", allowed: ["report"] });
  });

  test("never lets a manager wake itself, by whatever name", () => {
    const agent = { slug: "lead", can_call: ["report", "lead"], manager: true };
    for (const target of ["self", "lead"]) {
      const outcome = guardWake(asking({ agent }), asked({ target }));
      expect(outcome).toEqual({ kind: "target_not_allowed", allowed: ["report"] });
    }
    expect(guardWake(asking({ agent }), asked({ target: "report" }))).toEqual({ kind: "allowed", target: "report" });
  });

  test.each([
    [4, 5, "allowed"],
    [5, 5, "too_deep"],
    [0, 0, "too_deep"],
    [0, 1, "allowed"],
    [1, 1, "too_deep"],
  ])("at depth %i of %i says %s", (depth, max_depth, kind) => {
    expect(guardWake(asking({ depth, settings: { ...defaults, max_depth } }), asked())).toMatchObject({ kind });
  });

  test("refuses an agent that opted out before anything else", () => {
    const settings = { ...defaults, enabled: false };
    expect(guardWake(asking({ settings, depth: 9 }), asked({ target: "x" }))).toEqual({ kind: "opted_out" });
  });

  test.each([
    "Remind me in 10 seconds",
    "remind me in 10 seconds!",
    "  Remind me in\n10 seconds. ",
    "Ｒemind me in 10 seconds",
  ])("refuses a woken turn its own note: %j", (reason) => {
    const own_note = "Remind me in 10 seconds";
    expect(guardWake(asking({ depth: 1, own_note }), asked({ reason }))).toEqual({ kind: "own_note" });
  });

  test("lets a woken turn go on watching when it says what it found", () => {
    const own_note = "Look at pull request 12 and say when it merges";
    const reason = "Look at pull request 12 and say when it merges; still open at 10:30";
    expect(guardWake(asking({ depth: 1, own_note }), asked({ reason }))).toMatchObject({ kind: "allowed" });
    expect(isSameNote("Prüfe 1", "Prüfe 2")).toBe(false);
  });
});

describe("settings", () => {
  test("are by default what an agent may do that says nothing", () => {
    expect(defaults).toEqual({
      enabled: true,
      max_depth: 5,
      max_per_session: 20,
      max_context_bytes: 16_384,
      dialect: "schedule_follow_up",
    });
  });

  test("of the session count before those of the agent, and those before its definition", () => {
    const agent = { enabled: false, max_depth: 2 };
    expect(settingsWith(defaults, { agent, session: { enabled: true } })).toMatchObject({
      enabled: true,
      max_depth: 2,
      max_per_session: 20,
    });
    expect(settingsWith(defaults, { agent: null, session: null })).toEqual(defaults);
    const absent: Record<string, undefined> = { max_depth: undefined };
    expect(settingsWith(defaults, { agent, session: absent }).max_depth).toBe(2);
  });
});

describe("a wake that is due", () => {
  const wake: Wake = {
    followup_id: "fu_01J00000000000000000000001",
    session_id: "ses_01J00000000000000000000001",
    owner: "ada",
    from_agent: "memo",
    target: "memo",
    reason: "Look again.",
    context: {},
    when: "30m",
    fires_at: 1_000_000,
    status: "scheduled",
    depth: 1,
    root_id: "fu_01J00000000000000000000001",
    scheduled_by_turn: 1,
    scheduled_by_version: 1,
    anchor: { channel: null, run_id: "run_01J00000000000000000000001_1", event_id: null },
    created_at: 0,
  };
  const ground = (more: Partial<WakeGround> = {}): WakeGround => ({
    now: wake.fires_at,
    is_open: true,
    has_target: true,
    opted_out: false,
    said_seq: 7,
    ...more,
  });

  test("starts however late it is", () => {
    expect(whyDropped(wake, ground({ now: wake.fires_at + 11 * 3_600_000 }))).toBeNull();
  });

  test.each([
    [30 * 60_000, 30 * 60_000, null],
    [30 * 60_000, 30 * 60_000 + 1, "late"],
    [30 * 60_000, 11 * 3_600_000, "late"],
    [120_000, 119_999, null],
    [120_000, -2_000, null],
  ])("to fire within %i ms that is %i ms late: %s", (fire_within_ms, lateMs, reason) => {
    expect(whyDropped({ ...wake, fire_within_ms }, ground({ now: wake.fires_at + lateMs }))).toBe(reason);
  });

  test.each([
    [7, null],
    [8, "user_replied"],
    [6, null],
  ])("unless the person replied: said %i of 7", (said_seq, reason) => {
    const unless = { ...wake, unless: "user_replied" as const, said_seq: 7 };
    expect(whyDropped(unless, ground({ said_seq }))).toBe(reason);
    expect(whyDropped(wake, ground({ said_seq: 99 }))).toBeNull();
  });

  test.each([
    [{ is_open: false, has_target: false, opted_out: true }, "session_archived"],
    [{ has_target: false, opted_out: true }, "agent_removed"],
    [{ opted_out: true }, "opted_out"],
  ])("is dropped when %j", (more, reason) => {
    expect(whyDropped(wake, ground(more))).toBe(reason);
  });
});
