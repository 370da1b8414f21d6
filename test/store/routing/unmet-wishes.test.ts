import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import type { Model } from "../../../shared/ports/model.ts";
import { say, TestApi } from "../../support/api.ts";
import { bridge } from "../../support/bridge.ts";
import { choosing } from "../../support/choosing-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { localModel } from "../../support/local-model.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

const piers = { name: "piers.md", media_type: "text/markdown", text: "# Piers\n\nThe piers were inspected in 2024." };

/** A report that was delivered by a model that chooses these operations for whatever rules cannot read. */
async function delivered(model: Model = choosing([]), input = "Write a report on the bridge with two points") {
  const world = new World(table, [report], model);
  const ada = new TestApi(world).as("ada");
  const { body } = await ada.post("/api/runs", { body: { agent: "report", input, sources: [bridge] } });
  await world.settle();
  const items = async (path: string) => (await ada.get(`${path}?limit=100`)).body.items;
  const messages = `/api/runs/${body.id}/messages`;
  return {
    run: async () => (await ada.get(`/api/runs/${body.id}`)).body,
    tell: async (...texts: readonly string[]) => {
      for (const text of texts) await ada.post(messages, say(text));
      await world.settle();
    },
    attach: async (text: string) => {
      await ada.post(messages, { body: { content: { text, attachments: [piers] } } });
      await world.settle();
    },
    revisions: () => items(`/api/runs/${body.id}/revisions`),
    dispositions: async () => {
      const events = await items(`/api/runs/${body.id}/events`);
      const all = events.flatMap(({ type, payload }: { type: string; payload: { disposition?: object } }) =>
        type === "react_observation" ? [payload.disposition] : [],
      );
      // The first is what started the run.
      return all.slice(1);
    },
    lastSaid: async () => (await items(`/api/sessions/${body.session_id}/messages`)).at(-1)?.text as string,
    allSaid: async (): Promise<readonly string[]> =>
      (await items(`/api/sessions/${body.session_id}/messages`)).map(({ text }: { text: string }) => text),
  };
}

const unmet = { kind: "refused", reason: "no_operation" };
const stopped = { kind: "refused", reason: "asks_to_stop" };

