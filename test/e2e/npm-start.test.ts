import { expect, test } from "vitest";
import { startProcess } from "../support/stack-process.ts";
import { emptyFolder } from "../support/tiny-assembly.ts";

test("the stack says one line when requests succeed, and ends without a trace when it is told to", async () => {
  const { child, deployment } = await startProcess(emptyFolder());
  expect((await fetch(`${deployment.origin}/openapi.json`)).status).toBe(200);
  expect((await fetch(`${deployment.origin}/api/sessions`)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await child.ended).toMatchObject({ code: 0, stdout: `ready ${deployment.origin}\n` });
});
