import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** Who calls, as the JWT authorizer of the API says. */
export type Caller = { readonly owner: string; readonly scopes: readonly string[] };

/** An event of an HTTP API, with or without an authorizer. */
export type HttpEvent = APIGatewayProxyEventV2 & {
  readonly requestContext: {
    readonly authorizer?: {
      readonly jwt?: {
        readonly claims?: Readonly<Record<string, unknown>>;
        readonly scopes?: readonly string[] | null;
      };
    };
  };
};

/** Longest `sub` that is taken; RFC 7519 leaves it open, OpenID Connect ends at 255. */
const MAX_OWNER = 255;

/**
 * The owner of the token and its scopes, or null when no valid token came along. Half a surrogate pair is no name: the
 * table would keep all of them as the same character, and two owners as one.
 */
export function callerOf(event: HttpEvent): Caller | null {
  const claims = event.requestContext.authorizer?.jwt?.claims;
  const sub = claims?.["sub"];
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_OWNER || !sub.isWellFormed()) return null;
  const scope = claims?.["scope"] ?? claims?.["scp"];
  const inClaims = typeof scope === "string" ? scope.split(/[\s,[\]]+/) : [];
  const scopes = [...(event.requestContext.authorizer?.jwt?.scopes ?? []), ...inClaims];
  return { owner: sub, scopes: scopes.filter((one) => one !== "") };
}

/** A header by its lower-case name; undefined when it was not sent. */
export function headerOf(event: HttpEvent, name: string): string | undefined {
  const entry = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return entry?.[1];
}

/** True when the body says that it is JSON. */
export function isJson(event: HttpEvent): boolean {
  const mediaType = headerOf(event, "content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return mediaType === "application/json";
}

/** A body as text. */
export type BodyText = { readonly kind: "text"; readonly text: string } | { readonly kind: "malformed" };

/** The body as it was sent; `malformed` when it is not UTF-8. */
export function bodyText(event: HttpEvent): BodyText {
  const body = event.body ?? "";
  if (!event.isBase64Encoded) return { kind: "text", text: body };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body, "base64")) };
  } catch {
    // The decoder throws for bytes that are not UTF-8, and for nothing else.
    return { kind: "malformed" };
  }
}
