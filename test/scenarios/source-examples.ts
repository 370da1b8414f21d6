import { expect } from "vitest";
import * as z from "zod";
import type { Deployment } from "./deployment.ts";
import { exampleSources } from "./example-sources.ts";
import { Person } from "./person.ts";

/* What an agent does that comes back by itself, in either dialect, word for word as a model would call the tools. */

const reason = "Re-check the census API — rate-limited until ~09:00, need the 2025 table";
const context = { source_url: "https://…/census/2025", next_step: "merge 2025 table into the draft" };
const census = (when: string) => `schedule_followup(
    reason="${reason}",
    context={"source_url": "https://…/census/2025", "next_step": "merge 2025 table into the draft"},
    when="${when}",
)`;

/** What `schedule_followup` returns. */
const Returned = z.strictObject({
  followup_id: z.string().regex(/^fu_/),
  when: z.string(),
  fires_at: z.iso.datetime(),
  session_id: z.string(),
  target: z.string(),
  note: z.string().optional(),
});
const Refused = z.looseObject({ error: z.string(), now: z.iso.datetime() });
const Scheduled = z.looseObject({ id: z.string().regex(/^fu_/), due_at: z.iso.datetime(), status: z.string() });
const Cancelled = z.looseObject({ id: z.string(), status: z.string(), changed: z.boolean() });
const Listed = z.looseObject({ follow_ups: z.array(z.looseObject({ id: z.string() })) });

/** A person who spells out calls of an agent's tools, in one run. */
class Caller {
  readonly person: Person;
  readonly run_id: string;
  readonly session_id: string;

  private constructor(person: Person, run: { readonly id: string; readonly session_id: string }) {
    this.person = person;
    this.run_id = run.id;
    this.session_id = run.session_id;
  }

  static async of(deployment: Deployment, agent: string): Promise<Caller> {
    const person = await Person.of(deployment, "alice");
    const run = await person.ask(agent, "Write a report on energy use", exampleSources());
    await person.delivered(run.id, 1);
    return new Caller(person, run);
  }

  /** What the tool returned, as the agent's answer tells it. */
  async call<Shape extends z.ZodType>(message: string, shape: Shape): Promise<z.infer<Shape>> {
    const { event_id } = await this.person.say(this.run_id, message);
    const answer = await this.person.answered(this.run_id, event_id);
    const [, json = ""] = /^\w+: (.*)$/s.exec(String(answer.payload["text"])) ?? [];
    expect(json, JSON.stringify(answer.payload)).not.toBe("");
    return shape.parse(JSON.parse(json));
  }

  async takeBackAll(): Promise<void> {
    for (const { followup_id } of await this.person.followups(this.session_id)) {
      await this.person.send("DELETE", `/api/followups/${followup_id}?session_id=${this.session_id}`);
    }
    expect(await this.person.followups(this.session_id)).toEqual([]);
  }
}

/** The census example: scheduled by the agent's tool, readable over HTTP, and woken with its reason and context when it is due. */
export async function censusExample(deployment: Deployment): Promise<void> {
  const caller = await Caller.of(deployment, "researcher");
  const { person, session_id, run_id } = caller;
  const minutes = deployment.waits ? 1 : 30;
  const { followup_id, ...returned } = await caller.call(census(`+${minutes}m`), Returned);
  expect(returned).toEqual({ when: `+${minutes}m`, fires_at: expect.any(String), session_id, target: "researcher" });
  const { session_id: _session, ...scheduled } = returned;
  const fields = { from_agent: "researcher", reason, context, ...scheduled };
  expect(await person.followup(session_id, followup_id)).toEqual({ followup_id, ...fields, status: "scheduled" });

  const woken = run_id.replace(/_\d+$/, "_2");
  if (!deployment.waits) {
    await deployment.pass("29m");
    expect((await person.send("GET", `/api/runs/${woken}`)).status).toBe(404);
  }
  await deployment.pass("1m");
  await person.appears(woken);
  const answer = await person.delivered(woken, 1);
  expect(String(answer.payload["text"])).toContain("census");
  expect(await person.followup(session_id, followup_id)).toEqual({ followup_id, ...fields, status: "fired" });
}

