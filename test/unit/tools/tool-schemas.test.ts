import { describe, expect, test } from "vitest";
import { bedrockFunctions } from "../../../shared/tools/bedrock-functions.ts";
import { gatewayTools } from "../../../shared/tools/gateway-tools.ts";
import { offeredTools } from "../../../shared/tools/offered-tools.ts";
import { parametersOf } from "../../../shared/tools/tool-parameters.ts";

const names = ["schedule_follow_up", "list_follow_ups", "cancel_follow_up", "schedule_followup"];

test("both formats offer every tool, by the names the model knows", () => {
  expect(bedrockFunctions().map(({ name }) => name)).toEqual(names);
  expect(gatewayTools().map(({ name }) => name)).toEqual(names);
});

describe.each(bedrockFunctions())("the function $name", ({ name, description, parameters }) => {
  test("keeps to what Bedrock Agents takes", () => {
    expect(name).toMatch(/^([0-9a-zA-Z][_-]?){1,100}$/);
    expect(description.length).toBeLessThanOrEqual(1200);
    const all = Object.entries(parameters);
    expect(all.length).toBeLessThanOrEqual(5);
    for (const [parameter, { type, description: about }] of all) {
      expect(parameter).toMatch(/^([0-9a-zA-Z][_-]?){1,100}$/);
      expect(["string", "number", "integer", "boolean", "array"]).toContain(type);
      expect(about.length).toBeGreaterThan(10);
      expect(about.length).toBeLessThanOrEqual(500);
    }
  });

  test("requires what the tool requires", () => {
    const known = offeredTools.filter((one) => one.name === name).flatMap(({ input }) => parametersOf(input));
    const required = known.filter((one) => one.required).map((one) => one.name);
    expect(Object.keys(parameters).filter((one) => parameters[one]?.required)).toEqual(required);
  });
});

describe.each(gatewayTools())("the gateway's tool $name", ({ inputSchema, description }) => {
  test("says nothing that a gateway's schema cannot", () => {
    const allowed = ["type", "properties", "required", "items", "description"];
    const schemas = [inputSchema, ...Object.values(inputSchema.properties ?? {})];
    for (const schema of schemas) for (const key of Object.keys(schema)) expect(allowed).toContain(key);
    expect(description.length).toBeGreaterThan(20);
  });

  test("has every parameter of the tool", () => {
    const named = Object.keys(inputSchema.properties ?? {});
    if (inputSchema.required !== undefined) expect(named).toEqual(expect.arrayContaining([...inputSchema.required]));
  });
});

test("a name for the gateway fits behind a target's name of 40 characters", () => {
  for (const { name } of gatewayTools()) expect(`${"t".repeat(40)}___${name}`.length).toBeLessThanOrEqual(64);
});
