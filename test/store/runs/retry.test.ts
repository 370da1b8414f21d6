import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DynamoReader } from "../../../shared/adapters/dynamo/reader.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import { acceptRetry } from "../../../shared/steps/mailbox/accept-retry.ts";
import { say, TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A session whose run failed at one of its two words, and what makes that word possible. */
async function failed(input = "add one, add bad") {
  const world = { isBroken: true };
  const memo = new MemoSession(table, {}, async (cell, args) => {
    if (world.isBroken && cell === "write" && args["word"] === "bad") throw new Fault("no_such_word", "reject");
  });
  await memo.start(input);
  await memo.settle();
  const api = new TestApi(memo.world);
  const url = `/api/runs/${memo.runId()}`;
  return { memo, api, ada: api.as("ada"), url, repair: () => Object.assign(world, { isBroken: false }) };
}

describe("a run that failed", () => {
  test("is said to have failed in the language of its first words", async () => {
    const { memo } = await failed("Schreibe bitte: add one, add bad");
    const { failure } = await memo.run();
    expect(failure?.message).toMatch(
      /^Der Schritt „.+“ konnte nicht getan werden: .+ \(no_such_word\)\. Was du tun kannst/,
    );
    expect(failure?.message).toMatch(/wiederholt werden\.$/);
  });

  test("INV-2 is done again as one more version: what is done is reused, what failed is done", async () => {
    const { memo, ada, url, repair } = await failed();
    const { status: before, failure } = await memo.run();
    expect({ before, ...failure }).toMatchObject({ before: "failed", code: "no_such_word" });
    expect(failure?.message).toMatch(/can also be retried/);
    repair();
    const { status, headers, body } = await ada.post(`${url}/retry`);
    expect({ status, location: headers["location"] }).toEqual({ status: 202, location: url });
    expect((await ada.get(url)).body).toMatchObject({ status: "planned", waiting: 1 });
    await memo.settle();
    expect((await ada.get(url)).body).toMatchObject({ status: "completed", dag_version: 2, failure: null });
    expect(await memo.delivered()).toBe("one bad");
    expect(memo.written()).toEqual(["one", "bad", "bad"]);
    expect(await memo.revision(2)).toMatchObject({
      base_version: 0,
      reused: ["write:one"],
      caused_by: [{ event_id: body.event_id, text: "Try again.", verdict: { route: "revise_run", by: "rules" } }],
    });
    const said = (await memo.events()).find(({ id }) => id === body.event_id);
    expect(said?.payload).toMatchObject({ disposition: { kind: "merged", dag_version: 2 } });
  });

  test("can be retried again when it fails again", async () => {
    const { memo, ada, url, repair } = await failed();
    await ada.post(`${url}/retry`);
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "failed", dag_version: 2 });
    repair();
    await ada.post(`${url}/retry`);
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 3 });
  });

  test("INV-1 is accepted for both when a request is sent twice and the first is slow, though the run goes on by then", async () => {
    const { memo, repair } = await failed();
    repair();
    const { world, session_id } = memo;
    const ports = { ...world.ports, reader: new DynamoReader(world.table) };
    const ask = { owner: "ada", run_id: memo.runId(), idempotency_key: "again" };
    const readRun: typeof ports.runs.readRun = async (ref) => {
      expect(await acceptRetry(ports, ask)).toMatchObject({ kind: "accepted" });
      await memo.settle();
      return ports.runs.readRun(ref);
    };
    const runs = Object.assign(Object.create(ports.runs) as typeof ports.runs, { readRun });
    const slow = await acceptRetry({ ...ports, runs }, ask);
    expect(slow.kind).toBe("repeated");
    expect((await world.ports.mailboxes.read(session_id))?.entries).toEqual([]);
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(await acceptRetry(ports, { ...ask, idempotency_key: "another" })).toEqual({ kind: "not_failed" });
  });

  test("is done again once, however often that is asked for with one key or at one moment", async () => {
    const { memo, api, ada, url, repair } = await failed();
    repair();
    const keyed = { headers: { "idempotency-key": "again" } };
    const answers = await Promise.all([ada.post(`${url}/retry`, keyed), ada.post(`${url}/retry`, keyed)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[1]?.body.event_id).toBe(answers[0]?.body.event_id);
    expect(await api.as("eve").post(`${url}/retry`, keyed)).toMatchObject({ status: 404 });
    const other = await ada.post(`${url}/retry`);
    expect(other.status).toBe(202);
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 2 });
    const said = (await memo.events()).find(({ id }) => id === other.body.event_id);
    expect(said?.payload).toMatchObject({ disposition: { kind: "refused", reason: "run_not_failed" } });
    expect((await ada.post(`${url}/retry`, keyed)).body.event_id).toBe(answers[0]?.body.event_id);
    expect(await memo.run()).toMatchObject({ dag_version: 2 });
  });

  test("takes what was said before the retry first, and what was said behind it later", async () => {
    const { memo, ada, url, repair } = await failed();
    repair();
    await ada.post(`${url}/messages`, say("add two"));
    await ada.post(`${url}/retry`);
    await ada.post(`${url}/messages`, say("add three"));
    await memo.settle();
    expect(await memo.delivered()).toBe("one bad two three");
  });

  test("waits for the end of what goes on", async () => {
    const { memo, ada, url, repair } = await failed();
    repair();
    await memo.start("add other");
    await memo.fold();
    await ada.post(`${url}/retry`);
    await memo.fold();
    expect(await memo.run()).toMatchObject({ status: "failed" });
    await memo.settle();
    expect([await memo.delivered(1), await memo.delivered(2)]).toEqual(["one bad", "other"]);
  });

  test("that was retried takes back what was asked before it failed, not the retry", async () => {
    const { memo, ada, url, repair } = await failed("add one");
    await ada.post(`${url}/messages`, say("add bad"));
    await memo.settle();
    repair();
    await ada.post(`${url}/retry`);
    await memo.settle();
    expect(await memo.delivered()).toBe("one bad");
    await ada.post(`${url}/messages`, say("Undo that"));
    await memo.settle();
    expect(await memo.delivered()).toBe("one");
  });
});

test("a retry that other words were put into is a message like any other", async () => {
  const { memo, ada, url, repair } = await failed();
  repair();
  const { body } = await ada.post(`${url}/retry`);
  const entry = `/api/sessions/${memo.session_id}/mailbox/${body.event_id}`;
  expect(await ada.patch(entry, { body: { text: "remove bad, add good" } })).toMatchObject({ status: 204 });
  await memo.settle();
  expect(await memo.delivered()).toBe("one good");
});

test("what did not fail, or belongs to somebody else, is not retried", async () => {
  const { memo, api, ada, url, repair } = await failed();
  expect(await api.as("eve").post(`${url}/retry`)).toMatchObject({ status: 404, body: { code: "not_found" } });
  repair();
  await ada.post(`${url}/retry`);
  await memo.settle();
  expect(await ada.post(`${url}/retry`)).toMatchObject({ status: 409, body: { code: "run_not_failed" } });
  expect(await ada.post(`${url.replace(/1$/, "7")}/retry`)).toMatchObject({ status: 404 });
});
