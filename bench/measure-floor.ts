import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, closedLoop, type Timing } from "./load.ts";

/** Accepts of the floor, by how many are in flight. */
export async function measureFloor(inFlight: readonly number[], count: number): Promise<Record<string, Timing>> {
  const folder = mkdtempSync(join(tmpdir(), "followthrough-floor-"));
  const child = fork(join(import.meta.dirname, "floor-process.ts"), [join(folder, "floor.sqlite")]);
  const [{ port }] = (await once(child, "message")) as [{ readonly port: number }];
  const client = new Client(`http://127.0.0.1:${port}`, 64);
  const body = JSON.stringify({ content: { text: "x".repeat(200) } });
  const accept = async (index: number) => {
    const { status } = await client.send("POST", `/sessions/${index % 256}`, {}, body);
    if (status !== 202) throw new Error(`the floor answered with ${status}`);
  };
  const results: Record<string, Timing> = {};
  await closedLoop(8, count, accept);
  for (const some of inFlight) results[some] = await closedLoop(some, count, accept);
  client.close();
  child.disconnect();
  rmSync(folder, { recursive: true, force: true });
  return results;
}
