/**
 * `npm run bench [-- --quick | -- cold]`: measures the stack on this machine and writes `docs/bench.json` and the pictures
 * and tables made from it. `--quick` measures a little of everything and prints it; `cold` measures cold starts alone.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCold } from "./cold.ts";
import { closedLoop } from "./load.ts";
import { MeasuredStack } from "./measured-stack.ts";
import { People } from "./people.ts";
import { readShares, type Shares } from "./profile.ts";
import { drawBench } from "./report/draw.ts";
import { coldTable, figuresTable, replaceTable } from "./report/tables.ts";
import type { BenchResult } from "./result.ts";
import { type AcceptRep, measureAccepts, openSessions } from "./series/accept.ts";
import { measureGrowth } from "./series/growth.ts";
import { measureBursts, measureRevisions } from "./series/revisions.ts";
import { quick, type Scale, whole } from "./series/scale.ts";
import { measureWakes } from "./series/wakes.ts";

const docs = join(import.meta.dirname, "..", "docs");
const agents = join(import.meta.dirname, "agents", "registry.ts");
const say = (sentence: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${sentence}`);

async function profileAccept(stack: MeasuredStack, people: People): Promise<Shares> {
  const runs = await openSessions(stack, people, 64);
  const text = await stack.profiled("accept", () =>
    closedLoop(8, 800, (index) => people.say(runs[index % runs.length] as (typeof runs)[number])),
  );
  const [code = ""] = readdirSync(join(stack.assemblyDir, "code")).filter((hash) =>
    readdirSync(join(stack.assemblyDir, "code", hash)).includes("accept"),
  );
  return readShares(text, join(stack.assemblyDir, "code", code, "accept", "index.js.map"));
}

async function measure(scale: Scale): Promise<BenchResult> {
  const stack = await MeasuredStack.start(agents);
  const people = await People.of(stack);
  try {
    say(`the stack is ready at ${stack.place.origin}`);
    const sessions = await openSessions(stack, people, scale.sessions);
    const accepts: AcceptRep[] = [];
    for (let rep = 0; rep < scale.reps; rep += 1) {
      say(`accepts, repetition ${rep + 1} of ${scale.reps}`);
      accepts.push(await measureAccepts(stack, people, sessions, scale));
    }
    say("where the time of an accept goes");
    const shares = await profileAccept(stack, people);
    say("revisions and bursts");
    const revisions = await measureRevisions(stack, people, scale);
    const bursts = await measureBursts(stack, people, scale);
    say("growth");
    const growth = await measureGrowth(stack, people, scale);
    say(`${scale.wakes} wakes`);
    const wakes = await measureWakes(stack, people, scale);
    const { rss, database } = await stack.usage();
    const end = { stack_mib: Math.round(rss / 1_048_576), database_mib: Math.round(database.rss / 1_048_576) };
    const [cpu] = cpus();
    const machine = { node: process.version, cpu: cpu?.model ?? "", cores: cpus().length };
    return {
      at: new Date().toISOString(),
      machine,
      accepts,
      shares,
      revisions,
      bursts,
      growth,
      wakes,
      memory_at_end: end,
    };
  } finally {
    people.close();
    await stack.stop();
  }
}

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false } },
  allowPositionals: true,
});
const page = join(docs, "bench.md");
if (positionals[0] === "cold") {
  const table = coldTable(await measureCold(values.quick ? 3 : 31));
  console.log(table);
  if (!values.quick) writeFileSync(page, replaceTable(readFileSync(page, "utf8"), "cold", table));
} else {
  const result = await measure(values.quick ? quick : whole);
  const table = figuresTable(result);
  console.log(table);
  if (!values.quick) {
    writeFileSync(join(docs, "bench.json"), `${JSON.stringify(result, undefined, 1)}\n`);
    writeFileSync(join(docs, "bench.svg"), drawBench(result));
    writeFileSync(page, replaceTable(readFileSync(page, "utf8"), "figures", table));
  }
}
