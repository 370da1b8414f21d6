import { expect } from "vitest";
import * as z from "zod";
import type { Deployment } from "./deployment.ts";
import { exampleSources } from "./example-sources.ts";
import { Person } from "./person.ts";

const History = z.object({
  followup: z.looseObject({ status: z.string(), run_id: z.string().nullable() }),
  items: z.array(z.object({ step: z.string(), by: z.object({ type: z.string(), id: z.string().nullable() }) })),
});

/** An operator moves a promise of three days, makes it due, is told everything that happened to it, and ends its chain. */
export async function operatorSteersWake(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(id, 1);
  const asked = await alice.say(id, "check this again in 3 days");
  await alice.answered(id, asked.event_id);
  const [wake] = await alice.followups(session_id);
  const followup_id = wake?.followup_id ?? "";

  const operator = await Person.of(deployment, "operator", { operator: true });
  const path = (verb: string) => `/api/agents/report/follow-ups/${followup_id}/${verb}?session_id=${session_id}`;
  expect(await operator.send("POST", path("reschedule"), { in: "2d" })).toMatchObject({ status: 200 });
  expect((await alice.followup(session_id, followup_id)).fires_at).not.toBe(wake?.fires_at);
  expect(await alice.send("POST", path("fire"))).toMatchObject({ status: 403 });
  expect(await operator.send("POST", path("fire"))).toMatchObject({ status: 202 });
  await alice.appears(id.replace(/_1$/, "_2"));

  const explain = `/api/followups/${followup_id}/history?session_id=${session_id}`;
  const { followup, items } = await operator.get(explain, History);
  expect(followup).toMatchObject({ status: "fired", run_id: id.replace(/_1$/, "_2") });
  const steps = items.filter(({ step }) => step !== "ring_ignored").map(({ step, by }) => [step, by.type]);
  expect(steps).toEqual([
    ["scheduled", "agent"],
    ["rescheduled", "operator"],
    ["fire_requested", "operator"],
    ["rung", "system"],
    ["fired", "system"],
  ]);

  const kill = await operator.send("POST", `/api/followup-chains/${followup_id}/kill?session_id=${session_id}`);
  expect(kill.status).toBe(200);
  expect(await operator.send("POST", path("cancel"))).toMatchObject({ status: 409, body: { code: "followup_closed" } });
}
