import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair, importJWK, type CryptoKey as JoseKey, type JWK } from "jose";
import * as z from "zod";

/** The key pair of the local token issuer. */
export interface SigningKey {
  readonly privateKey: JoseKey;
  /** What the JWKS document shows. */
  readonly publicJwk: JWK;
  readonly keyId: string;
}

const KeyFile = z.looseObject({ kid: z.string(), kty: z.literal("RSA"), n: z.string(), e: z.string(), d: z.string() });

/** Reads the key of this data folder, or makes one that stays. Only the owner of the folder may read the file. */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const path = join(dataDir, "issuer-key.json");
  if (!existsSync(path)) await createKey(path);
  const jwk = KeyFile.parse(JSON.parse(readFileSync(path, "utf8")));
  const privateKey = await importJWK(jwk, "RS256");
  if (!(privateKey instanceof CryptoKey)) throw new Error(`${path} does not hold an RSA key`);
  const publicJwk: JWK = { kty: jwk.kty, n: jwk.n, e: jwk.e, kid: jwk.kid, alg: "RS256", use: "sig" };
  return { privateKey, publicJwk, keyId: jwk.kid };
}

async function createKey(path: string): Promise<void> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID() };
  // Written aside first: a token tool and a stack may start at the same time, and neither may see half a key.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(jwk), { mode: 0o600 });
  renameSync(draft, path);
}
