import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../local/stack.ts";
import { runProgram } from "../deploy/run-program.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import { Person } from "../scenarios/person.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = mkdtempSync(join(tmpdir(), "followthrough-tour-"));
const dataDir = join(folder, "data");
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ dataDir, clock: "virtual" });
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The shell blocks of the tour, in their order; the last one is for a virtual clock. */
function blocksOfTour(): readonly string[] {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, tour = ""] = /\n## A tour of five minutes\n(.*?)\n## /s.exec(readme) ?? [];
  return [...tour.matchAll(/```bash\n(.*?)```/gs)].map(([, block = ""]) => block);
}

/** Types a block as a person would, with what was answered before put in; what came back. */
async function typed(block: string, known: Readonly<Record<string, string>>): Promise<string> {
  const here = block.replaceAll("http://127.0.0.1:3000", stack.origin).replaceAll("/tmp/", `${folder}/`);
  const filled = here.replaceAll(/(\w+)=\w+_…(?:_1)?/g, (_, name: string) => `${name}=${known[name]}`);
  const { PATH = "", HOME = "" } = process.env;
  const env = { ...known, PATH, HOME, DATA_DIR: dataDir, PORT: new URL(stack.origin).port };
  const { code, output } = await runProgram("bash", ["-euc", filled], { cwd: root, env });
  expect(code, output).toBe(0);
  expect(output).not.toContain("application/problem");
  await stack.settle();
  return output;
}

test("every command of the tour does what the tour says of it, for each of the four kinds of follow-ups", async () => {
  const [sign = "", ask = "", look = "", read = "", why = "", change = "", changed = "", ...others] = blocksOfTour();
  const [lacking = "", answer = "", promise = "", promised = "", move = ""] = others;
  const token = await typed(`${sign}\necho "$TOKEN"`, {});
  const api = sign.slice(sign.indexOf("api()"));
  const known: Record<string, string> = { TOKEN: token.trim() };
  const type = (block: string) => typed(`${api}\n${block}`, known);

  const deployment: Deployment = {
    origin: stack.origin,
    token: async () => token.trim(),
    pass: async (by) => void (await stack.advance(by)),
  };
  const alice = await Person.of(deployment, "alice");
  const idsIn = (output: string) => /"id":"(run_\w+)","session_id":"(ses_\w+)"/.exec(output) ?? [];
  const routes = async (run: string) =>
    (await alice.events(run)).flatMap(({ payload: { verdict } }) =>
      typeof verdict === "object" && verdict !== null && "route" in verdict ? [verdict.route] : [],
    );

  const [, run = "", session = ""] = idsIn(await type(ask));
  Object.assign(known, { RUN: run, SESSION: session });
  expect(await type(look)).toContain("## Key points");
  known["DELIVERY"] = String((await alice.run(run)).delivery_id);
  expect(await type(read)).toContain('"kind":"deliverable"');
  await type(why);
  expect(await routes(run)).toEqual(["direct_answer"]);
  expect(await alice.run(run)).toMatchObject({ status: "completed", dag_version: 1 });

  await type(change);
  expect(await type(changed)).toContain('"dag_version":2');
  expect(await routes(run)).toEqual(["direct_answer", "revise_run", "revise_run", "revise_run"]);
  const delivered = (await alice.events(run)).findLast((event) => event.type === "delivery");
  expect(String(delivered?.payload["text"])).toContain("| # | Point | Source |");

  const [, asked = ""] = idsIn(await type(lacking));
  known["ASKED"] = asked;
  expect(await alice.run(asked)).toMatchObject({ status: "awaiting_input" });
  expect(await type(answer)).toContain("What should the report be about?");
  expect(await routes(asked)).toEqual(["resume_need_input"]);
  expect(await alice.run(asked)).toMatchObject({ status: "completed" });

  await type(promise);
  expect(await type(promised)).toContain('"when":"2m"');
  expect(await alice.followups(session)).toMatchObject([{ when: "2m", status: "scheduled" }]);
  await type(move);
  expect(await alice.run(run.replace(/_1$/, "_2"))).toMatchObject({ status: "completed" });
  expect(await alice.followups(session)).toEqual([]);
});
