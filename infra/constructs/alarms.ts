import { Annotations, ArnFormat, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IAlarmAction,
  type IMetric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";

/** When an alarm rings, and what it means. */
export interface AlarmProps {
  readonly metric: IMetric;
  /** Rings at or above this value, or with `whenBelow` under it. */
  readonly threshold: number;
  /** What people notice, as a sentence for whoever is woken by the alarm. */
  readonly impact: string;
  /** Periods in a row that must be over the threshold; 1 unless given. */
  readonly periods?: number;
  /** Rings when the metric falls under the threshold or is missing: for things that must go on happening. */
  readonly whenBelow?: boolean;
}

/** Every alarm of the stack, and where they are sent. Without an address they are seen on the dashboard only. */
export class Alarms extends Construct {
  /** Made when an e-mail address is configured. */
  readonly topic: Topic | undefined;
  readonly #actions: readonly IAlarmAction[];
  readonly #alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, props: { readonly config: StageConfig }) {
    super(scope, id);
    const { alarmEmail, alarmTopicArn } = props.config;
    if (alarmEmail !== undefined) {
      this.topic = new Topic(this, "Topic", { enforceSSL: true });
      // A topic without a policy takes what its account sends; one with any policy takes what the policy allows.
      this.topic.grantPublish(alarmsOfThisAccount(this));
      this.topic.addSubscription(new EmailSubscription(alarmEmail));
    }
    const given = alarmTopicArn === undefined ? undefined : Topic.fromTopicArn(this, "GivenTopic", alarmTopicArn);
    this.#actions = [this.topic, given].filter((topic) => topic !== undefined).map((topic) => new SnsAction(topic));
    if (props.config.keepsData && this.#actions.length === 0) {
      const warning = "alarms are sent nowhere: set alarmEmail or alarmTopicArn";
      Annotations.of(this).addWarningV2("followthrough:alarms-sent-nowhere", warning);
    }
  }

  /** The alarms made so far. */
  get all(): readonly Alarm[] {
    return this.#alarms;
  }

  /** Makes an alarm. Its description is the impact, so that the message says what is wrong for people. */
  add(id: string, props: AlarmProps): void {
    const whenBelow = props.whenBelow ?? false;
    const alarm = new Alarm(this, id, {
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: props.periods ?? 1,
      comparisonOperator: whenBelow
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: whenBelow ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: props.impact,
    });
    alarm.addAlarmAction(...this.#actions);
    alarm.addOkAction(...this.#actions);
    this.#alarms.push(alarm);
  }
}

/** CloudWatch, but only on behalf of an alarm of the stack's account and Region. */
function alarmsOfThisAccount(scope: Construct): ServicePrincipal {
  const stack = Stack.of(scope);
  const alarms = {
    service: "cloudwatch",
    resource: "alarm",
    resourceName: "*",
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  };
  return new ServicePrincipal("cloudwatch.amazonaws.com", {
    conditions: {
      StringEquals: { "aws:SourceAccount": stack.account },
      ArnLike: { "aws:SourceArn": stack.formatArn(alarms) },
    },
  });
}

/** The resolution of every alarm: AWS services report once a minute. */
export const alarmPeriod: Duration = Duration.minutes(1);
