import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  ValidationException,
} from "@aws-sdk/client-scheduler";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SchedulerFixture, startScheduler } from "../../support/scheduler-fixture.ts";

const queue = "arn:aws:sqs:us-east-1:000000000000:wakes";
const role = "arn:aws:iam::000000000000:role/ringer";
let fixture: SchedulerFixture;

beforeEach(async () => {
  fixture = await startScheduler("2026-03-01T09:00:00Z");
});
afterEach(() => fixture.stop());

function aBell(different: Partial<CreateScheduleCommandInput> = {}): CreateScheduleCommandInput {
  return {
    Name: "bell-1",
    ScheduleExpression: "at(2026-03-01T10:00:00)",
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: { Arn: queue, RoleArn: role, Input: '{"n":1}' },
    ...different,
  };
}
const create = (different?: Partial<CreateScheduleCommandInput>) =>
  fixture.client.send(new CreateScheduleCommand(aBell(different)));
const names = async () => (await fixture.client.send(new ListSchedulesCommand({}))).Schedules?.map(({ Name }) => Name);

test("a schedule reads back as it was made", async () => {
  const { ScheduleArn } = await create({ Description: "rings", ActionAfterCompletion: "DELETE" });
  expect(ScheduleArn).toBe("arn:aws:scheduler:us-east-1:000000000000:schedule/default/bell-1");
  const found = await fixture.client.send(new GetScheduleCommand({ Name: "bell-1" }));
  expect(found).toMatchObject({
    Name: "bell-1",
    Arn: ScheduleArn,
    GroupName: "default",
    State: "ENABLED",
    Description: "rings",
    ScheduleExpressionTimezone: "UTC",
    ActionAfterCompletion: "DELETE",
    Target: { Arn: queue, Input: '{"n":1}' },
    CreationDate: new Date("2026-03-01T09:00:00Z"),
  });
});

test("a bell rings once at its second, and is gone when it was to be deleted", async () => {
  await create({ ActionAfterCompletion: "DELETE" });
  await fixture.advanceTo("2026-03-01T09:59:59Z");
  expect(fixture.delivered).toEqual([]);
  await fixture.advanceTo("2026-03-01T11:00:00Z");
  expect(fixture.delivered).toEqual([{ arn: queue, input: '{"n":1}', at: "2026-03-01T10:00:00.000Z" }]);
  expect(await names()).toEqual([]);
});

test("a bell that stays rings no second time, but again after an update", async () => {
  await create();
  await fixture.advanceTo("2026-03-02T00:00:00Z");
  expect(await names()).toEqual(["bell-1"]);
  await fixture.client.send(new UpdateScheduleCommand(aBell({ ScheduleExpression: "at(2026-03-02T01:00:00)" })));
  await fixture.advanceTo("2026-03-03T00:00:00Z");
  expect(fixture.delivered.map(({ at }) => at)).toEqual(["2026-03-01T10:00:00.000Z", "2026-03-02T01:00:00.000Z"]);
});

test("bells far and near ring in the order of their times", async () => {
  await create({
    Name: "far",
    ScheduleExpression: "at(2026-03-31T00:00:00)",
    Target: { Arn: queue, RoleArn: role, Input: "far" },
  });
  await create({
    Name: "near",
    ScheduleExpression: "at(2026-03-02T00:00:00)",
    Target: { Arn: queue, RoleArn: role, Input: "near" },
  });
  await create({
    Name: "daily",
    ScheduleExpression: "cron(0 6 ? * MON *)",
    Target: { Arn: queue, RoleArn: role, Input: "daily" },
  });
  await fixture.advanceTo("2026-04-01T00:00:00Z");
  expect(fixture.delivered.map(({ input }) => input)).toEqual([
    "near",
    "daily",
    "daily",
    "daily",
    "daily",
    "daily",
    "far",
  ]);
});

test("the same token and request again is no conflict, the same name with another is", async () => {
  await create({ ClientToken: "one" });
  await expect(create({ ClientToken: "one" })).resolves.toMatchObject({
    ScheduleArn: expect.stringContaining("bell-1"),
  });
  await expect(create({ ClientToken: "two" })).rejects.toBeInstanceOf(ConflictException);
  await expect(create()).rejects.toBeInstanceOf(ConflictException);
});

test("what is not there is not found", async () => {
  await expect(fixture.client.send(new GetScheduleCommand({ Name: "none" }))).rejects.toBeInstanceOf(
    ResourceNotFoundException,
  );
  await expect(fixture.client.send(new DeleteScheduleCommand({ Name: "none" }))).rejects.toBeInstanceOf(
    ResourceNotFoundException,
  );
  await expect(fixture.client.send(new UpdateScheduleCommand(aBell()))).rejects.toBeInstanceOf(
    ResourceNotFoundException,
  );
  await expect(create({ GroupName: "nowhere" })).rejects.toBeInstanceOf(ResourceNotFoundException);
});

