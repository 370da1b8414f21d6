import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";

const REGION = "us-east-1";
const ACCOUNT = "000000000000";

/** A queue as the product is told about it. */
export interface TestQueue {
  readonly url: string;
  readonly arn: string;
}

/** An SQS of its own, in this process. */
export interface TestQueues {
  readonly client: SQSClient;
  /** Creates a standard queue; `attributes` as in the SQS API. */
  createQueue(name: string, attributes?: Readonly<Record<string, string>>): Promise<TestQueue>;
  stop(): Promise<void>;
}

/** Starts an in-memory SQS on a free port of 127.0.0.1, in about 70 ms. Call it once a test file. */
export async function startFauxqs(): Promise<TestQueues> {
  const app = buildApp({ logger: false, defaultRegion: REGION });
  const endpoint = await app.listen({ port: 0, host: "127.0.0.1" });
  const client = new SQSClient({
    endpoint,
    region: REGION,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  return {
    client,
    async createQueue(name, attributes) {
      await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
      // Not the URL in the answer: its host name does not resolve.
      return { url: `${endpoint}/${ACCOUNT}/${name}`, arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}` };
    },
    async stop() {
      client.destroy();
      await app.close();
    },
  };
}