describe("a wish that no operation fits", () => {
  test.each([
    ["Translate it into German", "Nothing was changed: that cannot be done here"],
    ["Sort the table by year", "Nothing was changed: that cannot be done here"],
    ["Rename the title to Old bridges", "Nothing was changed: that cannot be done here"],
    ["Übersetze den Bericht ins Englische", "Es wurde nichts geändert"],
    ["Traduis le rapport en anglais", "Rien n'a été changé"],
    ["Traduce el informe al inglés", "No se ha cambiado nada"],
    ["Traduci la relazione in inglese", "Non è stato cambiato nulla"],
  ])("%s: makes no version, and the person is told in their language", async (text, words) => {
    const of = await delivered();
    const { delivery_id } = await of.run();
    await of.tell(text);
    expect(await of.run()).toMatchObject({ status: "completed", dag_version: 1, delivery_id, waiting: 0 });
    expect(await of.dispositions()).toEqual([unmet]);
    expect(await of.lastSaid()).toContain(words);
  });

  test("is told with what can be done instead", async () => {
    const of = await delivered();
    const { suggestions } = await of.run();
    const can = suggestions.flatMap(({ route, text }: { route: string; text: string }) =>
      route === "revise_run" ? [text] : [],
    );
    expect(can.length).toBeGreaterThan(0);
    await of.tell("Translate it into German");
    expect(await of.lastSaid()).toContain(`What can be done, for example: ${can.join(" · ")}`);
  });

  test.each([[["Translate it into German", "Make it a table"]], [["Make it a table", "Translate it into German"]]])(
    "%j: does not keep what came with it from being done",
    async (texts) => {
      const of = await delivered();
      await of.tell(...texts);
      const revisions = await of.revisions();
      expect(revisions).toHaveLength(2);
      expect(revisions[1]).toMatchObject({ brief: { format: "table" }, caused_by: [{ text: "Make it a table" }] });
      expect(await of.dispositions()).toEqual(expect.arrayContaining([unmet, { kind: "merged", dag_version: 2 }]));
    },
  );

  test("that come together are told together, and none is read again", async () => {
    const model = choosing([]);
    const of = await delivered(model);
    await of.tell("Translate it into German", "Sort the table by year", "Rename the title to Old bridges");
    expect(await of.dispositions()).toEqual([unmet, unmet, unmet]);
    expect(await of.revisions()).toHaveLength(1);
    expect(model.asked()).toBe(3);
  });

  test("and was taken back at once needs no word, and nothing before it is taken back for it", async () => {
    const of = await delivered();
    await of.tell("Make it a table");
    await of.tell("Translate it into German", "cancel that");
    expect((await of.revisions()).at(-1).brief).toMatchObject({ format: "table" });
    expect((await of.dispositions()).map(({ kind }: { kind: string }) => kind)).toEqual([
      "merged",
      "superseded",
      "merged",
    ]);
  });

  test("is done when the model knows an operation for it that rules do not", async () => {
    const of = await delivered(choosing([{ op: "add_section", topic: "piers" }]));
    await of.tell("The piers deserve a place of their own");
    expect((await of.revisions()).at(-1).brief).toMatchObject({ sections: ["piers"] });
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
  });

  test("is not what rules understand to ask for nothing new", async () => {
    const input = "Write a report on the bridge with two points";
    const world = new World(table, [report], choosing([]));
    const ada = new TestApi(world).as("ada");
    const { body } = await ada.post("/api/runs", { body: { agent: "report", input, sources: [bridge] } });
    await ada.post(`/api/runs/${body.id}/messages`, say(input));
    await world.settle();
    expect((await ada.get(`/api/runs/${body.id}`)).body).toMatchObject({ status: "completed", dag_version: 2 });
  });

  test("sets a rule all the same", async () => {
    const of = await delivered();
    await of.tell("Never mention prices");
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
  });

  test.each([
    ["Translate it into German. Never mention prices.", "The rest changes nothing", "Never mention prices."],
    ["Translate it into German and never mention prices", "The rest changes nothing", "never mention prices"],
    ["Übersetze den Bericht ins Englische. Nenne niemals Preise.", "Der Rest ändert nichts", "Nenne niemals Preise."],
    ["Undo the table. Never mention prices.", "Please name it", "Never mention prices."],
  ])("%s: sets the rule, and the person is told of the rest", async (text, words, rule) => {
    const of = await delivered();
    await of.tell(text);
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
    expect((await of.revisions()).at(-1).caused_by).toMatchObject([{ became: [{ op: "remember", text: rule }] }]);
    expect((await of.allSaid()).filter((one) => one.includes(words))).toHaveLength(1);
  });

  test("beside a rule that is a change already is told as well", async () => {
    const of = await delivered();
    await of.tell("Always as a table. Translate it into German.");
    expect((await of.revisions()).at(-1).brief).toMatchObject({ format: "table" });
    expect((await of.allSaid()).filter((one) => one.includes("The rest changes nothing"))).toHaveLength(1);
  });

  test.each([
    "Never mention prices.",
    "Thanks! Never mention prices.",
    "Add a section on piers. Never mention prices.",
    "Update it and never mention prices",
    "No, always in euros.",
    "Hi! Always in euros.",
    "1. Always in euros.\n2. Never mention prices.",
  ])("%s: leaves nothing to be told", async (text) => {
    const of = await delivered();
    await of.tell(text);
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
    expect((await of.allSaid()).filter((one) => one.includes("The rest changes nothing"))).toEqual([]);
  });

  test("“cancel that” beside a rule takes back, and sets the rule", async () => {
    const of = await delivered();
    await of.tell("Make it a table");
    await of.tell("Cancel that. Never mention prices.");
    const [first, second, last] = await of.revisions();
    expect(second.brief.format).toBe("table");
    expect(last.brief).toEqual(first.brief);
    expect(last.caused_by).toMatchObject([
      { became: [{ op: "undo" }, { op: "remember", text: "Never mention prices." }] },
    ]);
    expect((await of.allSaid()).filter((one) => one.includes("The rest changes nothing"))).toEqual([]);
  });

  test("“stop” beside a rule is told what stops the work", async () => {
    const of = await delivered();
    await of.tell("Stop. Never mention prices.");
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
    const told = (await of.allSaid()).filter((one) => one.includes("To stop the work, cancel the run"));
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain("Nothing was changed");
  });

  test.each(["Do it again please", "Aktualisiere das bitte"])("%s: is none", async (text) => {
    const of = await delivered();
    await of.tell(text);
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
  });
});

