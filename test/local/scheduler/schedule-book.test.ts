import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ScheduleBook } from "../../../local/scheduler/schedule-book.ts";
import { SchedulerApi } from "../../../local/scheduler/scheduler-api.ts";
import { type SchedulerFixture, startScheduler } from "../../support/scheduler-fixture.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";

const bell = {
  ScheduleExpression: "at(2026-03-01T10:00:00)",
  FlexibleTimeWindow: { Mode: "OFF" },
  Target: { Arn: "arn:aws:sqs:us-east-1:000000000000:q", RoleArn: "arn:aws:iam::000000000000:role/r" },
};
const inGroup = { ...bell, GroupName: "wakes" };
const later = "2026-03-01T11:00:00Z";
let folder: string;
let fixture: SchedulerFixture;
let api: SchedulerApi;

beforeEach(async () => {
  folder = emptyFolder();
  fixture = await startScheduler("2026-03-01T09:00:00Z", folder);
  api = new SchedulerApi(fixture.options);
});
afterEach(() => fixture.stop());

/** `done`, or the name of the error. */
async function outcomes(...calls: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => (one.status === "fulfilled" ? "done" : one.reason.name));
}

async function keptNames(): Promise<string[]> {
  const book = await ScheduleBook.open(join(folder, "schedules.jsonl"));
  await book.close();
  return book.all().map(({ name }) => name);
}

test("what a full disk refuses has not happened, however often it is asked for", async () => {
  const full = emptyFolder();
  const script = fileURLToPath(new URL("../../support/fill-schedules.ts", import.meta.url));
  // No file may be longer than 2 KB, and a write beyond that fails instead of ending the process.
  const limited = ["-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "limited", process.execPath, script, full];
  const said = JSON.parse(execFileSync("/bin/sh", limited, { encoding: "utf8" }));
  const twice = ["EFBIG", "EFBIG"];
  expect(said.outcomes).toEqual({ created: twice, updated: twice, removed: twice, groupRemoved: twice });
  expect(said.delivered).toEqual(["kept"]);
  expect(said.groups).toHaveLength(said.acknowledgedGroups);
  const book = await ScheduleBook.open(join(full, "schedules.jsonl"));
  expect([book.all(), book.groups()]).toEqual([said.schedules, said.groups]);
  expect(said.schedules).toMatchObject([{ name: "b".repeat(64), definition: { Target: { Input: "kept" } } }]);
  await book.close();
});

test("of two different creates of one name at the same time, one is a conflict", async () => {
  const [one, two] = [
    { ...bell, ClientToken: "one" },
    { ...bell, ClientToken: "two" },
  ];
  expect(await outcomes(api.create("bell", one), api.create("bell", two))).toEqual(["done", "ConflictException"]);
  expect(await outcomes(api.create("bell", one), api.create("bell", one))).toEqual(["done", "done"]);
});

test("a bell that is deleted while it is made does not ring", async () => {
  expect(await outcomes(api.create("bell", bell), api.remove("bell", "default"))).toEqual(["done", "done"]);
  expect(await outcomes(api.remove("bell", "default"))).toEqual(["ResourceNotFoundException"]);
  await fixture.advanceTo(later);
  expect(fixture.delivered).toEqual([]);
});

test("a bell that is changed while it is deleted is not there any more", async () => {
  await api.create("bell", bell);
  expect(await outcomes(api.remove("bell", "default"), api.update("bell", bell))).toEqual([
    "done",
    "ResourceNotFoundException",
  ]);
  await fixture.advanceTo(later);
  expect([fixture.delivered, await keptNames()]).toEqual([[], []]);
});

test("a group takes along what is made or changed in it while it goes", async () => {
  await fixture.options.book.putGroup({ name: "wakes", createdAt: 0 });
  await api.create("old", inGroup);
  const calls = [api.create("new", inGroup), api.removeGroup("wakes"), api.update("old", inGroup)];
  expect((await outcomes(...calls, api.create("late", inGroup))).slice(1)).toEqual([
    "done",
    "ResourceNotFoundException",
    "ResourceNotFoundException",
  ]);
  await fixture.advanceTo(later);
  expect([fixture.delivered, fixture.options.book.all(), await keptNames()]).toEqual([[], [], []]);
});

test("a bell that rings while it is deleted is not there afterwards", async () => {
  await api.create("bell", bell);
  fixture.clock.set(Date.parse(later));
  const removed = api.remove("bell", "default");
  await fixture.options.scheduler.release();
  await removed;
  await fixture.advanceTo("2026-03-01T12:00:00Z");
  expect([fixture.options.book.all(), await keptNames()]).toEqual([[], []]);
});
