import { Duration } from "aws-cdk-lib";
import { PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { CfnSchedule, CfnScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Construct } from "constructs";
import type { ServiceFunction } from "./function.ts";
import { keepLogicalId } from "./keep-logical-id.ts";
import { schedulerOfGroup } from "./wake-schedules.ts";

/** Runs the sweep every minute, so that whatever a crash left behind is looked at again within about two. */
export class Sweeper extends Construct {
  constructor(scope: Construct, id: string, props: { readonly sweep: ServiceFunction }) {
    super(scope, id);
    const { lambda } = props.sweep;
    // Its own group: who may remove bells cannot remove the sweep.
    const group = new CfnScheduleGroup(this, "Group");
    keepLogicalId(group, "SweepGroup");
    const starter = new Role(this, "Starter", { assumedBy: schedulerOfGroup(group) });
    starter.addToPolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [lambda.functionArn] }));
    new CfnSchedule(this, "EveryMinute", {
      groupName: group.ref,
      scheduleExpression: "rate(1 minute)",
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: lambda.functionArn,
        roleArn: starter.roleArn,
        input: JSON.stringify({ ahead_seconds: 0 }),
        // The next sweep is a minute away and does the same work, so a missed one is not made up for.
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    }).node.addDependency(starter);
    lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  }
}