describe("a wish that rules cannot read while the model is down", () => {
  const down: Model = {
    call: async (request) => {
      const isRead = request.purpose === "choose_operations" || request.purpose === "route_follow_up";
      if (isRead) throw new Fault("model_unavailable", "retry", { reason: "ThrottlingException" });
      return localModel.call(request);
    },
  };

  test.each([
    ["Translate it into German", "The model could not read this"],
    ["Übersetze den Bericht ins Englische", "Das Modell konnte das nicht lesen"],
  ])("%s: is added as it stands, and the person is told", async (text, words) => {
    const of = await delivered(down);
    await of.tell(text);
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
    expect((await of.revisions()).at(-1).brief.sections).toHaveLength(1);
    expect((await of.allSaid()).filter((one) => one.includes(words))).toHaveLength(1);
  });

  test("and that was taken back at once needs no word", async () => {
    const of = await delivered(down);
    await of.tell("Translate it into German", "cancel that");
    expect((await of.revisions()).at(-1).brief.sections).toEqual([]);
    expect((await of.allSaid()).filter((one) => one.includes("could not read"))).toEqual([]);
  });

  test.each([
    ["Do it again please", 0],
    ["And what about the piers?", 1],
  ])("%s: is none", async (text, sections) => {
    const of = await delivered(down);
    await of.tell(text);
    expect((await of.revisions()).at(-1).brief.sections).toHaveLength(sections);
    expect((await of.allSaid()).filter((one) => one.includes("could not read"))).toEqual([]);
  });
});

describe("a message that only asks to stop", () => {
  test.each([
    ["Stop!", "To stop the work, cancel the run"],
    ["Cancel everything", "To stop the work, cancel the run"],
    ["Hör bitte auf", "Brich den Lauf ab"],
    ["Arrêtez tout !", "annulez l'exécution"],
    ["Detén todo", "cancele la ejecución"],
    ["Ferma tutto", "annulli l'esecuzione"],
  ])("%s: becomes no section, and the person is told what stops the work", async (text, words) => {
    const of = await delivered(localModel);
    await of.tell(text);
    expect(await of.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await of.dispositions()).toEqual([stopped]);
    expect(await of.lastSaid()).toContain(words);
  });

  test("beside a wish leaves the wish to be done", async () => {
    const of = await delivered(localModel);
    await of.tell("Make it a table", "Stop!");
    expect((await of.revisions()).at(-1)).toMatchObject({ brief: { format: "table", sections: [] } });
    expect(await of.dispositions()).toEqual(expect.arrayContaining([stopped, { kind: "merged", dag_version: 2 }]));
  });

  test("to a run that goes on changes nothing of it", async () => {
    const memo = new MemoSession(table);
    await memo.start("add one");
    await memo.fold();
    await memo.say("Stop!");
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await memo.delivered()).toBe("one");
  });
});

test.each(["No", "Nein!", "nope", "non"])("%s: becomes no section", async (text) => {
  const of = await delivered(localModel);
  await of.tell(text);
  expect(await of.run()).toMatchObject({ status: "completed", dag_version: 1 });
  expect(await of.dispositions()).toEqual([unmet]);
});

describe("a source that comes with a message", () => {
  const sections = async (text: string, operations: readonly JsonObject[] = []) => {
    const of = await delivered(choosing(operations));
    await of.attach(text);
    const last = (await of.revisions()).at(-1);
    expect(await of.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
    return last.brief.sections;
  };

  test.each(["Does the attached file confirm point 2?", "Bestätigt die Datei Punkt 2?", "Explain point 2 with it"])(
    "%s: has the question answered in the result",
    async (text) => {
      expect(await sections(text)).toHaveLength(1);
    },
  );

  test.each(["This belongs to it.", "Can you take this into account?"])("%s: is a change by itself", async (text) => {
    expect(await sections(text)).toEqual([]);
  });

  test("and a wish for which there is an operation become that operation", async () => {
    expect(await sections("What about this?", [{ op: "add_section", topic: "piers" }])).toEqual(["piers"]);
  });
});

test("whatever is said to a run that failed sets it going again, also when no operation comes of it", async () => {
  let isDown = true;
  const memo = new MemoSession(table, {}, async (cell) => {
    if (cell === "join" && isDown) throw new Fault("no_such_word", "reject");
  });
  Object.assign(memo.world.ports, { model: choosing([]) });
  await memo.start("add one");
  await memo.settle();
  expect(await memo.run()).toMatchObject({ status: "failed" });
  isDown = false;
  await memo.say("I need this by noon");
  await memo.settle();
  expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 2 });
});
