import { expect, test } from "vitest";
import { readLogLevel, readSettings } from "../../../shared/runtime/settings.ts";

test("the settings asked for are read, and no others", () => {
  expect(readSettings(["TABLE_NAME"], { TABLE_NAME: "t", STAGE: "dev" })).toEqual({ TABLE_NAME: "t" });
});

test("every missing setting is named at once", () => {
  const read = () => readSettings(["TABLE_NAME", "MODEL_ID", "STAGE"], { STAGE: "dev", MODEL_ID: "" });
  expect(read).toThrow("the environment lacks TABLE_NAME, MODEL_ID");
});

test.each([
  { given: "DEBUG", level: "debug" },
  { given: "warn", level: "warn" },
  { given: "loud", level: "info" },
  { given: undefined, level: "info" },
])("LOG_LEVEL $given means $level", ({ given, level }) => {
  expect(readLogLevel({ LOG_LEVEL: given })).toBe(level);
});
