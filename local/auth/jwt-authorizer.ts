import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import * as z from "zod";
import type { AuthorizerSpec } from "../template/blueprint.ts";

/** What a token says, as API Gateway passes it on: every claim is text. */
export interface VerifiedToken {
  readonly claims: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The verdict on a request. */
export type Authorization =
  | { readonly kind: "ok"; readonly token: VerifiedToken }
  | { readonly kind: "unauthorized"; readonly reason: string | undefined }
  | { readonly kind: "forbidden" };

/** Tokens remembered at most; beyond it the oldest is forgotten. */
const memoryLimit = 10_000;
/** API Gateway waits this long for an issuer's documents (its documented quota). */
const discoveryTimeoutMs = 1_500;

const Discovery = z.object({ jwks_uri: z.url() });

/** The JWT authorizer of an HTTP API: RS256, issuer, audience, times and scopes. A token is checked once, then remembered. */
export class JwtAuthorizer {
  readonly #spec: AuthorizerSpec;
  readonly #known = new Map<string, VerifiedToken>();
  #keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;

  constructor(spec: AuthorizerSpec) {
    this.#spec = spec;
  }

  /** Checks the Authorization header of a request; at once when the token is a known one. */
  authorize(header: string | undefined, scopes: readonly string[]): Authorization | Promise<Authorization> {
    if (header === undefined || header === "") return { kind: "unauthorized", reason: undefined };
    const known = this.#known.get(header);
    if (known !== undefined && known.expiresAt > Date.now()) return admit(known, scopes);
    return this.#verify(header, scopes);
  }

  async #verify(header: string, scopes: readonly string[]): Promise<Authorization> {
    this.#known.delete(header);
    try {
      const token = await this.#read(header.replace(/^Bearer +/i, ""));
      if (this.#known.size >= memoryLimit) this.#known.delete(this.#known.keys().next().value ?? "");
      this.#known.set(header, token);
      return admit(token, scopes);
    } catch (error) {
      if (error instanceof errors.JOSEError) return { kind: "unauthorized", reason: reasonOf(error) };
      // The issuer could not be asked: the next request tries again.
      this.#keys = undefined;
      return { kind: "unauthorized", reason: "the issuer of the token cannot be reached" };
    }
  }

  async #read(jwt: string): Promise<VerifiedToken> {
    this.#keys ??= this.#discover();
    const keys = await this.#keys;
    const { payload } = await jwtVerify(jwt, keys, {
      algorithms: ["RS256"],
      issuer: this.#spec.issuer,
      requiredClaims: ["exp"],
    });
    const audience = payload.aud ?? payload["client_id"];
    const given = Array.isArray(audience) ? audience : [audience];
    if (!given.some((one) => typeof one === "string" && this.#spec.audience.includes(one))) {
      throw new errors.JWTClaimValidationFailed("wrong audience", payload, "aud", "check_failed");
    }
    return { claims: asText(payload), scopes: scopesOf(payload), expiresAt: (payload.exp ?? 0) * 1_000 };
  }

  async #discover(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    const address = `${this.#spec.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const response = await fetch(address, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
    const { jwks_uri } = Discovery.parse(await response.json());
    return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: discoveryTimeoutMs });
  }
}

function admit(token: VerifiedToken, scopes: readonly string[]): Authorization {
  const isAllowed = scopes.length === 0 || scopes.some((scope) => token.scopes.includes(scope));
  return isAllowed ? { kind: "ok", token } : { kind: "forbidden" };
}

/** The words API Gateway uses in its `www-authenticate` header. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud")
    return "the token does not have a valid audience";
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "iss") return "issuer does not match";
  return "invalid token";
}

function scopesOf(payload: JWTPayload): readonly string[] {
  const scope = payload["scope"] ?? payload["scp"];
  if (Array.isArray(scope)) return scope.map(String);
  return typeof scope === "string" ? scope.split(" ").filter((one) => one !== "") : [];
}

/** API Gateway turns claims into text: lists become `[a b]`, objects JSON. */
function asText(payload: JWTPayload): Record<string, string> {
  const entries = Object.entries(payload).map(([name, value]) => {
    if (Array.isArray(value)) return [name, `[${value.join(" ")}]`];
    return [name, typeof value === "object" ? JSON.stringify(value) : String(value)];
  });
  return Object.fromEntries(entries);
}
