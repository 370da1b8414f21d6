import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../../scripts/ops/commands.ts";
import { metricNames } from "../../../shared/contracts/metrics.ts";
import { wakeSteps } from "../../../shared/contracts/wake-history.ts";

const root = join(import.meta.dirname, "../../..");
const document = readFileSync(join(root, "docs/operations.md"), "utf8");
const impact = readFileSync(join(root, "infra/impact.ts"), "utf8");

test("every command, metric and step of a history is explained", () => {
  for (const name of Object.keys(commands)) expect(document).toMatch(new RegExp(`(?:\`|ops (?:-- )?)${name}[\`\\s]`));
  for (const name of [...Object.values(metricNames), ...wakeSteps]) expect(document).toContain(`\`${name}\``);
});

test("every alarm says where to look", () => {
  const alone = [...impact.matchAll(/alarms\.add\("(\w+)"/g)].map(([, name]) => name ?? "");
  const ofQueues = ["Nudges", "Tasks", "Wakes"].flatMap((name) => [`${name}AreLate`, `${name}AreDead`]);
  expect(alone.length).toBeGreaterThan(5);
  for (const name of [...alone, ...ofQueues]) expect(document).toContain(`\`${name}\``);
});
