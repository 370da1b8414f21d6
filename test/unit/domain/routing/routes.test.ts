import { beforeAll, describe, expect, test } from "vitest";
import { isRight, type Routed, routeAll, scoreOf } from "../../../routes/route-score.ts";
import { languages, readRouteSet } from "../../../routes/route-set.ts";

const set = readRouteSet();
let routed: readonly Routed[];
beforeAll(async () => {
  routed = await routeAll(set);
});

const wrong = (part: readonly Routed[]) =>
  part.filter((one) => !isRight(one)).map(({ of, verdict }) => `${of.say}: ${verdict.route} by ${verdict.by}`);

test("the set has at least 150 different follow-ups in five languages, a third of them held out", () => {
  expect(
    new Set(set.map(({ language, say, busy, kind, question }) => [language, say, busy, kind, question].join())).size,
  ).toBe(set.length);
  expect(set.length).toBeGreaterThanOrEqual(150);
  for (const language of languages)
    expect(set.filter((one) => one.language === language).length).toBeGreaterThanOrEqual(30);
  const heldOut = set.filter(({ held_out }) => held_out).length / set.length;
  expect(heldOut).toBeGreaterThan(0.25);
  expect(heldOut).toBeLessThan(0.45);
});

describe.each(["all", "held out"])("%s", (name) => {
  const part = () => (name === "all" ? routed : routed.filter(({ of }) => of.held_out));

  test("the rules alone decide at least 60 % and are right on 98 % of those", () => {
    const score = scoreOf(part());
    expect(score.by_rules).toBeGreaterThanOrEqual(0.6);
    expect(score.rules_right, wrong(part()).join("\n")).toBeGreaterThanOrEqual(0.98);
  });

  test("with the local model nine of ten are right", () => {
    expect(scoreOf(part()).right, wrong(part()).join("\n")).toBeGreaterThanOrEqual(0.9);
  });
});

test("no new goal is ever lost in a revision, and a specialised agent never starts a run", () => {
  for (const { of, verdict } of routed) {
    if (of.route === "new_run") expect(verdict.route, of.say).toBe("new_run");
    if (of.kind === "specialised") expect(verdict.route, of.say).not.toBe("new_run");
  }
});
