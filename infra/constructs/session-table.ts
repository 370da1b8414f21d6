import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { ServiceFunction } from "./function.ts";
import { keepLogicalId } from "./keep-logical-id.ts";

/** Reading by key, and everything that a decision commits. Transactions need the rights of their parts only. */
const readActions = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
const workActions = [
  ...readActions,
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:ConditionCheckItem",
];

/** The one table: sessions with their mailboxes, runs, revisions, tasks, artifacts and wakes. */
export class SessionTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, props: { readonly keepsData: boolean }) {
    super(scope, id);
    this.table = new TableV2(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      timeToLiveAttribute: "ttl",
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.keepsData,
      removalPolicy: props.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      globalSecondaryIndexes: [
        {
          indexName: "attention",
          partitionKey: { name: "att_shard", type: AttributeType.STRING },
          sortKey: { name: "att_at", type: AttributeType.NUMBER },
          projectionType: ProjectionType.KEYS_ONLY,
        },
        {
          indexName: "by_agent",
          partitionKey: { name: "agent_pk", type: AttributeType.STRING },
          sortKey: { name: "agent_sk", type: AttributeType.STRING },
          projectionType: ProjectionType.ALL,
        },
      ],
    });
    keepLogicalId(this.table, "Table");
  }

  /** Lets `grantee` take a follow-up into a mailbox. */
  grantAccept(grantee: ServiceFunction): void {
    this.#grant(grantee, ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"]);
  }

  /** Lets `grantee` read sessions. */
  grantRead(grantee: ServiceFunction): void {
    this.#grant(grantee, readActions);
  }

  /** Lets `grantee` list the wakes of an agent, of every session. */
  grantFindByAgent(grantee: ServiceFunction): void {
    this.#grant(grantee, ["dynamodb:Query"], this.#index("by_agent"));
  }

  /** Lets `grantee` read sessions and commit decisions about them. */
  grantWork(grantee: ServiceFunction): void {
    this.#grant(grantee, workActions);
  }

  /** Lets `grantee` find what is overdue. The index holds keys only, and the items stay out of reach. */
  grantSweep(grantee: ServiceFunction): void {
    this.#grant(grantee, ["dynamodb:Query"], this.#index("attention"));
  }

  #grant(grantee: ServiceFunction, actions: readonly string[], resource = this.table.tableArn): void {
    grantee.allow({ actions, resources: [resource] });
    grantee.setting("TABLE_NAME", this.table.tableName);
  }

  #index(name: "attention" | "by_agent"): string {
    return `${this.table.tableArn}/index/${name}`;
  }
}
