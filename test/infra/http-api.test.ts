import { describe, expect, test } from "vitest";
import { type Route, routes } from "../../shared/contracts/routes.ts";
import { flat, resourcesOf } from "../support/policies.ts";
import { logicalIdOf, synth } from "../support/synth.ts";

const made = [...resourcesOf(synth(), "AWS::ApiGatewayV2::Route").values()];
const keyOf = ({ method, path }: Route) => `${method} ${path}`;
const resourceOf = (route: Route) => {
  const found = made.find(({ Properties }) => Properties.RouteKey === keyOf(route));
  if (found === undefined) throw new Error(`No route ${keyOf(route)}`);
  return found.Properties;
};
const only = (type: string) => {
  const [first, ...others] = resourcesOf(synth(), type).values();
  if (first === undefined || others.length > 0) throw new Error(`Not exactly one ${type}`);
  return first.Properties;
};

describe("the HTTP API", () => {
  test("has the routes of the contract and no other", () => {
    expect(made.map(({ Properties }) => Properties.RouteKey).sort()).toEqual(routes.map(keyOf).sort());
  });

  test.each(routes)("$method $path is answered by $function", (route) => {
    const integrations = resourcesOf(synth(), "AWS::ApiGatewayV2::Integration");
    const integration = integrations.get(flat(resourceOf(route).Target).replace(/^integrations\/<(.+)>$/, "$1"));
    const { lambda } = synth().stack.backend.functions[route.function];
    expect(integration?.Properties).toMatchObject({ IntegrationType: "AWS_PROXY", PayloadFormatVersion: "2.0" });
    expect(flat(integration?.Properties.IntegrationUri)).toContain(`<${logicalIdOf(synth(), lambda)}.Arn>`);
  });

  test("asks for a token everywhere but at its own description", () => {
    const open = routes.filter((route) => resourceOf(route).AuthorizationType === "NONE");
    expect(open.map(keyOf)).toEqual(["GET /openapi.json"]);
    const authorizers = [...resourcesOf(synth(), "AWS::ApiGatewayV2::Authorizer").keys()];
    for (const route of routes.filter(({ auth }) => auth !== "none")) {
      const { AuthorizationType, AuthorizerId } = resourceOf(route);
      expect({ AuthorizationType, AuthorizerId }).toEqual({
        AuthorizationType: "JWT",
        AuthorizerId: { Ref: authorizers[0] },
      });
    }
  });

  test("asks for the operator scope on the operators' routes and on no other", () => {
    for (const route of routes) {
      const scopes = route.auth === "operator" ? ["followthrough/operator"] : undefined;
      expect(resourceOf(route).AuthorizationScopes).toEqual(scopes);
    }
    expect(routes.filter(({ auth }) => auth === "operator").map(keyOf)).toContain("GET /api/agents/{slug}/follow-ups");
  });

  test("limits how fast it can be called and takes new limits from the context", () => {
    expect(only("AWS::ApiGatewayV2::Stage")).toMatchObject({
      StageName: "$default",
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
    });
    const [stage] = resourcesOf(synth({ requestRate: "7", requestBurst: "9" }), "AWS::ApiGatewayV2::Stage").values();
    expect(stage?.Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 9 });
  });

  test("logs each request as JSON without an address, a claim or a text", () => {
    const { DestinationArn, Format } = only("AWS::ApiGatewayV2::Stage").AccessLogSettings;
    expect(flat(DestinationArn)).toBe("<AccessLog.Arn>");
    expect(JSON.parse(Format)).toMatchObject({ request_id: "$context.requestId", status: "$context.status" });
    expect(Format).not.toMatch(/identity|claims|header|querystring|path\b/i);
  });

  test("logs under the prefix that a full policy of the account still lets in, each API apart", () => {
    const name = resourcesOf(synth(), "AWS::Logs::LogGroup").get("AccessLog")?.Properties.LogGroupName;
    expect(flat(name)).toBe("/aws/vendedlogs/followthrough/<Api>");
  });

  test("may call a function only through this API", () => {
    const permissions = [...resourcesOf(synth(), "AWS::Lambda::Permission").values()];
    expect(permissions).toHaveLength(5);
    for (const { Properties } of permissions) {
      expect(Properties).toMatchObject({ Action: "lambda:InvokeFunction", Principal: "apigateway.amazonaws.com" });
      expect(flat(Properties.SourceArn)).toMatch(/:<Api>\/\*\/\*\/\*$/);
    }
  });
});
