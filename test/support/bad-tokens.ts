import { generateKeyPair, SignJWT } from "jose";
import { Issuer, localAudience } from "../../local/auth/issuer.ts";
import type { SigningKey } from "../../local/auth/signing-key.ts";
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

async function forAnotherAudience(origin: string, key: SigningKey): Promise<string> {
  return await new SignJWT({})
    .setProtectedHeader({ alg: "RS256", kid: key.keyId })
    .setIssuer(origin)
    .setAudience(`not-${localAudience}`)
    .setSubject("alice")
    .setExpirationTime("1h")
    .sign(key.privateKey);
}

function withAnotherName(token: string): string {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  const changed = JSON.stringify({ ...Object(claims), sub: "bob" });
  return [header, Buffer.from(changed).toString("base64url"), signature].join(".");
}
