import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { researcher } from "../../../agents/researcher/researcher.ts";
import { say, TestApi } from "../../support/api.ts";
import { bridge } from "../../support/bridge.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { localModel } from "../../support/local-model.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

async function setup(agent: string, input: string) {
  const world = new World(table, [report, researcher], localModel);
  const ada = new TestApi(world).as("ada");
  const { body } = await ada.post("/api/runs", { body: { agent, input, sources: [bridge] } });
  await world.settle();
  const run = async () => (await ada.get(`/api/runs/${body.id}`)).body;
  return {
    run,
    /** Sends them one right after the other, and works until nothing more happens. */
    tell: async (...texts: readonly string[]) => {
      for (const text of texts) await ada.post(`/api/runs/${body.id}/messages`, say(text));
      await world.settle();
    },
    revisions: async () => (await ada.get(`/api/runs/${body.id}/revisions?limit=100`)).body.items,
    questions: async () => (await ada.get(`/api/runs/${body.id}/questions`)).body.items,
    dispositions: async () => {
      const { items } = (await ada.get(`/api/runs/${body.id}/events?limit=100`)).body;
      const all = items.flatMap(({ type, payload }: { type: string; payload: { disposition?: object } }) =>
        type === "react_observation" ? [payload.disposition] : [],
      );
      // The first is what started the run.
      return all.slice(1);
    },
    lastSaid: async () => {
      const { items } = (await ada.get(`/api/sessions/${body.session_id}/messages?limit=100`)).body;
      return items.at(-1)?.text as string;
    },
    points: async () => {
      const { delivery_id } = await run();
      const { content } = (await ada.get(`/api/runs/${body.id}/artifacts/${delivery_id}`)).body;
      const [first] = content.sections;
      return first.claims as readonly { readonly id: string }[];
    },
  };
}

describe("“no, the other one”", () => {
  test("takes the other point when there is exactly one, and takes the first one back", async () => {
    const of = await setup("report", "Write a report on the bridge with two points");
    const [first, second] = await of.points();
    await of.tell("Expand the first point");
    await of.tell("no, the other one");
    const revisions = await of.revisions();
    expect(revisions).toHaveLength(3);
    expect(revisions[1].brief.expanded).toMatchObject([{ point_id: first?.id }]);
    expect(revisions[2].brief.expanded).toMatchObject([{ point_id: second?.id }]);
    expect(revisions[2].caused_by[0].became).toMatchObject([{ op: "undo" }, { op: "expand", part_id: second?.id }]);
    expect(await of.run()).toMatchObject({ status: "completed", dag_version: 3 });
    await of.tell("cancel that");
    expect((await of.revisions()).at(-1).brief.expanded).toMatchObject([{ point_id: first?.id }]);
  });

  test("in the same fold supersedes what it corrects", async () => {
    const of = await setup("report", "Write a report on the bridge with two points");
    const [, second] = await of.points();
    await of.tell("Expand the first point", "Nein, den anderen");
    const revisions = await of.revisions();
    expect(revisions).toHaveLength(2);
    expect(revisions[1].brief.expanded).toMatchObject([{ point_id: second?.id }]);
    const [corrected, correction] = revisions[1].caused_by;
    expect(corrected.superseded_by).toBe(correction.event_id);
  });

  test("asks which when there are several, and the answer decides", async () => {
    const of = await setup("report", "Write a report on the bridge with three points");
    const points = await of.points();
    expect(points).toHaveLength(3);
    await of.tell("Expand the first point");
    await of.tell("no, the other one");
    expect(await of.run()).toMatchObject({ status: "awaiting_input" });
    const [question] = await of.questions();
    expect(question).toMatchObject({ name: "which", text: "Which one do you mean instead?", status: "open" });
    expect(question.schema.enum).toHaveLength(3);
    await of.tell("What do you mean?");
    expect(await of.lastSaid()).toContain(question.schema.enum[2]);
    await of.tell("the third one");
    expect(await of.run()).toMatchObject({ status: "completed" });
    expect((await of.revisions()).at(-1).brief.expanded).toMatchObject([{ point_id: points[2]?.id }]);
    await of.tell("no, the other one");
    expect(await of.lastSaid()).toContain("not clear which other one you mean");
  });

  test("is not asked any more once the person wishes for something else", async () => {
    const of = await setup("report", "Write a report on the bridge with three points");
    await of.tell("Expand the first point");
    await of.tell("no, the other one");
    await of.tell("Make it a table");
    expect(await of.questions()).toMatchObject([{ name: "which", status: "withdrawn" }]);
    expect(await of.run()).toMatchObject({ status: "completed" });
    expect((await of.revisions()).at(-1).brief).toMatchObject({ format: "table", expanded: [] });
  });

  test.each([
    ["no, the other one", "Please name it."],
    ["nein, das andere", "Bitte nenne es."],
    ["non, l'autre", "Merci de le nommer."],
    ["no, la otra", "Por favor, nómbrelo."],
    ["no, l'altro", "Per favore, lo indichi."],
  ])("%s: with nothing to be another of changes nothing, and asks in the person's language", async (text, said) => {
    const of = await setup("report", "Write a report on the bridge");
    await of.tell(text);
    expect(await of.revisions()).toHaveLength(1);
    expect(await of.dispositions()).toEqual([{ kind: "refused", reason: "unclear_correction" }]);
    expect(await of.lastSaid()).toContain(said);
  });

  test.each([
    [["Add a section on costs", "no, the other one"], "merged", "refused"],
    [["no, the other one", "Add a section on costs"], "refused", "merged"],
  ])("%j: is not told as done for what it came with", async (texts, ...kinds) => {
    const of = await setup("report", "Write a report on the bridge");
    await of.tell(...texts);
    const revisions = await of.revisions();
    expect(revisions).toHaveLength(2);
    expect(revisions[1].caused_by).toMatchObject([{ text: "Add a section on costs" }]);
    expect(revisions[1].brief.sections).toHaveLength(1);
    expect(await of.dispositions()).toEqual(
      expect.arrayContaining([
        { kind: "merged", dag_version: 2 },
        { kind: "refused", reason: "unclear_correction" },
      ]),
    );
    expect((await of.dispositions()).map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
    expect(await of.run()).toMatchObject({ status: "completed", dag_version: 2, waiting: 0 });
  });

  test("of a general agent becomes no observation when it came with what it corrects", async () => {
    const of = await setup("researcher", "Research the bridge");
    await of.tell("Expand point 1", "no, the other one");
    expect((await of.revisions()).at(-1).brief.follow_ups).toEqual(["Expand point 1"]);
    expect(await of.dispositions()).toMatchObject([
      { kind: "merged", dag_version: 2 },
      { kind: "refused", reason: "unclear_correction" },
    ]);
  });

  test("of a general agent asks when its last observation could be of several others", async () => {
    const of = await setup("researcher", "Research the bridge");
    expect((await of.points()).length).toBeGreaterThan(2);
    await of.tell("Expand point 1");
    await of.tell("no, the other one");
    expect((await of.revisions()).at(-1).brief.follow_ups).toEqual(["Expand point 1"]);
    expect(await of.dispositions()).toMatchObject([
      { kind: "merged" },
      { kind: "refused", reason: "unclear_correction" },
    ]);
    expect(await of.lastSaid()).toContain("Please name it.");
  });
});
