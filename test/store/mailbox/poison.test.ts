import { afterEach, beforeEach, expect, test } from "vitest";
import type { Agent } from "../../../shared/agents/define-agent.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import type { Model } from "../../../shared/ports/model.ts";
import { answering } from "../../support/answering-model.ts";
import { say, TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { holdCell } from "../../support/held-cell.ts";
import { live } from "../../support/live.ts";
import { type CellRuns, memoAgent } from "../../support/memo-agent.ts";
import { hour, minute, rowOf, runsWokenBy, scheduled } from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

/** Hours of a world with its sweeps, on a machine that does other things. */
const timeout = 90_000;

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

/** Two people in one deployment, each with a finished run. */
async function two(agent: Agent, model: Model = answering("Because it was asked for.")) {
  const world = new World(table, [agent], model);
  const api = new TestApi(world);
  const begin = async (name: string) => {
    const person = api.as(name);
    const { body } = await person.post("/api/runs", { body: { agent: "memo", input: "add one" } });
    const url = `/api/runs/${body.id}`;
    const run = async () => (await person.get(url)).body;
    const shows = async () => {
      const { items } = (await person.get(`/api/sessions/${body.session_id}/messages?limit=100`)).body;
      return items as readonly { id: string; role: string; text: string; disposition: { kind: string } | null }[];
    };
    return { ...person, url, run, shows, session_id: body.session_id };
  };
  const [ada, bob] = [await begin("ada"), await begin("bob")];
  await world.settle();
  return { world, ada, bob };
}

/** What became of a message, and what was said to it. */
async function endOf(person: Awaited<ReturnType<typeof two>>["ada"], event_id: string) {
  const messages = await person.shows();
  return messages.find(({ id, role }) => id === event_id && role === "user")?.disposition;
}

test("a session whose every fold fails holds up nobody, is told why, and can go on", { timeout }, async () => {
  const memo = memoAgent([]);
  if (memo.kind !== "specialised") throw new Error("the memo agent is specialised");
  const fault = { isThere: true };
  const recognise: typeof memo.policy.recognise = (message, view, brief) => {
    if (fault.isThere && message.includes("boom")) throw new TypeError("a fault of the agent");
    return memo.policy.recognise(message, view, brief);
  };
  const { world, ada, bob } = await two({ ...memo, policy: { ...memo.policy, recognise } });
  const { body: poison } = await ada.post(`${ada.url}/messages`, say("add boom"));
  await bob.post(`${bob.url}/messages`, say("add two"));
  await live(world, 5_000);
  expect(await bob.run()).toMatchObject({ status: "completed", dag_version: 2, waiting: 0 });
  expect(await ada.run()).toMatchObject({ status: "planned", waiting: 1 });

  const dead = await live(world, limits.foldPatienceMs + 10 * minute);
  expect(await endOf(ada, poison.event_id)).toEqual({ kind: "refused", reason: "fold_failed" });
  expect((await ada.shows()).at(-1)).toMatchObject({ role: "assistant", text: expect.stringContaining("fold_failed") });
  expect(await ada.run()).toMatchObject({ status: "completed", waiting: 0 });

  fault.isThere = false;
  // Putting the dead letters back, once the cause is gone, changes nothing that was decided.
  expect(dead.length).toBeGreaterThan(0);
  world.pending.push(...dead.map((message) => ({ ...message, at: world.clock.now() })));
  await ada.post(`${ada.url}/messages`, say("add boom"));
  await live(world, minute);
  expect(await ada.run()).toMatchObject({ status: "completed", dag_version: 2, waiting: 0 });
});

test("a cell that hangs holds up no other session, and its step is done once by somebody else", {
  timeout,
}, async () => {
  const held = holdCell((cell, args) => cell === "write" && args["word"] === "slow");
  const { world, ada, bob } = await two(memoAgent([], held.before));
  await ada.post(`${ada.url}/messages`, say("add slow"));
  await world.deliver(world.take("nudges") ?? raise("no nudge"));
  const hanging = world.deliver(world.take("tasks") ?? raise("no task"));
  await held.started;
  await bob.post(`${bob.url}/messages`, say("add two"));
  await live(world, 10_000);
  expect(await bob.run()).toMatchObject({ status: "completed", dag_version: 2 });
  expect(await ada.run()).toMatchObject({ status: "running" });

  // Its worker is stopped by the time limit of its function: the claim runs out, and somebody else does the step.
  world.clock.advance(limits.claimMs + 1);
  await live(world, 3 * minute);
  expect(await ada.run()).toMatchObject({ status: "completed", dag_version: 2 });
  held.release();
  await hanging;
  const { items } = (await ada.get(`${ada.url}/events?limit=100`)).body;
  const made = items.filter(({ payload }: { payload: { step_id?: string } }) => payload.step_id === "write:slow");
  expect(made).toMatchObject([{ type: "task_completed", payload: { dag_version: 2 } }]);
});

test("a model that is down for an hour: what needs none goes on, and the rest is done when it is asked for again", {
  timeout,
}, async () => {
  const up = answering("Because it was asked for.");
  const outage = { isOn: false };
  const model: Model = {
    call: async (request) => {
      if (outage.isOn) throw new Fault("model_unavailable", "retry", { reason: "ServiceUnavailableException" });
      return up.call(request);
    },
  };
  const { world, ada, bob } = await two(memoAgent([]), model);
  const wake = await scheduled(world, ada.session_id, { inMs: 20 * minute });
  outage.isOn = true;
  const { body: question } = await ada.post(`${ada.url}/messages`, say("Why is the first word there?"));
  await bob.post(`${bob.url}/messages`, say("add two"));
  await live(world, 10_000);
  expect(await bob.run()).toMatchObject({ status: "completed", dag_version: 2 });

  await live(world, hour);
  expect(await endOf(ada, question.event_id)).toMatchObject({ kind: "refused", reason: "model_unavailable" });
  const told = (await ada.shows()).filter(
    ({ role, text }) => role === "assistant" && text.includes("model_unavailable"),
  );
  expect(told).toHaveLength(1);
  // The wake fired at its time; what it was to do could not be done, and says so.
  expect((await rowOf(world, wake)).status).toBe("fired");
  const woken = ada.url.replace(/_1$/, "_2");
  expect((await ada.get(woken)).body).toMatchObject({ status: "failed", failure: { code: "model_unavailable" } });

  outage.isOn = false;
  expect(await ada.post(`${woken}/retry`)).toMatchObject({ status: 202 });
  const { body: again } = await ada.post(`${ada.url}/messages`, say("Why is the first word there?"));
  await live(world, minute);
  expect((await ada.get(woken)).body).toMatchObject({ status: "completed", dag_version: 2, failure: null });
  expect(await runsWokenBy(world, wake)).toHaveLength(1);
  expect(await endOf(ada, again.event_id)).toMatchObject({ kind: "answered" });
});

test("a mailbox at its cap refuses with a time to come back, keeps a wake for later, and empties in order", {
  timeout,
}, async () => {
  const runs: CellRuns = [];
  const held = holdCell((cell, args) => cell === "write" && args["word"] === "slow");
  const { world, ada, bob } = await two(memoAgent(runs, held.before));
  const wake = await scheduled(world, ada.session_id, { inMs: minute });
  await ada.post(`${ada.url}/messages`, say("add slow"));
  await world.deliver(world.take("nudges") ?? raise("no nudge"));
  const hanging = world.deliver(world.take("tasks") ?? raise("no task"));
  await held.started;
  const later = (word: string) => ({ body: { content: { text: `add ${word}` }, on_busy: "enqueue" } });
  const words = Array.from(
    { length: limits.mailboxEntries },
    (_, index) => `w${"abcdefgh"[index >> 3]}${"abcdefgh"[index & 7]}`,
  );
  for (const word of words) expect((await ada.post(`${ada.url}/messages`, later(word))).status).toBe(202);
  expect(await ada.post(`${ada.url}/messages`, later("more"))).toMatchObject({
    status: 429,
    headers: { "retry-after": "5" },
    body: { code: "mailbox_full" },
  });
  const { items } = (await ada.get(`/api/sessions/${ada.session_id}/mailbox`)).body;
  expect(items).toHaveLength(limits.mailboxEntries);

  // Ada's step is still at work; a wake that rings meanwhile finds no room, and is not forgotten.
  await bob.post(`${bob.url}/messages`, say("add two"));
  for (let beats = 0; beats < 20; beats += 1) {
    world.clock.advance(limits.renewMs);
    world.clock.beat();
    await world.clock.pause();
  }
  await live(world, 1_000);
  expect(await bob.run()).toMatchObject({ status: "completed", dag_version: 2 });
  expect(await rowOf(world, wake)).toMatchObject({ status: "scheduled" });

  held.release();
  await hanging;
  await live(world, 5 * minute);
  expect(await ada.run()).toMatchObject({ status: "completed", waiting: 0 });
  const written = runs.filter(({ cell }) => cell === "write").map(({ args }) => String(args["word"]));
  expect(written.filter((word) => word.startsWith("w"))).toEqual(words);
  expect(await rowOf(world, wake)).toMatchObject({ status: "fired" });
  expect(await runsWokenBy(world, wake)).toHaveLength(1);
  expect((await ada.post(`${ada.url}/messages`, later("more"))).status).toBe(202);
});

test("ten thousand nudges of one session hold up another's message for as long as they take, and do nothing", {
  timeout: 300_000,
}, async () => {
  const { world, ada, bob } = await two(memoAgent([]));
  await ada.post(`${ada.url}/messages`, say("add two"));
  const nudge = { queue: "nudges" as const, body: { session_id: ada.session_id }, at: world.clock.now() };
  world.pending.push(...Array.from({ length: 10_000 }, () => nudge));
  await bob.post(`${bob.url}/messages`, say("add two"));
  const worker = async () => {
    for (let message = world.take("nudges"); message !== undefined; message = world.take("nudges"))
      await world.deliver(message);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  await world.settle();
  expect(await bob.run()).toMatchObject({ status: "completed", dag_version: 2, waiting: 0 });
  expect(await ada.run()).toMatchObject({ status: "completed", dag_version: 2, waiting: 0 });
  expect(await world.ports.mailboxes.read(ada.session_id)).not.toHaveProperty("lock_token");
});

function raise(message: string): never {
  throw new Error(message);
}
