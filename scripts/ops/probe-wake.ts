import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { FollowupView } from "../../shared/contracts/followup.ts";
import { OperatorFollowup } from "../../shared/contracts/operator-view.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { RunAccepted, RunView } from "../../shared/contracts/run.ts";
import type { OpsClient } from "./client.ts";
import { OpsProblem } from "./ops-problem.ts";

/** How long the probe waits for one step, and how often it looks. */
const STEP_MS = 180_000;
const LOOK_MS = 500;

/** What a person can do about a failure of the model, by the code in what a failed run says. */
const hints: readonly (readonly [code: string, hint: string])[] = [
  [
    "model_refused_request",
    "Bedrock refuses the model: its access is missing in this account or Region, or its id is wrong; see docs/deploy.md.",
  ],
  [
    "model_unavailable",
    "Bedrock does not answer, or allows too few calls a minute: see the account's quotas of the model.",
  ],
];

const note = "The figures for next year are not out yet. They are published every December.";

/** Has an agent promise something in a session of its own, makes the promise due, and waits for what it does then. */
export async function probeWake(client: OpsClient, agent: string): Promise<string> {
  const run = await client.get(RunAccepted, "/api/runs", {
    method: "POST",
    body: {
      agent,
      input: "Say in one sentence what the note says.",
      sources: [{ name: "note.txt", media_type: "text/plain", text: note }],
    },
  });
  try {
    await runEnds(client, run.id, "the first answer");
    await client.get(z.unknown(), `/api/runs/${run.id}/messages`, {
      method: "POST",
      body: { content: { text: "Please look again in 2 hours whether the figures are out." } },
    });
    const promised = await until("the agent to schedule a follow-up", () => firstPending(client, run.session_id));
    const asked = performance.now();
    const path = `/api/agents/${promised.target}/follow-ups/${promised.followup_id}/fire`;
    await client.get(OperatorFollowup, path, { method: "POST", query: { session_id: run.session_id } });
    await until("the follow-up to fire", () => fired(client, run.session_id, promised.followup_id));
    const seconds = ((performance.now() - asked) / 1000).toFixed(1);
    await runEnds(client, nextRun(run.id), "what the agent does when it is woken");
    return `A follow-up was scheduled by the agent, fired ${seconds} s after it was made due, and its run answered.`;
  } finally {
    await client.call(`/api/sessions/${run.session_id}/archive`, { method: "POST" });
  }
}

async function firstPending(client: OpsClient, session_id: string): Promise<FollowupView | null> {
  const { items } = await client.get(pageOf(FollowupView), "/api/followups", { query: { session_id } });
  return items[0] ?? null;
}

async function fired(client: OpsClient, session_id: string, id: string): Promise<true | null> {
  const { status } = await client.get(FollowupView, `/api/followups/${id}`, { query: { session_id } });
  if (status === "fired") return true;
  if (status !== "scheduled") throw new OpsProblem(`The follow-up was ${status} instead of fired.`);
  return null;
}

async function runEnds(client: OpsClient, id: string, what: string): Promise<void> {
  const { status, failure } = await until(what, async () => {
    const run = await client.get(RunView, `/api/runs/${id}`);
    return ["completed", "failed", "canceled"].includes(run.status) ? run : null;
  });
  if (status === "completed") return;
  const said = `${id} ${status}: ${failure?.message ?? "without a reason"}`;
  const [, hint] = hints.find(([code]) => `${failure?.code} ${failure?.message}`.includes(code)) ?? [];
  throw new OpsProblem(hint === undefined ? said : `${hint} (${said})`);
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + STEP_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found !== null) return found;
    await wait(LOOK_MS);
  }
  throw new OpsProblem(`Waited ${STEP_MS / 1000} s for ${what}, in vain.`);
}

/** A woken run is the next turn of its session. */
const nextRun = (runId: string): string => runId.replace(/\d+$/, (turn) => String(Number(turn) + 1));
