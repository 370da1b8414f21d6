/**
 * `npm run demo [-- --sources DIR] [-- --agent report|researcher]`: plays one session with an agent, over HTTP, in this terminal.
 * `-- --outputs outputs.json` plays it on the deployment whose outputs these are instead of on this machine; it signs in
 * with an account of its own, which your AWS credentials make, and its model calls are real.
 */
import "./require-node.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { agents } from "../agents/registry.ts";
import { SetupProblem } from "../local/problem.ts";
import { startStack } from "../local/stack.ts";
import { Api } from "./demo/api.ts";
import { type Folder, readFolder } from "./demo/read-folder.ts";
import { deployedScene, type Scene } from "./demo/scene.ts";
import { chapter, remark, said } from "./demo/screen.ts";
import { Story } from "./demo/story.ts";

const usage = "usage: npm run demo -- [--sources DIR] [--agent report|researcher] [--input TEXT] [--outputs FILE]";
const examples = join(import.meta.dirname, "..", "examples", "energy");

interface Wanted {
  readonly folder: string;
  readonly agent: string;
  readonly input: string;
  /** Outputs of the deployment to play on. */
  readonly outputs: string | undefined;
}

function readArguments(): Wanted {
  const { values } = parseArgs({
    options: {
      sources: { type: "string" },
      agent: { type: "string", default: "report" },
      input: { type: "string" },
      outputs: { type: "string" },
    },
  });
  if (!agents.some(({ slug }) => slug === values.agent)) {
    throw new SetupProblem(
      `There is no agent ${values.agent}; there are ${agents.map(({ slug }) => slug).join(", ")}.`,
    );
  }
  const input =
    values.sources === undefined ? "Write a report on the energy crisis" : "Write a report on these sources";
  return {
    folder: values.sources ?? examples,
    agent: values.agent,
    input: values.input ?? input,
    outputs: values.outputs,
  };
}

async function play(scene: Scene, { agent, input }: Wanted, { sources }: Folder): Promise<void> {
  const api = new Api(scene.origin, scene.token);
  chapter("a first request");
  said(input);
  const run = await api.startRun({ agent, input, sources });
  const story = new Story(api, run, () => scene.pass("5s"));
  await story.follow();
  const points = await story.points();
  const hasTable = sources.some(({ media_type }) => media_type === "text/csv");

  chapter("a question about the result: answered from it, nothing is run");
  await story.say("Why is the first point true?");
  chapter("going deeper: one step and the composition are new");
  await story.say(`Expand the ${points >= 3 ? "third" : "last"} point`);
  if (hasTable) {
    chapter("another metric: the tables are computed anew, the text is reused");
    await story.say("Use the median instead of the mean");
  }
  chapter("three messages in a row, without waiting for an answer");
  await story.say("Expand the second point", "Add the risks too", "Actually keep it short and make it a table");
  chapter("a promise: it comes back by itself");
  const [promise, words] = scene.isSlow ? ["2 minutes", "two minutes pass"] : ["30 minutes", "half an hour passes"];
  await story.say(`check this again in ${promise}`);
  await story.showScheduled();
  remark(`… ${words}${scene.isSlow ? "" : " (the clock of this demo is virtual)"} …`);
  await scene.pass(scene.isSlow ? "150s" : "31m");
  await story.followWake();
  await story.showScheduled();
}

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
let dataDir: string | undefined;
try {
  const wanted = readArguments();
  const folder = readFolder(wanted.folder);
  const shown = relative(process.cwd(), wanted.folder) || ".";
  remark(`sources from ${shown}: ${folder.sources.map(({ name }) => name).join(", ")}`);
  for (const why of folder.skipped) remark(`left out: ${why}`);
  if (wanted.outputs === undefined) {
    dataDir = mkdtempSync(join(tmpdir(), "followthrough-demo-"));
    const stack = await startStack({ dataDir, clock: "virtual" });
    remark(`the stack runs at ${stack.origin} after ${seconds()} s`);
    const token = await stack.token("demo");
    try {
      await play({ origin: stack.origin, token, pass: (by) => stack.advance(by) }, wanted, folder);
    } finally {
      await stack.stop();
    }
  } else {
    await play(await deployedScene(wanted.outputs), wanted, folder);
  }
  chapter(`done in ${seconds()} s`);
  remark("`npm start` keeps the stack running; the tour in README.md says how to talk to it.");
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  const text = error instanceof SetupProblem || isUsage ? (error as Error).message : whole(error);
  process.stderr.write(`${text}${isUsage ? `; ${usage}` : ""}\n`);
  process.exitCode = 1;
} finally {
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
}

function whole(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
