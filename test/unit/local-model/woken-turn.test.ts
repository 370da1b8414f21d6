import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { converse } from "../../support/conversation.ts";

const mean = "Over all 1,461 values in weather.csv the mean of temp_max is 16.44.";
const artifacts: JsonObject = {
  delivery_id: "art_1",
  parts: [
    {
      id: "c_3",
      kind: "claim",
      ordinal: 1,
      label: "point 1",
      text: mean,
      within: "metrics:1",
      rests_on: ["src_2.t1.r1"],
    },
  ],
  points_at: [],
  evidence: [],
  sources: [{ id: "src_2", name: "weather.csv", media_type: "text/csv", bytes: 10 }],
};
const wake = (difference: JsonObject = {}): JsonObject => ({
  followup_id: "fu_1",
  note: "Remind me to look at the weather numbers again in 30 minutes",
  context: {},
  due_at: "2026-07-01T10:30:00.000Z",
  now: "2026-07-01T10:30:01.000Z",
  late_seconds: 1,
  changed_since: { runs_started: 0, result_revised: false, dag_version: 1 },
  depth_left: 4,
  ...difference,
});
const never = () => {
  throw new Error("A woken turn scheduled by itself.");
};
const metrics = (text: string) => () => ({
  ok: true,
  text: JSON.stringify({ kind: "metrics", claims: [{ id: "c_3", text, rests_on: ["src_2.t1.r1"] }] }),
});
const woken = (tools: Parameters<typeof converse>[0]["tools"], difference: JsonObject = {}) =>
  converse({ artifacts, wake: wake(difference), tools: { schedule_follow_up: never, ...tools } });

describe("a woken turn", () => {
  it("looks with the tool that fits its note and says that nothing changed", async () => {
    const answer = await woken({ table_metrics: metrics(mean), search_sources: metrics("") });
    expect(answer.asked).toEqual([["table_metrics", { source_id: "src_2" }]]);
    expect(answer.text).toBe(
      `I came back to this as planned: “Remind me to look at the weather numbers again in 30 minutes”\n\nI found: ${mean}\n\nNothing changed since.`,
    );
    expect(answer).toMatchObject({ supported: true, rests_on: ["c_3"] });
  });

  it("says what changed, before and after", async () => {
    const now = "Over all 1,500 values in weather.csv the mean of temp_max is 17.01.";
    const { text } = await woken({ table_metrics: metrics(now) });
    expect(text).toContain(`it said “${mean}” and now says “${now}”`);
  });

  it("takes the statistic from its note", async () => {
    const answer = await woken({ table_metrics: metrics(mean) }, { note: "Check the median of the weather again" });
    expect(answer.asked[0]?.[1]).toEqual({ source_id: "src_2", statistic: "median" });
  });

  it("searches with the words of its note when there is nothing to compute", async () => {
    const found = {
      results: [
        { id: "src_2.p1", source: "weather.csv", text: "The insurer has raised the premiums by nine percent." },
      ],
    };
    const answer = await woken(
      { search_sources: () => ({ ok: true, text: JSON.stringify(found) }) },
      { note: "Remind me in an hour: look whether the insurer raised the premiums" },
    );
    expect(answer.asked).toEqual([["search_sources", { query: "insurer raised premiums" }]]);
    expect(answer.text).toContain("The insurer has raised the premiums by nine percent. (weather.csv)");
  });

  it("never schedules again because its own note says so", async () => {
    for (const note of [
      "Remind me in 10 seconds",
      "Each Monday, review the numbers",
      "Check this again in 30 minutes",
      "Erinnere mich morgen nochmal",
    ]) {
      expect((await woken({}, { note })).asked).toEqual([]);
    }
  });

  it("says how late it is, and that the result was revised", async () => {
    const { text } = await woken({}, { late_seconds: 660, changed_since: { result_revised: true } });
    expect(text).toContain("I am 11 minutes late.");
    expect(text).toContain("The result was revised in the meantime.");
  });

  it("says so when its look failed or found nothing", async () => {
    expect((await woken({ table_metrics: () => ({ ok: false, text: "no" }) })).text).toContain(
      "I found nothing about it.",
    );
  });
});
