import { expect } from "vitest";
import type { Deployment } from "../scenarios/deployment.ts";
import { type Child, runScript } from "./child.ts";

/** A stack in a process of its own, as `npm start` runs it, with a clock that is moved by hand. */
export type StackProcess = { readonly child: Child; readonly deployment: Deployment };

/** Starts one on a free port and waits until it is ready. */
export async function startProcess(dataDir: string): Promise<StackProcess> {
  const child = runScript(["local/start.ts"], { DATA_DIR: dataDir, PORT: "0", CLOCK: "virtual" });
  const line = await child.firstLine;
  expect(line).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/);
  const origin = line.slice("ready ".length);
  const token = async (owner: string) => {
    const { stdout } = await runScript(["scripts/token.ts", "--owner", owner], { DATA_DIR: dataDir, PORT: "" }).ended;
    return stdout.trim();
  };
  const pass = async (by: string) => {
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify({ by }) };
    const { status } = await fetch(`${origin}/_local/clock/advance`, request);
    expect(status).toBe(200);
  };
  return { child, deployment: { origin, token, pass } };
}
