import { afterEach, expect, test, vi } from "vitest";
import { defaultProvider } from "../../../shared/adapters/aws/environment-credentials.ts";

afterEach(() => vi.unstubAllEnvs());

test("a function's keys are read from the environment, once a client", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "first");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  vi.stubEnv("AWS_SESSION_TOKEN", "token");
  const provider = defaultProvider();
  const keys = { accessKeyId: "first", secretAccessKey: "secret", sessionToken: "token" };
  expect(await provider()).toMatchObject(keys);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "second");
  expect(await provider()).toMatchObject(keys);
  expect(await defaultProvider()()).toMatchObject({ accessKeyId: "second" });
});
