import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi as HttpApiResource,
  HttpMethod,
  HttpNoneAuthorizer,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type HttpFunction, routes } from "../../shared/contracts/routes.ts";
import type { StageConfig } from "../config.ts";
import type { TokenIssuer } from "../options.ts";
import type { ServiceFunction } from "./function.ts";
import { keepLogicalId } from "./keep-logical-id.ts";
import type { Logs } from "./logs.ts";

/** The scope a token needs on routes for operators. */
const operatorScope = "followthrough/operator";

/** What the API is made from. */
export interface HttpApiProps {
  readonly config: StageConfig;
  readonly logs: Logs;
  readonly tokenIssuer: TokenIssuer;
  readonly functions: Readonly<Record<HttpFunction, ServiceFunction>>;
}

/** Ids, counts and codes of a request. No address, no token claim and no text of a person. */
const accessLogLine = {
  time: "$context.requestTime",
  request_id: "$context.requestId",
  route: "$context.routeKey",
  status: "$context.status",
  response_bytes: "$context.responseLength",
  latency_ms: "$context.responseLatency",
  integration_latency_ms: "$context.integrationLatency",
  integration_status: "$context.integration.integrationStatus",
  error: "$context.error.responseType",
  integration_error: "$context.integration.error",
  authorizer_error: "$context.authorizer.error",
};

/** The public API: every route of `shared/contracts/routes.ts`, in front of the function that answers it. */
export class HttpApi extends Construct {
  readonly api: HttpApiResource;
  readonly stage: HttpStage;
  readonly url: string;
  /** The routes that anybody may call. */
  readonly openRoutes: readonly HttpRoute[];

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    this.api = new HttpApiResource(this, "Api", { createDefaultStage: false });
    keepLogicalId(this.api, "Api");
    this.stage = this.#stage(props);
    this.url = this.api.apiEndpoint;
    const callers = new HttpJwtAuthorizer("Callers", props.tokenIssuer.issuer, {
      jwtAudience: [...props.tokenIssuer.audience],
    });
    const anybody = new HttpNoneAuthorizer();
    // One permission a function: one a route would fill the 20 KB a function's own policy may have.
    const integrate = (name: HttpFunction) =>
      new HttpLambdaIntegration(name, props.functions[name].lambda, { scopePermissionToRoute: false });
    const integrations: Readonly<Record<HttpFunction, HttpLambdaIntegration>> = {
      accept: integrate("accept"),
      "http-write": integrate("http-write"),
      "http-read": integrate("http-read"),
      operator: integrate("operator"),
      openapi: integrate("openapi"),
    };
    const made = routes.map((route) => ({
      isOpen: route.auth === "none",
      resources: this.api.addRoutes({
        path: route.path,
        methods: [HttpMethod[route.method]],
        integration: integrations[route.function],
        authorizer: route.auth === "none" ? anybody : callers,
        authorizationScopes: route.auth === "operator" ? [operatorScope] : undefined,
      }),
    }));
    this.openRoutes = made.flatMap(({ isOpen, resources }) => (isOpen ? resources : []));
  }

  #stage({ config, logs }: HttpApiProps): HttpStage {
    return new HttpStage(this, "Stage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: config.requestRate, burstLimit: config.requestBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.#accessLog(logs)),
        format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
    });
  }

  /**
   * Each log group of an API is listed in one policy of the account, which ends at 5,120 characters; before it is full, AWS
   * lets in all names that begin like this one. With the API's id it does not meet the name of a log that outlived its stack.
   */
  #accessLog(logs: Logs): LogGroup {
    const log = logs.group(this, "AccessLog", `/aws/vendedlogs/followthrough/${this.api.apiId}`);
    // Under another logical id the same name would be made a second time, which is refused.
    keepLogicalId(log, "AccessLog");
    return log;
  }
}
