import { afterEach, describe, expect, test, vi } from "vitest";
import { type FunctionName, functionSizes } from "../../infra/functions.ts";
import { flat, resourcesOf } from "../support/policies.ts";
import { logicalIdOf, synth } from "../support/synth.ts";

/** The environment a function gets from the template; references stand for themselves. */
function settingsOf(name: FunctionName): Readonly<Record<string, string>> {
  const id = logicalIdOf(synth(), synth().stack.backend.functions[name].lambda);
  const variables = resourcesOf(synth(), "AWS::Lambda::Function").get(id)?.Properties.Environment.Variables;
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, flat(value)]));
}

/** Loads a function's entry point as a cold start does, with these settings and no other. */
async function start(name: FunctionName, settings: Readonly<Record<string, string>>): Promise<unknown> {
  for (const known of every) vi.stubEnv(known, settings[known]);
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubGlobal("__OPENAPI__", "{}");
  vi.resetModules();
  const { handler } = await import(`../../functions/${name}/handler.ts`);
  return handler;
}

const names = Object.keys(functionSizes) as FunctionName[];
const every = new Set(names.flatMap((name) => Object.keys(settingsOf(name))));
const needed = names.flatMap((name) =>
  Object.keys(settingsOf(name))
    .filter((setting) => setting !== "STAGE" && setting !== "LOG_LEVEL")
    .map((setting) => ({ name, setting })),
);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("settings", () => {
  test.each(names)("%s starts with those the stack gives it", async (name) => {
    expect(await start(name, settingsOf(name))).toBeTypeOf("function");
  });

  test.each(needed)("$name does not start without $setting, so it is given for a reason", async ({ name, setting }) => {
    const { [setting]: _without, ...others } = settingsOf(name);
    await expect(start(name, others)).rejects.toThrow(setting);
  });
});
