import { PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { CfnSchedule, CfnScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { WakeUpMessage } from "../../shared/contracts/wake-up.ts";
import type { AgentWakeUp } from "../described.ts";
import { keepLogicalId } from "./keep-logical-id.ts";
import { schedulerOfGroup } from "./wake-schedules.ts";

/** The fixed times at which agents start work by themselves: one schedule each, apart from the bells. */
export class WakeUps extends Construct {
  constructor(
    scope: Construct,
    id: string,
    props: { readonly wakes: Queue; readonly wakeUps: readonly AgentWakeUp[] },
  ) {
    super(scope, id);
    if (props.wakeUps.length === 0) return;
    // Its own group: who may remove bells cannot remove a wake-up.
    const group = new CfnScheduleGroup(this, "Group");
    keepLogicalId(group, "WakeUpGroup");
    const ringer = new Role(this, "Ringer", { assumedBy: schedulerOfGroup(group) });
    ringer.addToPolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [props.wakes.queueArn] }));
    for (const { agent, name, cron, time_zone, input } of props.wakeUps) {
      const message: WakeUpMessage = {
        kind: "wake_up",
        agent,
        name,
        input,
        // A ring that is delivered twice carries the same time, and starts one run.
        scheduled_time: "<aws.scheduler.scheduled-time>",
      };
      new CfnSchedule(this, `${agent}-${name}`, {
        groupName: group.ref,
        scheduleExpression: `cron(${cron})`,
        scheduleExpressionTimezone: time_zone,
        flexibleTimeWindow: { mode: "OFF" },
        target: {
          arn: props.wakes.queueArn,
          roleArn: ringer.roleArn,
          input: JSON.stringify(message),
          // One that could not be delivered for an hour is left out; the next one comes anyway.
          retryPolicy: { maximumRetryAttempts: 60, maximumEventAgeInSeconds: 3_600 },
        },
      }).node.addDependency(ringer);
    }
  }
}
