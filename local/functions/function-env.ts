import { join } from "node:path";

/** Where the AWS services of the stack listen. */
export interface Endpoints {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly scheduler: string;
  readonly bedrock: string;
}

/**
 * What every function finds in its environment besides its own variables: the endpoints, keys that open nothing, and no
 * way to the real account of whoever runs the stack.
 */
export function functionEnv(endpoints: Endpoints, region: string, dataDir: string): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_CONFIG_FILE: join(dataDir, "no-aws-config"),
    AWS_SHARED_CREDENTIALS_FILE: join(dataDir, "no-aws-credentials"),
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SCHEDULER: endpoints.scheduler,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: endpoints.bedrock,
    LANG: "en_US.UTF-8",
    TZ: ":UTC",
    TMPDIR: process.env["TMPDIR"] ?? "/tmp",
  };
}
