/**
 * `npm run kills -- --rounds 50 --people 6 --seed 1`: kills `npm start` again and again with `kill -9` while people use it,
 * and prints what they were told and what of it is there: acknowledged, lost, doubled.
 * `npm run kills:wakes -- --wakes 1000 --sessions 100 --kills 5`: wakes due within one minute, each bell rung 0 to 3 times
 * at any moment, while the stack is killed; prints how often each fired, and how late. Both exit with 1 unless everything
 * is there, and happened, once. `--clock virtual` really waits for nothing.
 */
import "./require-node.mjs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { playBellStorm } from "../test/kills/bell-storm.ts";
import { playKillRounds } from "../test/kills/kill-rounds.ts";
import { reportStorm } from "../test/kills/storm-report.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    clock: { type: "string", default: "real" },
    rounds: { type: "string", default: "50" },
    people: { type: "string", default: "6" },
    wakes: { type: "string", default: "1000" },
    sessions: { type: "string", default: "100" },
    kills: { type: "string", default: "5" },
    /** Seconds in which all wakes have to be scheduled. */
    lead: { type: "string", default: "300" },
  },
});
const common = {
  seed: Number(values.seed),
  clock: values.clock === "virtual" ? ("virtual" as const) : ("real" as const),
  folder: mkdtempSync(join(tmpdir(), "followthrough-kills-")),
  say: (line: string) => console.error(line),
};
const begun = performance.now();
const passed = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
process.exitCode = (await (positionals[0] === "wakes" ? storm() : rounds())) === 0 ? 0 : 1;

async function rounds(): Promise<number> {
  const [count, people] = [Number(values.rounds), Number(values.people)];
  const { acknowledged, endings, lost, doubled, broken } = await playKillRounds({ ...common, rounds: count, people });
  for (const sentence of [...lost, ...doubled, ...broken]) console.log(`- ${sentence}`);
  for (const [ending, times] of Object.entries(endings)) console.log(`${ending.padEnd(40)} ${times}`);
  console.log(`ledger: ${join(common.folder, "ledger.jsonl")}`);
  const wrong = [`${lost.length} lost`, `${doubled.length} doubled`, `${broken.length} broken`];
  console.log(`${count} kills in ${passed()}: ${acknowledged} acknowledged, ${wrong.join(", ")}`);
  return lost.length + doubled.length + broken.length;
}

async function storm(): Promise<number> {
  const [wakes, sessions, kills] = [Number(values.wakes), Number(values.sessions), Number(values.kills)];
  const leadMs = Number(values.lead) * 1000;
  const { once, wrong, lines } = reportStorm(await playBellStorm({ ...common, wakes, sessions, kills, leadMs }));
  for (const line of [...wrong.map((sentence) => `- ${sentence}`), ...lines]) console.log(line);
  console.log(`${wakes} wakes, ${kills} kills, ${passed()}: ${once} fired exactly once, ${wrong.length} did not`);
  return wrong.length;
}