/** What else is promised of `schedule_followup`: its times and defaults, its targets, and its idempotency key. */
export async function dialectOfContinuations(deployment: Deployment): Promise<void> {
  const caller = await Caller.of(deployment, "researcher");
  const { person, session_id, run_id } = caller;
  const later = await caller.call('schedule_followup(reason="Look.", when="+2h")', Returned);
  const due = (ms: number) => new Date(Date.parse(later.fires_at) + ms).toISOString();
  const day = await caller.call('schedule_followup(reason="Look.", when="+1d")', Returned);
  expect(Date.parse(day.fires_at)).toBeGreaterThan(Date.parse(due(20 * 3_600_000)));
  const absolute = `${due(3_600_000).slice(0, 16)}Z`;
  const at = await caller.call(`schedule_followup(reason="Look.", when="${absolute}")`, Returned);
  expect(at).toMatchObject({ when: absolute, fires_at: new Date(absolute).toISOString() });

  const keyed = 'schedule_followup(reason="Look.", when="+2h", dedup_key="census")';
  const first = await caller.call(keyed, Returned);
  const again = await caller.call(keyed, Returned);
  expect(again).toEqual({ ...first, note: expect.stringMatching(/pending/) });

  const other = await caller.call('schedule_followup(reason="Look.", target="report", when="+2h")', Returned);
  expect(other.target).toBe("report");
  const nobody = await caller.call('schedule_followup(reason="Look.", target="formatter_agent")', Refused);
  expect(nobody.error).toContain("report");
  const pending = await person.followups(session_id);
  const times = pending.map(({ fires_at }) => fires_at);
  expect(times).toEqual([...times].sort());
  expect(pending).toHaveLength(5);
  await caller.takeBackAll();

  // Without a time it is now, and for itself: a fresh turn right after this one.
  const now = await caller.call('schedule_followup(reason="Go on with the census.")', Returned);
  expect(now).toMatchObject({ when: "now", target: "researcher" });
  const woken = run_id.replace(/_\d+$/, "_2");
  await person.appears(woken);
  await person.delivered(woken, 1);
  expect((await person.followup(session_id, now.followup_id)).status).toBe("fired");
}

/** The three tools of the other source: every form of time it names, listing soonest first, cancelling once. */
export async function toolsOfFollowUps(deployment: Deployment): Promise<void> {
  const caller = await Caller.of(deployment, "report");
  const { person, session_id, run_id } = caller;
  const asked = await person.say(run_id, "Look at this pull request again in 30 minutes and tell me when it merges.");
  await person.answered(run_id, asked.event_id);
  const [promise] = await person.followups(session_id);
  expect(promise).toMatchObject({ when: "30m", reason: expect.stringContaining("pull request"), status: "scheduled" });

  const ids = [promise?.followup_id];
  for (const delay of ["1h30m", "2h", "3d"]) {
    const call = `schedule_follow_up {"description": "Check the numbers.", "in": "${delay}"}`;
    ids.push((await caller.call(call, Scheduled)).id);
  }
  const at = `${new Date(Date.parse(promise?.fires_at ?? "") + 2 * 3_600_000).toISOString().slice(0, 19)}+02:00`;
  const first = await caller.call(`schedule_follow_up {"description": "x", "at": "${at}"}`, Scheduled);
  expect(first.due_at).toBe(new Date(at).toISOString());
  await caller.call(`cancel_follow_up(id="${first.id}")`, Cancelled);

  const { follow_ups } = await caller.call("list_follow_ups", Listed);
  expect(follow_ups.map(({ id }) => id)).toEqual(ids);
  expect((await person.followups(session_id)).map(({ followup_id }) => followup_id)).toEqual(ids);

  const cancel = `cancel_follow_up(id="${ids[1]}")`;
  expect(await caller.call(cancel, Cancelled)).toMatchObject({ id: ids[1], status: "cancelled", changed: true });
  expect(await caller.call(cancel, Cancelled)).toMatchObject({ id: ids[1], status: "cancelled", changed: false });
  const refused = await caller.call('schedule_follow_up {"description": "x", "in": "31d"}', Refused);
  expect(refused.error).toContain("30 days");
  await caller.takeBackAll();
}