test.each<Partial<CreateScheduleCommandInput>>([
  { ScheduleExpression: "at(2026-03-01T09:00:00)" },
  { ScheduleExpression: "at(2026-02-30T09:00:00)" },
  { ScheduleExpression: "rate(1 second)" },
  { ScheduleExpressionTimezone: "Mars/Olympus" },
  { Name: "white space" },
  { Target: { Arn: "queue", RoleArn: role } },
  { Target: { Arn: queue, RoleArn: role, RetryPolicy: { MaximumEventAgeInSeconds: 59 } } },
  { Target: { Arn: queue, RoleArn: role, RetryPolicy: { MaximumRetryAttempts: 186 } } },
  { FlexibleTimeWindow: { Mode: "FLEXIBLE", MaximumWindowInMinutes: 2_000 } },
])("%j is refused", async (different) => {
  await expect(create(different)).rejects.toBeInstanceOf(ValidationException);
});

test("an input may have 256 KB, counted in bytes, and not one more", async () => {
  const most = "ü".repeat(131_072);
  await expect(create({ Target: { Arn: queue, RoleArn: role, Input: `${most}x` } })).rejects.toBeInstanceOf(
    ValidationException,
  );
  await create({ Target: { Arn: queue, RoleArn: role, Input: most } });
});

test("a deleted bell does not ring", async () => {
  await create();
  await fixture.client.send(new DeleteScheduleCommand({ Name: "bell-1" }));
  await fixture.advanceTo("2026-03-02T00:00:00Z");
  expect(fixture.delivered).toEqual([]);
});

test("a disabled schedule does not ring", async () => {
  await create({ State: "DISABLED" });
  await fixture.advanceTo("2026-03-02T00:00:00Z");
  expect(fixture.delivered).toEqual([]);
});

test("groups hold schedules of equal names apart, and take them along when they go", async () => {
  await fixture.client.send(new CreateScheduleGroupCommand({ Name: "wakes" }));
  await expect(fixture.client.send(new CreateScheduleGroupCommand({ Name: "wakes" }))).rejects.toBeInstanceOf(
    ConflictException,
  );
  await create();
  await create({ GroupName: "wakes" });
  const listed = await fixture.client.send(new ListSchedulesCommand({ GroupName: "wakes", NamePrefix: "bell" }));
  expect(listed.Schedules?.map(({ GroupName }) => GroupName)).toEqual(["wakes"]);
  await fixture.client.send(new DeleteScheduleGroupCommand({ Name: "wakes" }));
  await expect(fixture.client.send(new GetScheduleGroupCommand({ Name: "wakes" }))).rejects.toBeInstanceOf(
    ResourceNotFoundException,
  );
  const groups = await fixture.client.send(new ListScheduleGroupsCommand({}));
  expect(groups.ScheduleGroups?.map(({ Name }) => Name)).toEqual(["default"]);
  await fixture.advanceTo("2026-03-02T00:00:00Z");
  expect(fixture.delivered).toHaveLength(1);
});

test("a long list comes in pages without a gap", async () => {
  for (let index = 0; index < 5; index++) await create({ Name: `bell-${index}` });
  const first = await fixture.client.send(new ListSchedulesCommand({ MaxResults: 3 }));
  const second = await fixture.client.send(new ListSchedulesCommand({ MaxResults: 3, NextToken: first.NextToken }));
  const all = [...(first.Schedules ?? []), ...(second.Schedules ?? [])].map(({ Name }) => Name);
  expect(all).toEqual(["bell-0", "bell-1", "bell-2", "bell-3", "bell-4"]);
  expect(second.NextToken).toBeUndefined();
});

test("what a target refuses goes to the dead letter queue", async () => {
  fixture.refusing.add(queue);
  await create({
    Target: {
      Arn: queue,
      RoleArn: role,
      Input: "x",
      DeadLetterConfig: { Arn: "arn:aws:sqs:us-east-1:000000000000:dead" },
    },
  });
  await fixture.advanceTo("2026-03-02T00:00:00Z");
  expect(fixture.delivered).toMatchObject([{ arn: "arn:aws:sqs:us-east-1:000000000000:dead", input: "x" }]);
});

test("the input may name the time it was due and the schedule", async () => {
  await create({
    Target: { Arn: queue, RoleArn: role, Input: "<aws.scheduler.scheduled-time> <aws.scheduler.schedule-arn>" },
  });
  await fixture.advanceTo("2026-03-02T00:00:00Z");
  expect(fixture.delivered[0]?.input).toBe(
    "2026-03-01T10:00:00Z arn:aws:scheduler:us-east-1:000000000000:schedule/default/bell-1",
  );
});

test("bells survive a restart, and one whose time passed meanwhile rings at once", async () => {
  await create({ Name: "soon", ActionAfterCompletion: "DELETE" });
  await create({ Name: "later", ScheduleExpression: "at(2026-03-05T00:00:00)" });
  await create({ Name: "removed" });
  await fixture.client.send(new DeleteScheduleCommand({ Name: "removed" }));
  fixture.clock.set(Date.parse("2026-03-02T00:00:00Z"));
  fixture = await fixture.restart();
  await fixture.advanceTo("2026-03-02T00:00:00Z");
  expect(fixture.delivered).toMatchObject([{ at: "2026-03-02T00:00:00.000Z" }]);
  expect(await names()).toEqual(["later"]);
});
