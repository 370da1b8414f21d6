import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { keepLogicalId } from "./keep-logical-id.ts";

/** Where log groups are made, so that all of them end, stay and are encrypted alike. */
export class Logs extends Construct {
  readonly #config: StageConfig;
  readonly #key: Key | undefined;

  constructor(scope: Construct, id: string, props: { readonly config: StageConfig }) {
    super(scope, id);
    this.#config = props.config;
    if (props.config.encryptLogs) this.#key = this.#makeKey();
  }

  /** A log group of `owner`. Without a name, CloudFormation gives it one that no other has or had. */
  group(owner: Construct, id: string, logGroupName?: string): LogGroup {
    return new LogGroup(owner, id, {
      ...(logGroupName !== undefined && { logGroupName }),
      retention: this.#config.logRetentionDays,
      removalPolicy: this.#removalPolicy(),
      ...(this.#key !== undefined && { encryptionKey: this.#key }),
    });
  }

  /** Without this key no log that was ever encrypted with it can be read, so it stays as long as they do. */
  #makeKey(): Key {
    const { partition, region, account } = Stack.of(this);
    const key = new Key(this, "Key", {
      description: "Encrypts the logs of Followthrough",
      enableKeyRotation: true,
      removalPolicy: this.#removalPolicy(),
    });
    keepLogicalId(key, "LogKey");
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        actions: ["kms:Encrypt*", "kms:Decrypt*", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:Describe*"],
        resources: ["*"],
        conditions: {
          ArnLike: { "kms:EncryptionContext:aws:logs:arn": `arn:${partition}:logs:${region}:${account}:log-group:*` },
        },
      }),
    );
    return key;
  }

  #removalPolicy(): RemovalPolicy {
    return this.#config.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
  }
}
