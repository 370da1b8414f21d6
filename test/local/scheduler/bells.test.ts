import { GetScheduleCommand } from "@aws-sdk/client-scheduler";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SchedulerBells } from "../../../shared/adapters/scheduler/scheduler-bells.ts";
import type { FollowupId, SessionId } from "../../../shared/contracts/ids.ts";
import { type SchedulerFixture, startScheduler } from "../../support/scheduler-fixture.ts";

const ring = { session_id: "ses_1" as SessionId, followup_id: "fu_1" as FollowupId };
const settings = {
  group: "default",
  role_arn: "arn:aws:iam::000000000000:role/ringer",
  queue_arn: "arn:aws:sqs:us-east-1:000000000000:wakes",
};
let fixture: SchedulerFixture;
let bells: SchedulerBells;

beforeEach(async () => {
  fixture = await startScheduler("2026-03-01T09:00:00Z");
  bells = new SchedulerBells(fixture.client, settings);
});
afterEach(() => fixture.stop());

test("a bell that cannot ring is given up within minutes, so that it is missed before the next day", async () => {
  await bells.set(ring, Date.parse("2026-03-01T10:00:00.900Z"));
  const set = await fixture.client.send(new GetScheduleCommand({ Name: "fu_1" }));
  expect(set).toMatchObject({
    ScheduleExpression: "at(2026-03-01T10:00:00)",
    ActionAfterCompletion: "DELETE",
    Target: {
      Input: JSON.stringify(ring),
      RetryPolicy: { MaximumEventAgeInSeconds: 300, MaximumRetryAttempts: 10 },
    },
  });
});

test("a bell is set once however often, and taken back once however often", async () => {
  for (const _ of ["", ""]) await bells.set(ring, Date.parse("2026-03-01T10:00:00Z"));
  await fixture.advanceTo("2026-03-01T11:00:00Z");
  expect(fixture.delivered).toEqual([
    { arn: settings.queue_arn, input: JSON.stringify(ring), at: "2026-03-01T10:00:00.000Z" },
  ]);
  for (const _ of ["", ""]) await bells.remove(ring);
});
