import { expect, test } from "vitest";
import { Fault } from "../../../shared/errors/fault.ts";
import { createLog, errorDetails } from "../../../shared/runtime/log.ts";

test("lines below the level are left out", () => {
  const lines: string[] = [];
  const log = createLog("warn", (line) => lines.push(line), { function: "fold" });
  log.debug("a");
  log.info("b");
  log.warn("c", { count: 2 });
  log.with({ session_id: "ses_1" }).error("d");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: "warn", code: "c", function: "fold", count: 2 },
    { level: "error", code: "d", function: "fold", session_id: "ses_1" },
  ]);
});

test("an error is logged by name, code and place, never by message", () => {
  const details = errorDetails(new Fault("store_busy", "retry", { shard: 3 }, new TypeError("what somebody wrote")));
  expect(details).toMatchObject({ error: "Fault", fault: "store_busy", remedy: "retry", shard: 3, cause: "TypeError" });
  expect(details["where"]).toContain("log.test.ts");
  expect(JSON.stringify(details)).not.toContain("somebody");
});

test("what is not an error is logged by its type", () => {
  expect(errorDetails("text")).toEqual({ error: "string" });
});

test("a message of several lines that look like places stays out, in the error and in its cause", () => {
  const said = "no\n    at my flat in Secret Street (12:30:00)\n    at noon:11:59";
  const details = errorDetails(new Fault("store_busy", "retry", {}, new Error(said)));
  expect(details["cause_where"]).toContain("log.test.ts");
  expect(JSON.stringify(errorDetails(new TypeError(said)))).not.toMatch(/Secret|noon/);
  expect(JSON.stringify(details)).not.toMatch(/Secret|noon/);
});

test("what a fault says in sentences is told by its length", () => {
  const fault = new Fault("bad_plan", "park", { first: 'step "Call Ada": no', agent: "memo", rules: "a,b" });
  expect(errorDetails(fault)).toMatchObject({ first: "(19 characters)", agent: "memo", rules: "a,b" });
});
