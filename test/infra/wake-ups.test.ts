import { expect, test } from "vitest";
import { WakeUpMessage } from "../../shared/contracts/wake-up.ts";
import { flat, resourcesOf, rightsOf } from "../support/policies.ts";
import { synth, synthWithChecks } from "../support/synth.ts";

const morning = {
  agent: "researcher",
  name: "morning",
  cron: "0 7 ? * MON-FRI *",
  time_zone: "Europe/Berlin",
  input: "Look what is new.",
};
const wakeUps = [morning, { ...morning, agent: "report", name: "evening" }];
const made = synth({}, wakeUps);
const schedules = [...resourcesOf(made, "AWS::Scheduler::Schedule").values()].filter(
  ({ Properties }) => Properties.GroupName.Ref === "WakeUpGroup",
);

test("each wake-up of an agent is a schedule in its own time zone that puts it on the wakes queue", () => {
  expect(schedules).toHaveLength(2);
  expect(schedules[0]?.Properties).toMatchObject({
    ScheduleExpression: "cron(0 7 ? * MON-FRI *)",
    ScheduleExpressionTimezone: "Europe/Berlin",
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: { Arn: { "Fn::GetAtt": ["WakesQueue", "Arn"] } },
  });
});

test("the message fits the contract, and names the time by which a second delivery is known", () => {
  const message = WakeUpMessage.parse(JSON.parse(schedules[0]?.Properties.Target.Input));
  expect(message).toEqual({
    kind: "wake_up",
    agent: "researcher",
    name: "morning",
    input: "Look what is new.",
    scheduled_time: "<aws.scheduler.scheduled-time>",
  });
});

test("its role can send to the wakes queue and do nothing else, for this group alone", () => {
  const role = flat(schedules[0]?.Properties.Target.RoleArn).slice(1, -".Arn>".length);
  expect(rightsOf(made, role)).toEqual(["sqs:SendMessage <WakesQueue.Arn>"]);
  const trust = resourcesOf(made, "AWS::IAM::Role").get(role)?.Properties.AssumeRolePolicyDocument.Statement;
  expect(trust[0].Condition.StringEquals["aws:SourceArn"]).toEqual({ "Fn::GetAtt": ["WakeUpGroup", "Arn"] });
});

test("without one there is no group for them", () => {
  expect([...resourcesOf(synth(), "AWS::Scheduler::ScheduleGroup").keys()].sort()).toEqual(["BellGroup", "SweepGroup"]);
});

test("the checks have no finding, nor when agents elsewhere may call the tools", () => {
  const agentToolsPrincipal = "arn:aws:iam::111122223333:role/Gateway,arn:aws:bedrock:eu-west-1:111122223333:agent/A1";
  expect(() => synthWithChecks({ agentToolsPrincipal }, undefined, wakeUps)).not.toThrow();
});
