import { expect } from "vitest";
import * as z from "zod";
import type { Deployment } from "./deployment.ts";
import { exampleSources } from "./example-sources.ts";
import { Person } from "./person.ts";

const Questions = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), status: z.string(), answer: z.unknown().optional() })),
});

/** A run that lacks something asks for it, explains what it asks when it is asked back, and goes on with the answer. */
export async function questionAndAnswer(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report", exampleSources());
  await alice.until(id, 0, ({ type }) => type === "run_awaiting_input");
  const questions = async () => (await alice.get(`/api/runs/${id}/questions`, Questions)).items;
  expect(await questions()).toMatchObject([{ name: "topic", status: "open" }]);

  const back = await alice.say(id, "What do you mean?");
  await alice.answered(id, back.event_id);
  expect(await questions()).toMatchObject([{ status: "open" }]);
  expect(await alice.run(id)).toMatchObject({ status: "awaiting_input", delivery_id: null });

  await alice.say(id, "Energy use");
  const delivery = await alice.delivered(id, 1);
  expect(String(delivery.payload["text"])).toMatch(/energy use/i);
  expect(await questions()).toMatchObject([{ status: "answered" }]);
  await alice.until(id, delivery.seq, ({ type }) => type === "run_completed");
  expect(await alice.run(id)).toMatchObject({ status: "completed", waiting: 0 });
  expect(await alice.mailbox(session_id)).toEqual([]);
}
