import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { metricNames } from "../../../shared/contracts/metrics.ts";
import type { Bill } from "../../support/bill.ts";
import {
  costOf,
  costTable,
  countedTable,
  floorOf,
  idleTable,
  type Prices,
  section,
  sumOf,
} from "../../support/cost-tables.ts";
import { countSweep, countWork } from "../../support/counted-work.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { startFauxqs, type TestQueues } from "../../support/fauxqs.ts";
import { resourcesOf } from "../../support/policies.ts";
import { synth } from "../../support/synth.ts";

const docs = join(import.meta.dirname, "../../../docs");
const document = readFileSync(join(docs, "cost.md"), "utf8");
const { prices } = JSON.parse(readFileSync(join(docs, "prices.json"), "utf8")) as { readonly prices: Prices };

let table: TestTable;
let queues: TestQueues;
let bills: Readonly<Record<string, Bill>>;
beforeAll(async () => {
  table = await startDynoxide();
  queues = await startFauxqs();
  bills = await countWork(table, queues);
}, 60_000);
afterAll(async () => {
  await table.stop();
  await queues.stop();
});

test("docs/cost.md says what is counted now", () => {
  expect(section(document, "counted")).toBe(countedTable(bills));
});

test("and what that costs at the prices of docs/prices.json", () => {
  expect(section(document, "costs")).toBe(costTable(bills, prices));
});

test("and what a month without any work costs", async () => {
  const alarms = [...resourcesOf(synth(), "AWS::CloudWatch::Alarm").values()];
  const watched = alarms.map(({ Properties }): number =>
    Properties.Metrics === undefined
      ? 1
      : Properties.Metrics.filter((one: { MetricStat?: unknown }) => one.MetricStat !== undefined).length,
  );
  const idle = {
    alarms: watched.reduce((sum, one) => sum + one, 0),
    dashboards: resourcesOf(synth(), "AWS::CloudWatch::Dashboard").size,
    metrics: [metricNames.overdue, metricNames.oldestOverdue, metricNames.pending].length,
    mappings: resourcesOf(synth(), "AWS::Lambda::EventSourceMapping").size,
    sweep: await countSweep(table, queues),
  };
  expect(section(document, "idle")).toBe(idleTable(idle, prices));
});

test("a follow-up is accepted for at most 1.3 times the floor", () => {
  const accepted = bills["a follow-up is accepted"];
  if (accepted === undefined) throw new Error("not counted");
  expect(sumOf(floorOf(prices))).toBeCloseTo(2.24, 2);
  expect(sumOf(costOf(accepted, prices)) / sumOf(floorOf(prices))).toBeLessThanOrEqual(1.3);
});
