import { describe, expect, test } from "vitest";
import { functionSizes } from "../../infra/functions.ts";
import { resourcesOf } from "../support/policies.ts";
import { logicalIdOf, synth } from "../support/synth.ts";

const queues = resourcesOf(synth(), "AWS::SQS::Queue");
const isDeadLetterQueue = (id: string) => id.endsWith("DeadLetterQueue");
const workQueues = [...queues].filter(([id]) => !isDeadLetterQueue(id));
const mappings = [...resourcesOf(synth(), "AWS::Lambda::EventSourceMapping").values()];

describe("the queues", () => {
  test.each(workQueues)("%s gives a message up after five deliveries and keeps it for two weeks", (_id, queue) => {
    const { deadLetterTargetArn, maxReceiveCount } = queue.Properties.RedrivePolicy;
    expect(maxReceiveCount).toBe(5);
    const deadLetters = queues.get(deadLetterTargetArn["Fn::GetAtt"][0]);
    expect(deadLetters?.Properties.MessageRetentionPeriod).toBe(14 * 24 * 3_600);
  });

  test("each dead-letter queue belongs to exactly one queue", () => {
    const targets = workQueues.map(([, queue]) => queue.Properties.RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"][0]);
    expect(targets.sort()).toEqual([...queues.keys()].filter(isDeadLetterQueue).sort());
  });

  test.each([...queues])("%s is encrypted and refuses plain HTTP", (id, queue) => {
    expect(queue.Properties.SqsManagedSseEnabled).toBe(true);
    const policies = [...resourcesOf(synth(), "AWS::SQS::QueuePolicy").values()].filter(({ Properties }) =>
      Properties.Queues.some((one: { Ref: string }) => one.Ref === id),
    );
    expect(policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement)).toEqual([
      expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
    ]);
  });

  test.each([
    { queue: "nudges", worker: "fold", batchSize: 10, concurrency: 20 },
    { queue: "tasks", worker: "task", batchSize: 1, concurrency: 50 },
    { queue: "wakes", worker: "wake", batchSize: 10, concurrency: 10 },
  ] as const)("$worker reads $queue, reports what failed and cannot be overrun", (expected) => {
    const { stack } = synth();
    const queueId = logicalIdOf(synth(), stack.backend.queues[expected.queue].queue);
    const mapping = mappings.find(({ Properties }) => Properties.EventSourceArn["Fn::GetAtt"][0] === queueId);
    expect(mapping?.Properties).toEqual({
      EventSourceArn: { "Fn::GetAtt": [queueId, "Arn"] },
      FunctionName: { Ref: logicalIdOf(synth(), stack.backend.functions[expected.worker].lambda) },
      BatchSize: expected.batchSize,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: expected.concurrency },
    });
    // A message must stay hidden for as long as its reader may still work on it.
    expect(queues.get(queueId)?.Properties.VisibilityTimeout).toBeGreaterThan(
      functionSizes[expected.worker].timeoutSeconds,
    );
  });

  test("every queue has one reader and no mapping reads anything else", () => {
    expect(mappings).toHaveLength(workQueues.length);
  });

  test("how much runs at once is configuration", () => {
    const changed = synth({ foldConcurrency: "5", taskConcurrency: "7", wakeConcurrency: "3" });
    const limits = [...resourcesOf(changed, "AWS::Lambda::EventSourceMapping").values()].map(
      ({ Properties }) => Properties.ScalingConfig.MaximumConcurrency,
    );
    expect(limits.sort()).toEqual([3, 5, 7]);
  });
});
