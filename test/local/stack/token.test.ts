import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { localAudience } from "../../../local/auth/issuer.ts";
import { runScript } from "../../support/child.ts";
import { emptyFolder, httpApi } from "../../support/tiny-assembly.ts";
import { startTinyStack } from "../../support/tiny-stack.ts";

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runScript(["scripts/token.ts", ...args], { DATA_DIR: emptyFolder(), PORT: "", ...env }).ended;

test("a token names its owner, the default address and an hour", async () => {
  const { code, stdout, stderr } = await run(["--owner", "alice"]);
  expect([code, stderr]).toEqual([0, ""]);
  const claims = decodeJwt(stdout.trim());
  expect(claims).toMatchObject({ sub: "alice", iss: "http://127.0.0.1:3000", aud: localAudience, scope: "" });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600);
  expect(stdout.split("\n")).toHaveLength(2);
});

test("an operator's token, another time and another port can be asked for", async () => {
  const { stdout } = await run(["--owner", "olga", "--operator", "--ttl", "5m"], { PORT: "4321" });
  const claims = decodeJwt(stdout.trim());
  expect(claims).toMatchObject({ sub: "olga", iss: "http://127.0.0.1:4321", scope: "followthrough/operator" });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
});

test("a token made beside a running stack opens it", async () => {
  const dataDir = emptyFolder();
  const stack = await startTinyStack(
    {
      functions: { Echo: { source: "exports.handler = async () => 'in';" } },
      resources: httpApi({ "GET /mine": { to: "Echo" } }),
    },
    { dataDir },
  );
  const { stdout } = await run(["--owner", "alice"], { DATA_DIR: dataDir });
  const response = await fetch(`${stack.origin}/mine`, { headers: { authorization: `Bearer ${stdout.trim()}` } });
  expect(await response.text()).toBe("in");
  await stack.stop();
});

test.each([
  [[], "--owner is missing"],
  [["--owner", ""], "--owner is missing"],
  [["--owner", "a", "--ttl", "soon"], "--ttl soon is not a duration"],
  [["--user", "a"], "Unknown option '--user'"],
])("%j is refused with how to do it right", async (args, message) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(message);
  expect(stderr).toContain("usage: npm run token -- --owner <name>");
});
