import { generateKeyPair, SignJWT } from "jose";
import { Issuer, localAudience } from "../../local/auth/issuer.ts";
import type { SigningKey } from "../../local/auth/signing-key.ts";
import { operatorScope } from "../../shared/runtime/http-handler.ts";
import type { BadToken } from "../scenarios/deployment.ts";

/** Tokens that look like those of an issuer and are wrong in one thing each. `key` is the issuer's own. */
export async function badTokens(origin: string, key: SigningKey): Promise<readonly BadToken[]> {
  const issuer = new Issuer(origin, key);
  const elsewhere = new Issuer("https://login.elsewhere.test", key);
  const stranger = { ...key, privateKey: (await generateKeyPair("RS256")).privateKey };
  const alice = { owner: "alice", isOperator: false, ttlMs: 3_600_000 };
  const good = await issuer.token(alice);
  return [
    { why: "expired an hour ago", token: await issuer.token({ ...alice, ttlMs: -3_600_000 }) },
    { why: "of another issuer", token: await elsewhere.token(alice) },
    { why: "signed with another key", token: await new Issuer(origin, stranger).token(alice) },
    { why: "for another audience", token: await forAnotherAudience(origin, key) },
    { why: "with another person's name in it", token: withAnotherName(good) },
    { why: "without a signature", token: good.slice(0, good.lastIndexOf(".") + 1) },
  ];
}

/** More of them, which an authorizer refuses by rules that not every emulator of one has. */
export async function oddTokens(origin: string, key: SigningKey): Promise<readonly BadToken[]> {
  const alice = { owner: "alice", isOperator: false, ttlMs: 3_600_000 };
  const good = await new Issuer(origin, key).token(alice);
  return [
    { why: "unsigned, and saying so", token: unsigned(good) },
    { why: "signed with the public key as a secret", token: await withPublicKeyAsSecret(origin, key) },
    {
      why: "signed with a key that nobody knows",
      token: await new Issuer(origin, { ...key, keyId: "unknown" }).token(alice),
    },
    {
      why: "that is not valid yet",
      token: await claiming(origin, key, (token) => token.setNotBefore("1h").setSubject("alice")),
    },
    { why: "without an end", token: await claiming(origin, key, (token) => token.setSubject("alice"), null) },
    { why: "without a name", token: await claiming(origin, key, (token) => token) },
  ];
}

/** The token of an operator, good but for what `change` makes of it; `end` is null for one that never expires. */
async function claiming(
  origin: string,
  key: SigningKey,
  change: (token: SignJWT) => SignJWT,
  end: string | null = "1h",
): Promise<string> {
  const token = new SignJWT({ scope: operatorScope })
    .setProtectedHeader({ alg: "RS256", kid: key.keyId })
    .setIssuer(origin)
    .setAudience(localAudience);
  return await change(end === null ? token : token.setExpirationTime(end)).sign(key.privateKey);
}

/** What a verifier takes that lets the token choose its algorithm. */
async function withPublicKeyAsSecret(origin: string, key: SigningKey): Promise<string> {
  return await new SignJWT({})
    .setProtectedHeader({ alg: "HS256", kid: key.keyId })
    .setIssuer(origin)
    .setAudience(localAudience)
    .setSubject("alice")
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(JSON.stringify(key.publicJwk)));
}

function unsigned(good: string): string {
  const header = Buffer.from('{"alg":"none"}').toString("base64url");
  return `${header}.${good.split(".")[1]}.`;
}

async function forAnotherAudience(origin: string, key: SigningKey): Promise<string> {
  return await claiming(origin, key, (token) => token.setAudience(`not-${localAudience}`).setSubject("alice"));
}

function withAnotherName(token: string): string {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  const changed = JSON.stringify({ ...Object(claims), sub: "bob" });
  return [header, Buffer.from(changed).toString("base64url"), signature].join(".");
}
