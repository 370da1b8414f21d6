/**
 * What MiniStack 1.5.33 does differently from AWS, as far as this project meets it. Each is worked round here or where
 * `workaround` says, and never in the product. A fault that is mended upstream is removed with the next version.
 */
export const faults: readonly { readonly what: string; readonly reason: string; readonly workaround: string }[] = [
  {
    what: "Alarms on a metric expression are refused",
    reason: "CloudFormation's `Metrics` of an alarm is not modelled, and the whole deployment is rolled back.",
    workaround: "`withSimpleAlarms`: the alarm watches the first metric of its expression.",
  },
  {
    what: "Sending several messages at once needs a right that AWS does not have",
    reason: "`SendMessageBatch` is authorised as an action of its own; on AWS `sqs:SendMessage` covers it.",
    workaround: "`withBatchRight`: who may send one message is also given `sqs:SendMessageBatch`.",
  },
  {
    what: "A user pool does not give its ProviderURL",
    reason: "CloudFormation's attribute is not modelled; ProviderName, which is the same without the scheme, is.",
    workaround: "`withProviderName`: the URL is put together from the name.",
  },
  {
    what: "It speaks plain HTTP, so every policy that asks for TLS refuses every request",
    reason: "The bucket of `cdk bootstrap` and this project's queues deny requests without TLS, rightly.",
    workaround: "`front.ts`: a proxy on this machine says what the end of a TLS connection would say.",
  },
  {
    what: "The address of an API does not resolve",
    reason: "It is `<id>.execute-api.localhost`, which only some resolvers answer.",
    workaround: "`front.ts`: the proxy names the API in the Host header.",
  },
  {
    what: "The address where a client of a user pool gets its token does not resolve",
    reason: "The output says what it would be on AWS; the emulator answers on its own address.",
    workaround: "`reachableTokenUrl`: the same path on the emulator.",
  },
  {
    what: "Bedrock is not asked for permission",
    reason: "The model is this project's own Bedrock on this machine, which the emulator does not stand before.",
    workaround: "None: the template test pins the right to call the one configured model.",
  },
  {
    what: "Schedules ring up to ten seconds late, and time cannot be moved",
    reason: "It looks at its schedules every ten seconds, by the machine's clock.",
    workaround: "Scenarios ask for wakes in two minutes and wait; see `Deployment.waits`.",
  },
];

/** Where a client gets its token here. `origin` is that of the emulator. */
export function reachableTokenUrl(tokenUrl: string, origin: string): string {
  return new URL(new URL(tokenUrl).pathname, origin).href;
}

type Properties = Record<string, unknown>;
type Template = { readonly Resources: Readonly<Record<string, { readonly Type: string; Properties?: Properties }>> };

interface MetricStat {
  readonly Metric: { readonly MetricName: string; readonly Namespace: string; readonly Dimensions?: unknown };
  readonly Period: number;
  readonly Stat: string;
}

/** The template as the emulator can take it. Changes nothing that {@link faults} does not name. */
export function adaptTemplate(template: Template): Template {
  const adapted: Template = JSON.parse(JSON.stringify(template), withProviderName);
  for (const resource of Object.values(adapted.Resources)) {
    if (resource.Type === "AWS::CloudWatch::Alarm") withSimpleAlarms(resource.Properties ?? {});
    if (resource.Type === "AWS::IAM::Policy") withBatchRight(resource.Properties ?? {});
  }
  return adapted;
}

function withProviderName(_key: string, value: unknown): unknown {
  const attribute = (value as { readonly "Fn::GetAtt"?: unknown } | null)?.["Fn::GetAtt"];
  if (!Array.isArray(attribute) || attribute[1] !== "ProviderURL") return value;
  return { "Fn::Join": ["", ["https://", { "Fn::GetAtt": [attribute[0], "ProviderName"] }]] };
}

function withSimpleAlarms(alarm: Properties): void {
  const metrics = alarm["Metrics"] as readonly { readonly MetricStat?: MetricStat }[] | undefined;
  const first = metrics?.find(({ MetricStat }) => MetricStat !== undefined)?.MetricStat;
  if (first === undefined) return;
  delete alarm["Metrics"];
  const { MetricName, Namespace, Dimensions } = first.Metric;
  Object.assign(alarm, { MetricName, Namespace, Dimensions, Period: first.Period, Statistic: first.Stat });
}

function withBatchRight(policy: Properties): void {
  const document = policy["PolicyDocument"] as { readonly Statement: { Action: string | string[] }[] };
  for (const statement of document.Statement) {
    const actions = [statement.Action].flat();
    if (actions.includes("sqs:SendMessage")) statement.Action = [...actions, "sqs:SendMessageBatch"];
  }
}
