import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeAgents } from "../../infra/describe-agents.ts";
import { readDescribed } from "../../infra/described.ts";

const folder = mkdtempSync(join(tmpdir(), "followthrough-describe-"));
afterAll(() => rmSync(folder, { recursive: true }));
const functionsDir = join(import.meta.dirname, "../../functions");

const registry = (wakeUps: object) =>
  `export const agents = [{ slug: "news", wake_up: ${JSON.stringify(wakeUps)} }, { slug: "other", wake_up: [] }];\n`;
const morning = { name: "morning", cron: "0 7 ? * MON *", time_zone: "UTC", input: "Look." };

/** What is read of agents that are written so. */
function described(name: string, source: string) {
  const agents = join(folder, `${name}.ts`);
  writeFileSync(agents, source);
  const bundles = join(folder, name);
  mkdirSync(bundles);
  describeAgents({ functionsDir, agents, outDir: join(bundles, "described") });
  return readDescribed(bundles);
}

test("the wake-ups of every agent are read without loading the agents here", () => {
  expect(described("news", registry([morning])).wakeUps).toEqual([{ agent: "news", ...morning }]);
});

test("the tools are written in both formats, as files that can be pasted", () => {
  const { tools } = described("tools", registry([]));
  const names = (file = "") => JSON.parse(readFileSync(file, "utf8")).map(({ name }: { name: string }) => name);
  expect(names(tools?.bedrockFunctions)).toEqual(names(tools?.gatewayTools));
  expect(names(tools?.gatewayTools)).toContain("schedule_follow_up");
});

test("agents that cannot be loaded stop the build", () => {
  expect(() => described("broken", 'throw new Error("no agents");\nexport const agents = [];\n')).toThrow("no agents");
});

test("bundles without a description have no wake-ups and no schemas", () => {
  expect(readDescribed(folder)).toEqual({ wakeUps: [], tools: undefined });
});
