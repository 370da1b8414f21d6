import * as z from "zod";
import type { AuthorizerSpec, FunctionSpec, RouteSpec } from "./blueprint.ts";
import type { ResourceReader } from "./resource-reader.ts";

const ApiProperties = z.object({
  ProtocolType: z.literal("HTTP"),
  CorsConfiguration: z.never({ error: "the local stack does not answer for CORS" }).optional(),
});

const StageProperties = z.object({ StageName: z.literal("$default") });

const RouteProperties = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.enum(["NONE", "JWT"]).default("NONE"),
  AuthorizationScopes: z.array(z.string()).default([]),
  AuthorizerId: z.string().optional(),
});

const IntegrationProperties = z.object({
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
  TimeoutInMillis: z.number().default(30_000),
});

const AuthorizerProperties = z.object({
  AuthorizerType: z.literal("JWT"),
  IdentitySource: z.tuple([z.literal("$request.header.Authorization")]),
  JwtConfiguration: z.object({ Issuer: z.string(), Audience: z.array(z.string()) }),
});

/** The routes of the HTTP API, joined with the functions and authorizers they name. */
export function readRoutes(reader: ResourceReader, functions: readonly FunctionSpec[]): RouteSpec[] {
  for (const id of reader.idsOf("AWS::ApiGatewayV2::Api")) reader.properties(id, ApiProperties);
  for (const id of reader.idsOf("AWS::ApiGatewayV2::Stage")) reader.properties(id, StageProperties);
  return reader.idsOf("AWS::ApiGatewayV2::Route").map((id) => {
    const route = reader.properties(id, RouteProperties);
    const integration = reader.properties(route.Target.replace(/^integrations\//, ""), IntegrationProperties);
    return {
      routeKey: route.RouteKey,
      functionName: reader.functionNamed(integration.IntegrationUri, functions).name,
      authorizer: route.AuthorizationType === "JWT" ? readAuthorizer(reader, id, route.AuthorizerId) : undefined,
      scopes: route.AuthorizationScopes,
      timeoutMs: integration.TimeoutInMillis,
    };
  });
}

function readAuthorizer(reader: ResourceReader, routeId: string, authorizerId: string | undefined): AuthorizerSpec {
  if (authorizerId === undefined) throw new Error(`route ${routeId} wants a JWT but names no authorizer`);
  const { JwtConfiguration: jwt } = reader.properties(authorizerId, AuthorizerProperties);
  return { issuer: jwt.Issuer, audience: jwt.Audience };
}
