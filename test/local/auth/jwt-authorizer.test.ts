import { createServer, type Server } from "node:http";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Issuer, localAudience } from "../../../local/auth/issuer.ts";
import { JwtAuthorizer } from "../../../local/auth/jwt-authorizer.ts";
import { loadSigningKey, type SigningKey } from "../../../local/auth/signing-key.ts";
import { listen } from "../../../local/http/listen.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";

let server: Server;
let issuer: Issuer;
let key: SigningKey;
let asked: string[];
let authorizer: JwtAuthorizer;

beforeAll(async () => {
  key = await loadSigningKey(emptyFolder());
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(issuer.document(request.url ?? "") ?? "{}");
  });
  issuer = new Issuer(`http://127.0.0.1:${await listen(server, 0)}`, key);
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  authorizer = new JwtAuthorizer({ issuer: issuer.origin, audience: [localAudience] });
});

function signed(
  claims: {
    readonly iss?: string;
    readonly aud?: string;
    readonly exp?: number;
    readonly nbf?: number;
    readonly client_id?: string;
  },
  by = key.privateKey,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const whole = { iss: issuer.origin, exp: now + 60, sub: "alice", ...claims };
  return new SignJWT(whole).setProtectedHeader({ alg: "RS256", kid: key.keyId }).sign(by);
}
const verdict = async (jwt: string, scopes: readonly string[] = []) =>
  await authorizer.authorize(`Bearer ${jwt}`, scopes);

test("a token is checked with the issuer's documents once, then known", async () => {
  const jwt = await signed({ aud: localAudience });
  expect(await verdict(jwt)).toMatchObject({ kind: "ok", token: { claims: { sub: "alice" } } });
  expect(asked).toEqual(["/.well-known/openid-configuration", "/.well-known/jwks.json"]);
  expect(authorizer.authorize(`Bearer ${jwt}`, [])).toMatchObject({ kind: "ok" });
  expect(asked).toHaveLength(2);
});

test("an issuer that ends in a slash is the one of tokens that end in it", async () => {
  const slashed = `${issuer.origin}/`;
  const its = new JwtAuthorizer({ issuer: slashed, audience: [localAudience] });
  const kind = async (claims: { readonly iss: string }) =>
    (await its.authorize(await signed({ aud: localAudience, ...claims }), [])).kind;
  expect(await kind({ iss: slashed })).toBe("ok");
  expect(await kind({ iss: issuer.origin })).toBe("unauthorized");
});

test("the word Bearer may be missing", async () => {
  expect(await authorizer.authorize(await signed({ aud: localAudience }), [])).toMatchObject({ kind: "ok" });
});

test("client_id stands in for a missing audience", async () => {
  expect(await verdict(await signed({ client_id: localAudience }))).toMatchObject({ kind: "ok" });
  expect(await verdict(await signed({ aud: "other", client_id: localAudience }))).toMatchObject({
    kind: "unauthorized",
  });
});

test.each([
  ["another issuer", { aud: localAudience, iss: "https://elsewhere.test" }],
  ["another audience", { aud: "elsewhere" }],
  ["no audience", {}],
  ["a time that is over", { aud: localAudience, exp: 1 }],
  ["a time that has not come", { aud: localAudience, nbf: 9_999_999_999 }],
])("a token with %s is refused", async (_, claims) => {
  expect(await verdict(await signed(claims))).toMatchObject({ kind: "unauthorized" });
});

test("a token signed by somebody else is refused, known key id or not", async () => {
  const { privateKey } = await generateKeyPair("RS256");
  expect(await verdict(await signed({ aud: localAudience }, privateKey))).toMatchObject({ kind: "unauthorized" });
});

test("a token without a signature is refused", async () => {
  const [, payload] = (await signed({ aud: localAudience })).split(".");
  const header = Buffer.from('{"alg":"none"}').toString("base64url");
  expect(await verdict(`${header}.${payload}.`)).toMatchObject({ kind: "unauthorized" });
});

test("a known token that expires is known no more", async () => {
  const jwt = await signed({ aud: localAudience, exp: Math.floor(Date.now() / 1_000) + 60 });
  expect(await verdict(jwt)).toMatchObject({ kind: "ok" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  try {
    expect(await verdict(jwt)).toMatchObject({ kind: "unauthorized", reason: "the token has expired" });
  } finally {
    vi.useRealTimers();
  }
});

test("an issuer that cannot be reached admits nobody, and is asked again next time", async () => {
  const lost = new JwtAuthorizer({ issuer: "http://127.0.0.1:1", audience: [localAudience] });
  const jwt = await signed({ aud: localAudience });
  expect(await lost.authorize(jwt, [])).toMatchObject({
    kind: "unauthorized",
    reason: expect.stringContaining("reached"),
  });
});

test("the key of a folder stays", async () => {
  const folder = emptyFolder();
  const first = await loadSigningKey(folder);
  expect((await loadSigningKey(folder)).publicJwk).toEqual(first.publicJwk);
});
