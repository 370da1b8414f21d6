import { expect, test } from "vitest";
import { exampleSources } from "../scenarios/example-sources.ts";
import { Person } from "../scenarios/person.ts";
import { startProcess } from "../support/stack-process.ts";
import { emptyFolder } from "../support/tiny-assembly.ts";

/** Events of a run after which the stack is killed: before the plan, between every two steps, at the delivery. */
const moments = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12];

test("INV-3 a run completes with no artifact twice, whenever the stack is killed", async () => {
  const dataDir = emptyFolder();
  let stack = await startProcess(dataDir);
  for (const moment of moments) {
    const alice = await Person.of(stack.deployment, "alice");
    const { id } = await alice.ask("report", "Write a report on energy use", exampleSources());
    while ((await alice.events(id)).length < moment) await alice.run(id);
    stack.child.kill("SIGKILL");
    await stack.child.ended;

    stack = await startProcess(dataDir);
    await stack.deployment.pass("5m");
    const again = await Person.of(stack.deployment, "alice");
    expect(await again.run(id), `killed after ${moment} events`).toMatchObject({ status: "completed", dag_version: 1 });
    const events = await again.events(id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ type }) => type === "delivery")).toHaveLength(1);
    const artifacts = await again.artifacts(id);
    expect(artifacts.map(({ step_id }) => step_id).sort()).toEqual(
      [...new Set(artifacts.map(({ step_id }) => step_id))].sort(),
    );
  }
  stack.child.kill("SIGTERM");
  await stack.child.ended;
});
