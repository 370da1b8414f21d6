import { createHash } from "node:crypto";
import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnUserPoolClient,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  UserPool,
  type UserPoolClient,
  type UserPoolDomain,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import type { TokenIssuer } from "../options.ts";
import { keepLogicalId } from "./keep-logical-id.ts";

/** What tells whose tokens are taken. */
export interface AuthenticationProps {
  readonly config: StageConfig;
  /** The name of the backend in its account and Region. */
  readonly backend: string;
}

/** Whose tokens the API takes: the configured issuer's, or those of a user pool made here. */
export class Authentication extends Construct {
  readonly tokenIssuer: TokenIssuer;
  /** Present when the stack has its own user pool. */
  readonly userPool: UserPool | undefined;
  /** What one has to know to get a token of the own user pool; empty when there is none. */
  readonly outputs: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: AuthenticationProps) {
    super(scope, id);
    if (props.config.tokenIssuer !== undefined) {
      this.tokenIssuer = props.config.tokenIssuer;
      this.outputs = {};
      return;
    }
    this.userPool = this.#ownUserPool(props.config);
    const people = this.#clientOfPeople(this.userPool);
    const domain = this.#tokenDomain(this.userPool, props);
    const operators = this.#clientOfOperators(this.userPool);
    this.tokenIssuer = {
      issuer: this.userPool.userPoolProviderUrl,
      audience: [people.userPoolClientId, operators.userPoolClientId],
    };
    this.outputs = {
      UserPoolId: this.userPool.userPoolId,
      ClientId: people.userPoolClientId,
      OperatorClientId: operators.userPoolClientId,
      TokenUrl: `${domain.baseUrl()}/oauth2/token`,
      TokenCommand: tokenCommand(Stack.of(this).region, people.userPoolClientId),
    };
  }

  #ownUserPool(config: StageConfig): UserPool {
    const userPool = new UserPool(this, "UserPool", {
      // Accounts are made by an administrator: an open sign-up would let anybody spend the model budget.
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      deletionProtection: config.keepsData,
      removalPolicy: config.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    keepLogicalId(userPool, "UserPool");
    return userPool;
  }

  /** A public client: people sign in with their password and get tokens without the operator scope. */
  #clientOfPeople(userPool: UserPool): UserPoolClient {
    const client = userPool.addClient("People", {
      authFlows: { userSrp: true, userPassword: true },
      disableOAuth: true,
      preventUserExistenceErrors: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
    });
    keepLogicalId(client, "PeopleClient");
    return client;
  }

  /**
   * A client with a secret, for tools. Cognito gives a scope to every user of a client that allows it, so the operator
   * scope must not be on the client that people sign in with.
   */
  #clientOfOperators(userPool: UserPool): UserPoolClient {
    const operator = new ResourceServerScope({
      scopeName: "operator",
      scopeDescription: "See and steer the wakes and runs of every owner",
    });
    const server = userPool.addResourceServer("Api", { identifier: "followthrough", scopes: [operator] });
    const client = userPool.addClient("Operators", {
      generateSecret: true,
      oAuth: { flows: { clientCredentials: true }, scopes: [OAuthScope.resourceServer(server, operator)] },
      preventUserExistenceErrors: true,
      accessTokenValidity: Duration.hours(1),
    });
    // Left out, it would also allow people to sign in with this client.
    if (client.node.defaultChild instanceof CfnUserPoolClient) {
      client.node.defaultChild.explicitAuthFlows = ["ALLOW_REFRESH_TOKEN_AUTH"];
    }
    keepLogicalId(server, "ApiScopes");
    keepLogicalId(client, "OperatorsClient");
    return client;
  }

  /** Where a client gets its token. The prefix is unique in a Region, over all accounts. */
  #tokenDomain(userPool: UserPool, { config, backend }: AuthenticationProps): UserPoolDomain {
    const parts = ["followthrough", config.stage, ...placeMark(config.stage, backend), Stack.of(this).account];
    const domain = userPool.addDomain("Tokens", { cognitoDomain: { domainPrefix: parts.join("-") } });
    keepLogicalId(domain, "TokenDomain");
    return domain;
  }
}

/**
 * What tells the domain of a backend that is named after its place from the others of its stage. Hexadecimal digits: a
 * prefix has at most 63 lower-case characters and may hold neither `aws` nor `amazon` nor `cognito`.
 */
function placeMark(stage: string, backend: string): readonly string[] {
  return backend === stage ? [] : [createHash("sha256").update(backend).digest("hex").slice(0, 12)];
}

/** What a person types to get a token, for whom the AWS CLI is at hand; `npm run sign-in` does the same. */
function tokenCommand(region: string, clientId: string): string {
  return [
    `aws cognito-idp initiate-auth --region ${region} --client-id ${clientId} --auth-flow USER_PASSWORD_AUTH`,
    "--auth-parameters USERNAME=YOU@EXAMPLE.COM,PASSWORD=YOUR-PASSWORD",
    "--query AuthenticationResult.AccessToken --output text",
  ].join(" ");
}
