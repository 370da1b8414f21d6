import { ArnFormat, Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { bellsOfTheGroup } from "../wildcards.ts";
import type { ServiceFunction } from "./function.ts";
import { keepLogicalId } from "./keep-logical-id.ts";

/** The bells of wakes: their schedule group, and the role EventBridge Scheduler rings them with. */
export class WakeSchedules extends Construct {
  readonly group: CfnScheduleGroup;
  readonly ringer: Role;
  readonly #wakes: Queue;

  constructor(scope: Construct, id: string, props: { readonly wakes: Queue }) {
    super(scope, id);
    this.#wakes = props.wakes;
    this.group = new CfnScheduleGroup(this, "Group");
    keepLogicalId(this.group, "BellGroup");
    this.ringer = new Role(this, "Ringer", { assumedBy: schedulerOfGroup(this.group) });
    this.ringer.addToPolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.#wakes.queueArn] }));
  }

  /** Lets `grantee` set and remove bells of this group, and nothing else in EventBridge Scheduler. */
  grantRing(grantee: ServiceFunction): void {
    this.#allowOnBells(grantee, ["scheduler:CreateSchedule", "scheduler:DeleteSchedule"]);
    grantee.allow({
      actions: ["iam:PassRole"],
      resources: [this.ringer.roleArn],
      conditions: { StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" } },
    });
  }

  /** Lets `grantee` remove bells of this group; it can set none. */
  grantSilence(grantee: ServiceFunction): void {
    this.#allowOnBells(grantee, ["scheduler:DeleteSchedule"]);
  }

  #allowOnBells(grantee: ServiceFunction, actions: readonly string[]): void {
    const bells = Stack.of(this).formatArn({
      service: "scheduler",
      resource: "schedule",
      resourceName: `${this.group.ref}/*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    grantee.allow({ sid: bellsOfTheGroup, actions, resources: [bells] });
    grantee.setting("SCHEDULE_GROUP", this.group.ref);
    grantee.setting("SCHEDULE_ROLE_ARN", this.ringer.roleArn);
    grantee.setting("WAKE_QUEUE_ARN", this.#wakes.queueArn);
  }
}

/** EventBridge Scheduler, but only on behalf of schedules in `group`; no other account or group can borrow the role. */
export function schedulerOfGroup(group: CfnScheduleGroup): ServicePrincipal {
  return new ServicePrincipal("scheduler.amazonaws.com", {
    conditions: {
      StringEquals: {
        "aws:SourceAccount": Stack.of(group).account,
        "aws:SourceArn": group.attrArn,
      },
    },
  });
}
