import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, expect, test } from "vitest";
import type { InvocationRecord } from "../../../local/functions/function-host.ts";
import type { Stack } from "../../../local/stack.ts";
import { startTinyStack } from "../../support/tiny-stack.ts";

const role = "arn:aws:iam::000000000000:role/starter";
const records: { readonly record: InvocationRecord; readonly afterSeconds: number }[] = [];
let stack: Stack;
let begun = 0;
afterEach(() => stack.stop());

/** A function on a schedule, with a queue for events that failed for good. */
async function start(source: string, invoke: object = {}): Promise<void> {
  records.length = 0;
  let running: Stack | undefined;
  stack = await startTinyStack(
    {
      functions: { Job: { source, properties: { Timeout: 10 } } },
      resources: {
        Failed: { Type: "AWS::SQS::Queue", Properties: {} },
        Invoke: {
          Type: "AWS::Lambda::EventInvokeConfig",
          Properties: {
            FunctionName: { Ref: "Job" },
            Qualifier: "$LATEST",
            DestinationConfig: { OnFailure: { Destination: { "Fn::GetAtt": ["Failed", "Arn"] } } },
            ...invoke,
          },
        },
        Hourly: {
          Type: "AWS::Scheduler::Schedule",
          Properties: {
            ScheduleExpression: "rate(1 hour)",
            FlexibleTimeWindow: { Mode: "OFF" },
            Target: { Arn: { "Fn::GetAtt": ["Job", "Arn"] }, RoleArn: role, Input: '{"n":1}' },
          },
        },
      },
    },
    {
      clock: "virtual",
      onInvocation: (record) => records.push({ record, afterSeconds: ((running?.now() ?? begun) - begun) / 1_000 }),
    },
  );
  running = stack;
  begun = stack.now();
}

const times = () => records.map(({ record, afterSeconds }) => `${record.outcome} +${afterSeconds}`);

async function failed(): Promise<(string | undefined)[]> {
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new SQSClient({ endpoint: stack.endpoints.sqs, region: "us-east-1", credentials });
  const QueueUrl = `${stack.endpoints.sqs}/000000000000/tiny-Failed`;
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  client.destroy();
  return Messages.map(({ Body }) => Body);
}

test("a schedule of the template starts its function with its input", async () => {
  await start("exports.handler = async ({ n }) => { if (n !== 1) throw new Error('other input'); };");
  await stack.advance("3h");
  expect(times()).toEqual(["ok +3600", "ok +7200", "ok +10800"]);
});

test("a failed event is repeated after one and two minutes, then handed to the failure queue", async () => {
  await start("exports.handler = async () => { throw new Error('broken'); };");
  await stack.advance("1h30m");
  expect(times()).toEqual(["error +3600", "error +3660", "error +3780"]);
  expect(await failed()).toEqual(['{"n":1}']);
});

test("a function without retries fails once", async () => {
  await start("exports.handler = async () => { throw new Error('broken'); };", { MaximumRetryAttempts: 0 });
  await stack.advance("1h30m");
  expect(times()).toEqual(["error +3600"]);
  expect(await failed()).toHaveLength(1);
});
