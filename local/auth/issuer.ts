import { SignJWT } from "jose";
import type { SigningKey } from "./signing-key.ts";

/** `aud` of every local token, and the only one the local API takes. */
export const localAudience = "followthrough-local";
/** The scope that opens the operator routes. */
const operatorScope = "followthrough/operator";

/** What a token says. */
export interface TokenRequest {
  readonly owner: string;
  readonly isOperator: boolean;
  readonly ttlMs: number;
}

/** Signs tokens and shows the documents by which anybody can check them: a small OpenID issuer. */
export class Issuer {
  readonly origin: string;
  readonly #key: SigningKey;
  readonly #documents: ReadonlyMap<string, string>;

  constructor(origin: string, key: SigningKey) {
    this.origin = origin;
    this.#key = key;
    this.#documents = new Map([
      ["/.well-known/openid-configuration", JSON.stringify(configuration(origin))],
      ["/.well-known/jwks.json", JSON.stringify({ keys: [key.publicJwk] })],
    ]);
  }

  /** The document at `path`, or undefined when there is none. */
  document(path: string): string | undefined {
    return this.#documents.get(path);
  }

  /** A signed token. It is valid in real time, whatever the stack's clock says. */
  async token({ owner, isOperator, ttlMs }: TokenRequest): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return await new SignJWT({ scope: isOperator ? operatorScope : "", token_use: "access" })
      .setProtectedHeader({ alg: "RS256", kid: this.#key.keyId, typ: "JWT" })
      .setIssuer(this.origin)
      .setAudience(localAudience)
      .setSubject(owner)
      .setIssuedAt(now)
      .setExpirationTime(now + Math.ceil(ttlMs / 1_000))
      .sign(this.#key.privateKey);
  }
}

function configuration(origin: string): object {
  return {
    issuer: origin,
    jwks_uri: `${origin}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ["RS256"],
    subject_types_supported: ["public"],
    response_types_supported: ["token"],
  };
}
