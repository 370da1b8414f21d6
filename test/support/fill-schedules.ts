/**
 * Makes and removes schedules in a process whose files may not grow: `node fill-schedules.ts <folder>`. Prints what became
 * of it, and what the API then says is there.
 */
import { SchedulerApi } from "../../local/scheduler/scheduler-api.ts";
import { startScheduler } from "./scheduler-fixture.ts";

const [folder = ""] = process.argv.slice(2);
const fixture = await startScheduler("2026-03-01T09:00:00Z", folder);
const { book } = fixture.options;
const api = new SchedulerApi(fixture.options);
const bell = {
  ScheduleExpression: "at(2026-03-01T10:00:00)",
  FlexibleTimeWindow: { Mode: "OFF" },
  Target: { Arn: "arn:aws:sqs:us-east-1:000000000000:q", RoleArn: "arn:aws:iam::000000000000:role/r", Input: "kept" },
};
const big = { ...bell, ClientToken: "one", Target: { ...bell.Target, Input: "x".repeat(4_000) } };
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: NodeJS.ErrnoException) => error.code ?? error.name,
  );
/** As an SDK does that got no answer it understands. */
const twice = async (work: () => Promise<unknown>) => [await outcome(work()), await outcome(work())];

// Their lines are longer than those that fill the rest of the file.
const [bellName, groupName] = ["b".repeat(64), "g".repeat(64)];
await api.create(bellName, bell);
await book.putGroup({ name: groupName, createdAt: 0 });
const created = await twice(() => api.create("big", big));
const updated = await twice(() => api.update(bellName, big));
let groups = 0;
while ((await outcome(book.putGroup({ name: `g${groups}`, createdAt: 0 }))) === "done") groups += 1;
const removed = await twice(() => api.remove(bellName, "default"));
const groupRemoved = await twice(() => api.removeGroup(groupName));
await fixture.advanceTo("2026-03-01T11:00:00Z");
const said = {
  outcomes: { created, updated, removed, groupRemoved },
  delivered: fixture.delivered.map(({ input }) => input),
  schedules: book.all(),
  groups: book.groups(),
  acknowledgedGroups: groups + 2,
};
process.stdout.write(JSON.stringify(said));
await fixture.stop();
