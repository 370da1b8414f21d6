import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A function of a hand-made template: the source of its `index.js` and the properties that differ from Lambda's. */
export interface TinyFunction {
  readonly source: string;
  readonly properties?: object;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A template with a few functions, as CDK would leave it, and whatever else a test is about. */
export interface TinyTemplate {
  readonly functions: Readonly<Record<string, TinyFunction>>;
  /** Resources besides the functions. */
  readonly resources?: Readonly<Record<string, object>>;
}

// A worker of the test runner is ended from outside and cannot tidy up, so the next one does it for the dead.
for (const name of readdirSync(tmpdir())) {
  const [, pid] = /^followthrough-stack-(\d+)-/.exec(name) ?? [];
  if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
}

/** An empty folder that nothing else uses. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), `followthrough-stack-${process.pid}-`));
}

/** Writes the template, the list of assets and the code, and gives the folder. */
export function writeAssembly(template: TinyTemplate): string {
  const dir = emptyFolder();
  const resources: Record<string, object> = { ...template.resources };
  const files: Record<string, object> = {};
  for (const [name, { source, properties, variables }] of Object.entries(template.functions)) {
    mkdirSync(join(dir, "code", name), { recursive: true });
    writeFileSync(join(dir, "code", name, "index.js"), source);
    files[name] = { source: { path: `code/${name}` }, destinations: { local: { objectKey: `${name}.zip` } } };
    resources[name] = {
      Type: "AWS::Lambda::Function",
      Properties: {
        Handler: "index.handler",
        Code: { S3Key: `${name}.zip` },
        MemorySize: 256,
        Environment: { Variables: variables ?? {} },
        ...properties,
      },
    };
  }
  writeFileSync(join(dir, "tiny.template.json"), JSON.stringify({ Resources: resources }));
  writeFileSync(join(dir, "tiny.assets.json"), JSON.stringify({ files }));
  return dir;
}

/** A JWT route of a hand-made template with everything it hangs on. */
export function httpApi(
  routes: Readonly<Record<string, { readonly to: string; readonly scopes?: readonly string[]; readonly open?: true }>>,
): Record<string, object> {
  const resources: Record<string, object> = {
    Api: { Type: "AWS::ApiGatewayV2::Api", Properties: { Name: "Api", ProtocolType: "HTTP" } },
    Callers: {
      Type: "AWS::ApiGatewayV2::Authorizer",
      Properties: {
        AuthorizerType: "JWT",
        IdentitySource: ["$request.header.Authorization"],
        JwtConfiguration: { Audience: ["followthrough-local"], Issuer: "https://local-issuer.invalid" },
      },
    },
  };
  for (const [index, [RouteKey, { to, scopes, open }]] of Object.entries(routes).entries()) {
    resources[`Integration${index}`] = {
      Type: "AWS::ApiGatewayV2::Integration",
      Properties: {
        IntegrationType: "AWS_PROXY",
        IntegrationUri: { "Fn::GetAtt": [to, "Arn"] },
        PayloadFormatVersion: "2.0",
      },
    };
    resources[`Route${index}`] = {
      Type: "AWS::ApiGatewayV2::Route",
      Properties: {
        RouteKey,
        Target: { "Fn::Join": ["", ["integrations/", { Ref: `Integration${index}` }]] },
        ...(open ? { AuthorizationType: "NONE" } : { AuthorizationType: "JWT", AuthorizerId: { Ref: "Callers" } }),
        ...(scopes === undefined ? {} : { AuthorizationScopes: scopes }),
      },
    };
  }
  return resources;
}

/** A queue, and the mapping by which it feeds a function. */
export function queueInto(
  functionName: string,
  properties: { readonly queue?: object; readonly mapping?: object } = {},
): Record<string, object> {
  return {
    DeadLetters: { Type: "AWS::SQS::Queue", Properties: {} },
    Work: {
      Type: "AWS::SQS::Queue",
      Properties: {
        VisibilityTimeout: 30,
        RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["DeadLetters", "Arn"] }, maxReceiveCount: 2 },
        ...properties.queue,
      },
    },
    Mapping: {
      Type: "AWS::Lambda::EventSourceMapping",
      Properties: {
        EventSourceArn: { "Fn::GetAtt": ["Work", "Arn"] },
        FunctionName: { Ref: functionName },
        BatchSize: 10,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        ...properties.mapping,
      },
    },
  };
}
